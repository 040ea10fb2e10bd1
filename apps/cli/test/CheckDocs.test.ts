/** What docs/check.md says is so. */
import { readFile } from "node:fs/promises"
import { ADVICE } from "@backlot/domain/command/advice/CommandAdvice"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { CheckFolder } from "./Checking.ts"

let files: CheckFolder
let text: string

beforeEach(async () => {
  files = await CheckFolder.make()
  text = await readFile(new URL("../../../docs/check.md", import.meta.url), "utf8")
})

afterEach(() => files.remove())

describe("docs/check.md", () => {
  it("shows what check says of its example", async () => {
    const [, name = "", given = "", printed] =
      /<!-- check (\S+) -->\n```json\n([\s\S]*?)```\n\n```text\n([\s\S]*?)```/.exec(text) ?? []
    await files.give(name, given)
    expect((await files.check([`./${name}`])).stdout).toBe(printed)
  })

  it("has every warning with its source", () => {
    const rows = [...text.matchAll(/^\| `([A-Z_]+)` \| (.+) \| (.+) \|$/gm)].map(([, code, sentence, source]) => ({
      code,
      sentence,
      source
    }))
    expect(rows).toEqual(ADVICE)
  })
})
