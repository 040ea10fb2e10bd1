import { describe, expect, it } from "@effect/vitest"
import { Deferred, Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { CheckFolder } from "./Checking.ts"

describe("check ends with 2 and says why", () => {
  it.effect.each<[string, string, string, RegExp]>([
    ["there is no such file", "b.json", "", /^a\.json: there is no such file/],
    ["a text is no JSON and no YAML", "a.json", '{\n  "name": \n', /^a\.json:\d+:\d+ .+\n/],
    ["a file is empty", "a.json", "", /^a\.json:1:1 It is empty/],
    ["a module does not parse", "a.ts", "export default [\n  {,}\n]", /^a\.ts:2:4 .+\n/],
    [
      "a module throws",
      "a.mjs",
      '\nthrow new Error("not\\ntoday")',
      /^a\.mjs:2:7 It throws when it is loaded: not today\n/
    ],
    [
      "a module's promise is not kept",
      "a.mjs",
      '\nexport default Promise.reject(new Error("no"))',
      /^a\.mjs:2:31 It throws.*: no\n/
    ],
    ["a file is a folder", ".", "", /^\S+: it is a folder; name its files, as in: backlot check \S*\*\.json$/m],
    ["a module is empty", "a.ts", "", /^a\.ts: No definitions: .*it exports nothing/],
    [
      "a module exports nothing that is meant",
      "a.mjs",
      "export const other = 1",
      /^a\.mjs: No definitions: .*exports other/
    ]
  ])("where %s", ([, name, content, message]) =>
    Effect.gen(function* () {
      const files = yield* CheckFolder.make
      if (name !== ".") yield* files.give(name, content)
      const asked = name === "b.json" ? "a.json" : name
      const { code, stdout, stderr } = yield* files.check([`./${asked}`])
      expect({ code, stdout, stderr }).toEqual({ code: 2, stdout: "", stderr: expect.stringMatching(message) })
    })
  )

  it.effect("where a module waits for ever, after 20 s", () =>
    Effect.gen(function* () {
      const files = yield* CheckFolder.make
      const loading = yield* Deferred.make<void>()
      Object.assign(globalThis, { backlotLoading: () => Deferred.doneUnsafe(loading, Effect.void) })
      yield* files.give("a.mjs", "globalThis.backlotLoading(); await new Promise(() => {}); export default []")
      const fiber = yield* Effect.forkChild(files.check(["./a.mjs"]))
      yield* Deferred.await(loading)
      yield* TestClock.adjust("19999 millis")
      expect(fiber.pollUnsafe()).toBeUndefined()
      yield* TestClock.adjust("1 millis")
      expect(yield* Fiber.join(fiber)).toEqual({
        code: 2,
        stdout: "",
        stderr: "a.mjs: It is not loaded after 20s: it waits for something that does not come\n"
      })
    })
  )

  it.effect.each([
    [["./a.json", "--exit-code"], /--exit-code needs --against/],
    [["./a.json", "--guild", "harbour"], /--guild cannot be "harbour": it takes an id/],
    [["./a.json", "--application-flags", "EMBEDED"], /EMBEDED.*it takes flags.*EMBEDDED/],
    [[], /FILE/]
  ] as const)("where usage is bad: %s", ([args, message]) =>
    Effect.gen(function* () {
      const files = yield* CheckFolder.make
      yield* files.give("a.json", [{ name: "ping", description: "Does ping things" }])
      const { code, stderr } = yield* files.check(args)
      expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringMatching(message) })
    })
  )
})
