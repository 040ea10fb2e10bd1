import { createHash } from "node:crypto"
import { Script } from "node:vm"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { htmlReport } from "../../src/report/HtmlReport.ts"
import { SCRIPT, STYLE } from "../../src/report/RunPage.generated.ts"
import { hostileText } from "./HostileText.ts"
import { attemptOf, everything, hostile, said, scenarioOf, stepOf } from "./Sample.ts"

const page = htmlReport(everything, { root: "/pets", title: "Pets & friends" })

/** The texts between the opening tags and the next closing tag, as a browser reads them. */
const contents = (html: string, open: RegExp, close: string): ReadonlyArray<string> =>
  [...html.matchAll(open)].map(({ index, 0: tag }) => html.slice(index + tag.length, html.indexOf(close, index)))

const DATA = /<script type="application\/json" id="[\w-]+">/g
const dataOf = (html: string) => contents(html, DATA, "</script>").map((text) => JSON.parse(text))

describe("a run as one HTML page", () => {
  it("needs nothing from outside and may load nothing", () => {
    expect(page.replace(SCRIPT, "")).not.toMatch(/\b(?:src|href)=["'](?!#|data:)/)
    expect(`${STYLE}${SCRIPT}`).not.toMatch(/@import|url\(|fetch\(|XMLHttpRequest|document\.write|\bimport\(|eval\(/)
    // Names of namespaces and of pages about errors, which React has as texts.
    const named = [...`${STYLE}${SCRIPT}`.matchAll(/https?:\/\/[\w.-]+/g)].map(([address]) => address)
    expect(new Set(named)).toEqual(new Set(["http://www.w3.org", "https://react.dev"]))
    const [policy] = /Content-Security-Policy" content="([^"]*)"/.exec(page)?.slice(1) ?? []
    expect(policy?.split("; ")).toEqual([
      "default-src 'none'",
      expect.stringMatching(/^style-src 'sha256-[\w+/]+=*'$/),
      expect.stringMatching(/^script-src 'sha256-[\w+/]+=*'$/),
      "img-src data:",
      "base-uri 'none'",
      "form-action 'none'"
    ])
  })

  it("begins with the verdict in words and a link to each failure", () => {
    const [body = ""] = /<body>[\s\S]*<\/nav>\n<div class="layout">/.exec(page) ?? []
    expect(page).toContain("<title>Failed: Pets &amp; friends</title>")
    expect(body).toMatch(
      /<h1>Pets &amp; friends<\/h1>\s*<p class="verdict">.*Failed\..* 5 of 7 scenarios failed\.<\/p>/
    )
    expect([...body.matchAll(/<a href="#([\d-]+)">/g)].map(([, anchor]) => anchor)).toEqual([
      ...["2-1-2", "3-2-2", "5-1", "6-1-1", "7-1-1"],
      "4-1-2"
    ])
  })

  it("has for readers without scripts each place that these links lead to", () => {
    const [plain = ""] = /<noscript>[\s\S]*<\/noscript>/.exec(page) ?? []
    for (const anchor of ["2-1-2", "3-2-2", "5-1", "6-1-1", "7-1-1", "4-1-2"])
      expect(plain).toContain(`<section class="plain" id="${anchor}">`)
    expect(plain).toContain("Pet Shop ended with 1 before it was ready")
    expect(plain).toContain("-   content: /Rex/")
  })

  it("allows the style and the script that stand in it", () => {
    const [style] = contents(page, /<style>/g, "</style>")
    const [script] = contents(page, /<script>/g, "</script>")
    for (const text of [style, script]) {
      expect(page).toContain(
        `'sha256-${createHash("sha256")
          .update(text ?? "")
          .digest("base64")}'`
      )
    }
    expect(() => new Script(script ?? "(")).not.toThrow()
  })

  it("has an index, and each scenario by itself", () => {
    const [index, ...scenarios] = dataOf(page)
    expect(index.scenarios).toHaveLength(8)
    expect(index.scenarios[1]).toEqual({
      name: "adopt (animal: Dog)",
      file: "scenarios/adopt.yaml",
      tags: ["pets"],
      status: "failed",
      steps: 3,
      took: 400
    })
    expect(scenarios.map((attempts) => attempts.length)).toEqual([1, 1, 2, 2, 1, 1, 1, 0])
  })

  it("has of each step what came of it, what went between service and app, and the diff", () => {
    const [, , [attempt]] = dataOf(page)
    expect(attempt.steps[1]).toMatchObject({
      place: "scenarios/adopt.yaml:10:5",
      began: 200,
      took: 41,
      lines: ["responded"],
      cards: [{ author: "Pet Shop", content: "Hello" }],
      now: "2026-01-01T00:00:00.000Z",
      faults: ['message.content: "Hello" does not match /Rex/'],
      failure: {
        kind: "expectation",
        diff: ["  state: responded", "  message:", "-   content: /Rex/", "+   content: Hello"]
      }
    })
    expect(attempt.steps[1].trace[1]).toMatchObject({
      hint: "http://127.0.0.1:4001/interactions",
      detail: { body: { type: 2 } }
    })
  })

  it("has the trace of a step that passed where the run kept all of them", () => {
    const { trace, ...outcome } = said("Hi")
    const step = stepOf(1, { as: "alice", in: "general", use: "/a" }, outcome)
    const attempt = attemptOf([step], {
      traces: [{ interaction_id: "1" }, { interaction_id: outcome.interaction_id, trace }]
    })
    const [, [shown]] = dataOf(htmlReport({ ...everything, scenarios: [scenarioOf("a", "passed", [attempt])] }))
    expect(shown.steps[0].trace.map((line: { what: string }) => line.what)).toEqual([
      "created",
      "delivering",
      "answered"
    ])
  })

  it("has what changed in the world, part by part", () => {
    const [, [{ world }]] = dataOf(page)
    expect(world).toEqual([
      {
        name: "users",
        added: 1,
        removed: 1,
        lines: ['  - id: "1"', "    username: alice", "-   locale: en-US", "+   locale: de"]
      },
      { name: "messages", added: 2, removed: 0, lines: ['+ - id: "5"', "+   content: Hi"] }
    ])
  })

  it("has the output of apps without colours of a terminal", () => {
    const [, , [attempt]] = dataOf(page)
    expect(attempt.apps[0].output[1]).toEqual({ at_ms: 90, stream: "stderr", text: "boom" })
  })

  it("is not broken by anything that is in the run", () => {
    fc.assert(
      fc.property(hostileText(), (text) => {
        const html = htmlReport(hostile(text), { title: text })
        // Tags of the page, and none that a text has brought along.
        expect(html.match(/<\/?script\b/g)).toHaveLength(6)
        expect(html.match(/<!--/g)).toBeNull()
        expect(html.isWellFormed()).toBe(true)
        const [index, attempts] = dataOf(html)
        expect(index.scenarios[0].name).toBe(text)
        expect(attempts[1].failure).toBe(text)
      })
    )
  })

  it("of a thousand scenarios is made in moments", () => {
    const attempt = attemptOf(
      Array.from({ length: 10 }, (_, i) => stepOf(i + 1, { as: "a", in: "b", use: "/c" }, said("d")))
    )
    const scenarios = Array.from({ length: 1_000 }, (_, i) => scenarioOf(`scenario ${i}`, "passed", [attempt]))
    expect(dataOf(htmlReport({ ...everything, scenarios }))).toHaveLength(1_001)
  })

  it("says so where a world has changed in more places than anyone reads", () => {
    const many = (seed: number) => ({ users: Array.from({ length: 1_600 }, (_, i) => `${seed} ${i}`) })
    const attempt = attemptOf([], { world_before: many(1), world_after: many(2) })
    const [, [shown]] = dataOf(htmlReport({ ...everything, scenarios: [scenarioOf("a", "passed", [attempt])] }))
    expect(shown.world).toEqual([
      { name: "users", added: 1_600, removed: 1_600, lines: ["  more than 1500 lines differ"] }
    ])
  })
})
