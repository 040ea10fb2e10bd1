/** Failures for GitHub and GitLab, read as these read them. */
import { stripVTControlCharacters } from "node:util"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { gitHubReport } from "../../src/report/GitHubReport.ts"
import { gitLabReport } from "../../src/report/GitLabReport.ts"
import { markdownReport } from "../../src/report/MarkdownReport.ts"
import type { RunResult } from "../../src/run/RunResult.ts"
import { hostileText } from "./HostileText.ts"
import { attemptOf, everything, FILE, hostile, scenarioOf } from "./Sample.ts"

/** As the runner of GitHub Actions does: ActionCommand.TryParseV2. */
const commandOf = (line: string): Readonly<Record<string, string>> | undefined => {
  const end = line.indexOf("::", 2)
  if (!line.startsWith("::") || end < 0) return undefined
  const [command = "", ...rest] = line.slice(2, end).split(" ")
  const decoded = (text: string) => text.replaceAll("%0D", "\r").replaceAll("%0A", "\n").replaceAll("%25", "%")
  const properties = rest
    .join(" ")
    .split(",")
    .map((pair) => {
      const at = pair.indexOf("=")
      return [
        pair.slice(0, at),
        decoded(
          pair
            .slice(at + 1)
            .replaceAll("%3A", ":")
            .replaceAll("%2C", ",")
        )
      ] as const
    })
  return { command, ...Object.fromEntries(properties), message: decoded(line.slice(end + 2)) }
}

const commandsOf = (text: string) => text.split("\n").slice(0, -1).map(commandOf)

const times = (count: number, name: string): RunResult => ({
  ...everything,
  scenarios: Array.from({ length: count }, () => everything.scenarios.filter((one) => one.name === name)).flat()
})

describe("a run as workflow commands", () => {
  it("has one command per scenario that failed, at the line of its step, and warns of flaky ones", () => {
    const all = commandsOf(gitHubReport(everything))
    expect(all.map((one) => [one?.command, one?.["title"]])).toEqual([
      ["error", "adopt (animal: Dog), step 2: alice in #general uses /adopt animal:Dog name:Rex"],
      ["error", "adopt again, step 2: alice in #general uses /adopt animal:Dog name:Rex"],
      ["error", "no app"],
      ["error", "no user, step 1: alice in #general uses /adopt animal:Dog name:Rex"],
      ["error", "no server, step 1: alice in #general uses /adopt animal:Dog name:Rex"],
      ["warning", "flaky: at the second time, step 2: alice in #general uses /adopt animal:Dog name:Rex"]
    ])
    expect(all[0]).toMatchObject({ file: FILE, line: "10", col: "5" })
    expect(all[0]?.["message"]).toContain(
      'message.content: "Hello" does not match /Rex/\n\n- expected  + what there was\n'
    )
    expect(all[2]).toMatchObject({ file: FILE, line: "1", message: "Pet Shop ended with 1 before it was ready" })
  })

  it("says nothing of a run that passed", () => {
    expect(gitHubReport(times(3, "adopt a pet"))).toBe("")
  })

  it("has no more than GitHub shows, and says how many it leaves out", () => {
    expect(commandsOf(gitHubReport(times(10, "no app"))).every((one) => one?.["title"] === "no app")).toBe(true)
    const all = commandsOf(gitHubReport(times(12, "no app")))
    expect(all).toHaveLength(10)
    expect(all[9]).toMatchObject({ command: "error", title: "3 more scenarios failed" })
  })

  it("is one line per command for every text, which the runner reads back", () => {
    fc.assert(
      fc.property(hostileText(), (text) => {
        const unstarted = { ...scenarioOf(text, "failed", [attemptOf([], { failure: text })]), file: text }
        const read = commandsOf(gitHubReport({ ...everything, scenarios: [unstarted, ...hostile(text).scenarios] }))
        expect(read).toHaveLength(2)
        expect(read[0]).toMatchObject({ file: text, line: "1", col: "1", message: stripVTControlCharacters(text) })
        expect(read[1]).toMatchObject({ command: "error", file: FILE, line: "10", col: "5" })
      })
    )
  })
})

describe("a run as GitLab's code quality report", () => {
  it("has what GitLab demands of each failure, with paths below the repository and fingerprints that differ", () => {
    const issues = JSON.parse(gitLabReport(everything, { root: "/pets" }))
    expect(issues).toHaveLength(6)
    expect(issues[0]).toEqual({
      description:
        'adopt (animal: Dog), step 2: alice in #general uses /adopt animal:Dog name:Rex: message.content: "Hello" does not match /Rex/',
      check_name: "backlot",
      fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/),
      severity: "major",
      location: { path: "scenarios/adopt.yaml", lines: { begin: 10 } }
    })
    expect(new Set(issues.map(({ fingerprint }: { fingerprint: string }) => fingerprint)).size).toBe(6)
  })

  it("is an empty list for a run that passed", () => {
    expect(JSON.parse(gitLabReport(times(1, "adopt a pet")))).toEqual([])
  })
})

describe("a run as Markdown", () => {
  it("has the verdict, the counts, and each failure folded", () => {
    const text = markdownReport(everything, { root: "/pets" })
    expect(text).toContain("### ❌ Backlot: 5 of 7 scenarios failed.\n")
    expect(text).toContain("Seed: 42.")
    expect(text).toContain("<summary>❌ <b>adopt (animal: Dog), step 2: alice in #general uses /adopt")
    expect(text).toContain("(scenarios/adopt.yaml:10)</summary>")
    expect(text).toContain("<summary>⚠️ flaky: <b>at the second time")
    expect(markdownReport(times(2, "adopt a pet"))).toContain("### ✅ Backlot: All 2 scenarios passed.\n")
  })

  it("stays below what GitHub takes as a summary", () => {
    const many = hostile("&".repeat(5_000))
    const text = markdownReport({ ...many, scenarios: Array.from({ length: 200 }, () => many.scenarios).flat() })
    expect(Buffer.byteLength(text)).toBeLessThan(1_048_576)
    expect(text).toContain("And 160 more")
  })

  it("has no tag of a text, and no line that could be Markdown", () => {
    fc.assert(
      fc.property(hostileText(), (text) => {
        const lines = markdownReport(hostile(text)).split("\n").slice(4)
        const own = /^(?:|<\/details>|<details><summary>❌ <b>[^<>]*<\/b> \([^<>]*\)<\/summary>|<pre>[^<>]*<\/pre>)$/
        for (const line of lines) expect(line).toMatch(own)
      })
    )
  })
})
