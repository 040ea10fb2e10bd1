import { readFileSync } from "node:fs"
import { join } from "node:path"
import { Result } from "effect"
import { describe, expect, it } from "vitest"
import { judgeDefinitions } from "../src/model/Definitions.ts"
import { EXAMPLES } from "../src/model/Examples.ts"
import { offsetOf, readText, TEXT_MAX } from "../src/model/Text.ts"

const context = {
  scope: "global",
  application: { embedded: false, discoverable: false, integration_types: [0, 1] }
} as const

const said = (text: string) =>
  judgeDefinitions(text, context).findings.map(
    ({ kind, line, column, path, code }) => `${line}:${column} ${kind} ${path} ${code}`
  )

describe("definitions in the playground", () => {
  it("have the faults and notes that the page of check shows, at the same places", () => {
    const page = readFileSync(join(import.meta.dirname, "../../../docs/check.md"), "utf8")
    const [, json = "", report = ""] = /```json\n(.*?)```\n\n```text\n(.*?)```/s.exec(page) ?? []
    const shown = [...report.matchAll(/^commands\.json:(\d+:\d+) (warning: )?(\S+): .* \[(\w+)\]$/gm)]
    expect(shown).toHaveLength(3)
    expect(said(json)).toEqual(
      shown.map(
        ([, place, warning, path, code]) => `${place} ${warning === undefined ? "fault" : "note"} ${path} ${code}`
      )
    )
  })

  it.each([
    ["a list that is not closed", '[\n  { "name": "a" }', "2:18"],
    ["a stray comma", '[{ "name": "a", }]', "1:15"],
    ["nothing", "", "1:1"],
    ["too much", " ".repeat(TEXT_MAX + 1), "1:1"]
  ])("are no JSON: %s", (_, text, place) => {
    const { findings, count } = judgeDefinitions(text, context)
    expect(findings.map(({ line, column, code }) => [`${line}:${column}`, code])).toEqual([[place, "SYNTAX"]])
    expect(count).toBe(0)
  })

  it("have budgets, and the answer that the service would give", () => {
    const { characters, types, answer } = judgeDefinitions(
      EXAMPLES["Definitions with faults"]?.definitions ?? "",
      context
    )
    expect(characters).toEqual([
      { name: "Adopt", used: 20, most: 8000 },
      { name: "pets", used: 31, most: 8000 },
      { name: "Praise", used: 29, most: 8000 }
    ])
    expect(types).toEqual([
      { name: "slash commands", used: 2, most: 100 },
      { name: "user commands", used: 1, most: 15 }
    ])
    expect(answer).toMatchObject({
      code: 50035,
      errors: { 0: { name: { _errors: [{ code: "APPLICATION_COMMAND_INVALID_NAME" }] } } }
    })
    expect(judgeDefinitions("[]", context).answer).toBeUndefined()
  })

  it("are judged as far as they are read: a guild has no entry point, more than a hundred are too many", () => {
    const many = JSON.stringify(Array.from({ length: 101 }, (_, n) => ({ name: `c${n}`, description: "A command" })))
    expect(said(many)).toEqual(
      [expect.stringContaining("[100] 30032")].map(() => expect.stringMatching(/fault .*30032/))
    )
    expect(said('{ "type": 4, "name": "Launch", "handler": 1 }')).not.toEqual([])
  })

  it("are answered like the service answers: with the faults of the form, and only then with a count", () => {
    const command = (n: number) => ({ name: `c${n}`, description: "A command" })
    const many = (extra: object) => JSON.stringify([...Array.from({ length: 101 }, (_, n) => command(n)), extra])
    const sound = judgeDefinitions(many({ type: 2, name: "Praise" }), context).answer
    expect(sound).toEqual({ code: 30032, message: "Maximum number of application commands reached (100)." })
    const faulty = judgeDefinitions(many({ name: "UPPER", description: "x" }), context).answer
    expect(faulty).toMatchObject({ code: 50035, errors: { 101: expect.anything() } })
    expect(JSON.stringify(faulty)).not.toContain("30032")
  })

  it("are as deep as a request may be, a world as deep as a world file", () => {
    const nested = (depth: number) => "[".repeat(depth) + "]".repeat(depth)
    const isRead = (depth: number, format: "json" | "yaml") => Result.isSuccess(readText(nested(depth), format, ""))
    expect([32, 33].map((depth) => isRead(depth, "json"))).toEqual([true, false])
    expect([40, 41].map((depth) => isRead(depth, "yaml"))).toEqual([true, false])
  })

  it("lead to the place in the text", () => {
    expect(offsetOf("ab\ncd\nef", { line: 2, column: 2 })).toBe(4)
    expect(offsetOf("ab\ncd", { line: 9, column: 9 })).toBe(5)
  })
})
