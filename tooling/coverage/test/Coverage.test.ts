import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { officialOperations } from "@backlot/protocol/openapi/OfficialOperations"
import { describe, expect, it, onTestFinished } from "vitest"
import { renderOperations } from "../src/OperationList.ts"
import { isRefused, NOTES, REFUSED, render } from "../src/Page.ts"
import { hasRun, REAL_BOTS, realBots } from "../src/RealBots.ts"
import { collect, readRecorded } from "../src/Recorded.ts"
import { namesIn, readEvents, readSources } from "../src/Sources.ts"

const ROOT = join(import.meta.dirname, "../../..")

describe("docs/coverage.md", () => {
  const recorded = readRecorded()
  const sources = readSources(ROOT, recorded)

  it("is current; `pnpm --filter @backlot/coverage write` renews it", () => {
    expect(readFileSync(join(ROOT, "docs/coverage.md"), "utf8")).toBe(render(sources))
  })

  it("names a test for every operation that is implemented; a newly recorded run of all tests finds it", () => {
    const untested = sources.operations.filter(({ implemented, tests }) => implemented && tests.length === 0)
    expect(untested.filter((operation) => !isRefused(operation)).map(({ id }) => id)).toEqual([])
  })

  it("names tests that exist, of operations that are implemented", () => {
    const implemented = sources.operations.filter((operation) => operation.implemented).map(({ id }) => id)
    for (const [file, operations] of Object.entries(recorded)) {
      expect(existsSync(join(ROOT, file)), file).toBe(true)
      expect(implemented).toEqual(expect.arrayContaining([...operations]))
    }
  })

  it("calls refused what is served and never succeeded", () => {
    const refused = sources.operations.filter(isRefused)
    expect(refused.map(({ id }) => id).sort()).toEqual(Object.keys(REFUSED).sort())
    expect(refused.flatMap(({ tests }) => tests)).toEqual([])
  })

  it("has notes on operations that are implemented only", () => {
    const implemented = sources.operations.filter((operation) => operation.implemented).map(({ id }) => id)
    expect(implemented).toEqual(expect.arrayContaining(Object.keys(NOTES)))
  })

  it("finds gateway events that are dispatched, and others", () => {
    const events = readEvents(ROOT, ["INTERACTION_CREATE", "NEVER_DISPATCHED"])
    expect(events.map(({ dispatched }) => dispatched)).toEqual([true, false])
    const named = new Set(sources.events.map(({ name }) => name))
    expect(named).toContain("INTERACTION_CREATE")
    expect(named).toContain("LOBBY_CREATE")
  })
})

it("says of each real bot what was played or missed, or why it could not run", () => {
  expect(new Set(REAL_BOTS.map(({ name }) => name)).size).toBe(REAL_BOTS.length)
  for (const bot of REAL_BOTS) {
    expect(bot.commit, bot.name).toMatch(/^[0-9a-f]{8}$/)
    expect((bot.played ?? bot.missed) !== undefined, bot.name).toBe(hasRun(bot))
    expect(bot.mended !== true || bot.missed !== undefined, bot.name).toBe(true)
  }
})

it("counts real bots that ran, and those of them that missed nothing", () => {
  const bot = { name: "a/b", commit: "0", library: "l" }
  const missed = { ...bot, missed: "m" }
  const bots = [{ ...bot, played: "p" }, missed, { ...missed, mended: true as const }, { ...bot, kept: "k" }]
  const page = realBots(bots)
  expect(page).toContain("4 were tried")
  expect(page).toContain("2 of 3 (67 %) find all")
  expect(page).toContain("1 of 3 (33 %) found it at once")
  expect(page).toContain("could not run here: k")
})

it("what a test file recorded is collected by its name", () => {
  const folder = mkdtempSync(join(tmpdir(), "backlot-coverage-"))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const file of ["b", "a"])
    writeFileSync(join(folder, `${file}.json`), JSON.stringify({ file, operations: ["x"] }))
  expect(Object.entries(collect(folder))).toEqual([
    ["a", ["x"]],
    ["b", ["x"]]
  ])
})

it("names of events are read from code, not from comments", () => {
  expect([...namesIn('/** "IN_COMMENT" */\n// "IN_LINE"\nconst t = "IN_CODE" // 1\n')]).toEqual(["IN_CODE"])
})

describe("the list of official operations", () => {
  const document = (paths: object) => JSON.stringify({ info: { title: "x", version: "10" }, paths })
  const get = { get: { operationId: "read_it" }, parameters: [] }

  it("has each method of each path, in order", () => {
    const text = renderOperations(document({ "/b/{id}": { ...get, put: { operationId: "set_it" } }, "/a": get }))
    expect(text).toContain("\nGET /a read_it\nGET /b/{id} read_it\nPUT /b/{id} set_it\n`\n")
  })

  it("refuses a document without operations, and one whose names would be code", () => {
    expect(() => renderOperations(document({}))).toThrow("no operations")
    expect(() => renderOperations(document({ "/`${x}": get }))).toThrow("characters")
  })

  it("is what the official document has, when one is given", () => {
    const file = process.env["BACKLOT_OFFICIAL_OPENAPI"] ?? ""
    const list = readFileSync(join(ROOT, "packages/protocol/src/openapi/OfficialOperations.ts"), "utf8")
    if (file !== "") expect(renderOperations(readFileSync(file, "utf8"))).toBe(list)
    expect(officialOperations().every(({ id }) => /^\w+$/.test(id))).toBe(true)
  })
})
