import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import { parseTyping } from "../../src/typing/CommandText.ts"
import { adopt, alice, command, directory, everyType, permissions } from "./PetShop.ts"

const typing = (text: string) =>
  parseTyping(text, { candidates: [adopt, permissions, command("all", everyType)], locale: "en-US", directory })

const optionsOf = (text: string) => Result.getOrThrow(typing(text)).options

const focused = (name: string, type: number, value: string) => ({ name, type, value, focused: true })

describe("typing", () => {
  const cases: ReadonlyArray<readonly [sentence: string, text: string, options: ReadonlyArray<unknown>]> = [
    ["focuses the option being typed", "/adopt animal:d", [focused("animal", 3, "d")]],
    ["may have typed nothing yet", "/adopt animal:", [focused("animal", 3, "")]],
    ["keeps white space at the end", "/adopt animal:big ", [focused("animal", 3, "big ")]],
    ["need not close its quote", '/adopt animal:"big d', [focused("animal", 3, "big d")]],
    ["may have closed its quote", '/adopt animal:"big d" ', [focused("animal", 3, "big d")]],
    ["leaves a number as text", "/all count:5", [focused("count", 4, "5")]],
    ["leaves a mention as text", "/all user:@alice", [focused("user", 6, "@alice")]],
    [
      "focuses the last of several, the others being read",
      "/all user:@alice count:5 weight:1.",
      [{ name: "user", type: 6, value: alice }, { name: "count", type: 4, value: 5 }, focused("weight", 10, "1.")]
    ],
    [
      "reaches into a subcommand",
      "/permissions user get user:@a",
      [
        {
          name: "user",
          type: 2,
          options: [{ name: "get", type: 1, options: [focused("user", 6, "@a")] }]
        }
      ]
    ]
  ]
  it.each(cases)("%s", (_, text, options) => {
    assert.deepStrictEqual(optionsOf(text), options)
  })

  const faults: ReadonlyArray<readonly [text: string, rule: string]> = [
    ["/adopt", "NothingFocused"],
    ["/adopt ", "NothingFocused"],
    ["/adopt ani", "NotAnOption"],
    ["/ad", "UnknownCommand"],
    ["/permissions user", "SubcommandRequired"]
  ]
  it.each(faults)("without an option there is nothing to complete: %s", (text, rule) => {
    assert.strictEqual(Result.getOrThrow(Result.flip(typing(text))).rule, rule)
  })

  it("the command is known where it is", () => {
    for (const [text, name] of [
      ["/adopt ", "adopt"],
      ["/ad", undefined]
    ] as const) {
      assert.strictEqual(Result.getOrThrow(Result.flip(typing(text))).command?.name, name)
    }
  })

  it("an option's first letters suggest it", () => {
    assert.deepStrictEqual(Result.getOrThrow(Result.flip(typing("/adopt ani"))).suggestions, ["animal"])
  })
})
