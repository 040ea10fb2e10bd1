/** What docs/check.md says is so. */
import { readFileSync } from "node:fs"
import { ADVICE } from "@backlot/domain/command/advice/CommandAdvice"
import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { CheckFolder } from "./Checking.ts"

const text = readFileSync(new URL("../../../docs/check.md", import.meta.url), "utf8")

describe("docs/check.md", () => {
  it.effect("shows what check says of its example", () =>
    Effect.gen(function* () {
      const files = yield* CheckFolder.make
      const [, name = "", given = "", printed] =
        /<!-- check (\S+) -->\n```json\n([\s\S]*?)```\n\n```text\n([\s\S]*?)```/.exec(text) ?? []
      yield* files.give(name, given)
      expect((yield* files.check([`./${name}`])).stdout).toBe(printed)
    })
  )

  it("has every warning with its source", () => {
    const rows = [...text.matchAll(/^\| `([A-Z_]+)` \| (.+) \| (.+) \|$/gm)].map(([, code, sentence, source]) => ({
      code,
      sentence,
      source
    }))
    expect(rows).toEqual(ADVICE)
  })
})
