import { assert, describe, it } from "@effect/vitest"
import { diff } from "../../src/command/CommandDiff.ts"
import { sameContent } from "../../src/command/CommandWire.ts"
import { formatPath } from "../../src/error/Fault.ts"
import type { CommandContent } from "../../src/record/ApplicationCommand.ts"
import { content, option, stored } from "../fixture/SampleCommand.ts"

const choice = (name: string, value = name) => ({ name, name_localizations: null, value })

const changesBetween = (before: Partial<CommandContent>, after: Partial<CommandContent>) =>
  diff([stored(1, before)], [content(after)]).updated.flatMap(({ changes }) => changes)

describe("commands", () => {
  const kept = stored(1, { name: "kept" })
  const changed = stored(3, { name: "changed" })
  const gone = stored(5, { name: "gone" })
  const fresh = content({ name: "new" })
  const rewritten = content({ name: "changed", nsfw: true })

  it("are created, updated, deleted or unchanged", () => {
    assert.deepStrictEqual(diff([kept, changed, gone], [fresh, rewritten, content({ name: "kept" })]), {
      created: [fresh],
      updated: [{ before: changed, after: rewritten, changes: [{ path: ["nsfw"], before: false, after: true }] }],
      deleted: [gone],
      unchanged: [kept]
    })
  })

  it("are known by type and name", () => {
    const user = content({ type: 2, name: "kept" })
    const result = diff([kept], [user])
    assert.deepStrictEqual([result.created, result.deleted], [[user], [kept]])
  })

  it("do not differ by id, version, application and guild", () => {
    const result = diff([stored(1, {}, "200000000000000001")], [stored(9, {}, "200000000000000009")])
    assert.strictEqual(result.unchanged.length, 1)
  })
})

describe("changed fields", () => {
  it.each<[string, Partial<CommandContent>, Partial<CommandContent>, ReadonlyArray<[string, unknown, unknown]>]>([
    ["a text", { description: "a" }, { description: "b" }, [["description", "a", "b"]]],
    ["a list of numbers", { contexts: [0, 1] }, { contexts: null }, [["contexts", [0, 1], null]]],
    ["an optional field", {}, { default_permission: false }, [["default_permission", undefined, false]]],
    [
      "single locales",
      { name_localizations: { de: "x", fr: "y" } },
      { name_localizations: { de: "z", fr: "y", it: "w" } },
      [
        ["name_localizations.de", "x", "z"],
        ["name_localizations.it", undefined, "w"]
      ]
    ],
    [
      "a whole dictionary",
      { name_localizations: null },
      { name_localizations: { de: "x" } },
      [["name_localizations", null, { de: "x" }]]
    ],
    [
      "a field of an option",
      { options: [option()] },
      { options: [option({ required: true })] },
      [["options.animal.required", undefined, true]]
    ],
    [
      "the value of a choice",
      { options: [option({ choices: [choice("Dog"), choice("Cat")] })] },
      { options: [option({ choices: [choice("Dog"), choice("Cat", "kitty")] })] },
      [["options.animal.choices.Cat.value", "Cat", "kitty"]]
    ],
    [
      "a nested option",
      { options: [option({ type: 1, name: "sub", options: [option()] })] },
      { options: [option({ type: 1, name: "sub", options: [option({ type: 4 })] })] },
      [["options.sub.options.animal.type", 3, 4]]
    ],
    ["the first option", {}, { options: [option()] }, [["options.animal", undefined, option()]]],
    ["the last option", { options: [option()] }, {}, [["options.animal", option(), undefined]]],
    [
      "an option put in front",
      { options: [option()] },
      { options: [option({ name: "first" }), option()] },
      [["options.first", undefined, option({ name: "first" })]]
    ],
    [
      "the order of options",
      { options: [option({ name: "a" }), option({ name: "b" })] },
      { options: [option({ name: "b" }), option({ name: "a" })] },
      [["options", ["a", "b"], ["b", "a"]]]
    ],
    [
      "several at once, in wire order",
      { description: "a", nsfw: true },
      { description: "b", nsfw: false },
      [
        ["description", "a", "b"],
        ["nsfw", true, false]
      ]
    ]
  ])("show %s", (_, before, after, expected) => {
    assert.deepStrictEqual(
      changesBetween(before, after).map((c): [string, unknown, unknown] => [formatPath(c.path), c.before, c.after]),
      [...expected]
    )
  })

  it("are found exactly where content differs", () => {
    const variants: ReadonlyArray<Partial<CommandContent>> = [
      {},
      { options: [] },
      { options: [option()] },
      { options: [option({ choices: [] })] },
      { options: [option({ choices: [choice("Dog")] })] },
      { options: [option({ name: "a" }), option({ name: "b" })] },
      { options: [option({ name: "b" }), option({ name: "a" })] },
      { name_localizations: {} },
      { name_localizations: { de: "x" } },
      { contexts: [] },
      { contexts: [0] },
      { nsfw: true }
    ]
    for (const before of variants) {
      for (const after of variants) {
        const same = sameContent(content(before), content(after))
        assert.strictEqual(changesBetween(before, after).length === 0, same, JSON.stringify([before, after]))
      }
    }
  })
})
