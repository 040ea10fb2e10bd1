import { createHash } from "node:crypto"
import { assert, describe, it } from "@effect/vitest"
import type { LoadProgress } from "../../src/load/LoadJob.ts"
import { blockOf, lineOf, liveView } from "../../src/load/LoadLive.ts"
import type { LoadReport } from "../../src/load/LoadReport.ts"
import { textOf } from "../../src/load/LoadText.ts"
import { pageOf } from "../../src/load/page/LoadPage.ts"
import { HEALTHY, report, times } from "./Reports.ts"

const made = [...times(1000, () => 12), { ms: 900, error: "failed" }, ...times(1000, () => 4, 1)]

describe("the table of a load", () => {
  it("has a row for each step and one for all, and says what its times are", () => {
    const text = textOf(report(made))
    assert.match(text, /^adopt a pet: 10\/s for 10s; at most 1000 at once$/m)
    assert.match(text, /^times run from when a step was due to its answer/m)
    assert.match(text, /^step +count +rate +errors +p50 +p90 +p95 +p99 +p99\.9 +max$/m)
    assert.match(text, /^alice in #general uses \/adopt animal:Dog +1,001 +\S+\/s +1 +12\.0 ms .* 900 ms$/m)
    assert.match(text, /^confirm it +1,000 +100\/s +0 +4\.00 ms/m)
    assert.match(text, /^all steps +2,001 /m)
    assert.match(text, /^ {2}failed +1 +why failed$/m)
  })

  it("says of a closed model that nobody comes while the server stalls", () => {
    const { total, ...rest } = report(made)
    assert.match(textOf({ ...rest, total, model: "closed" }), /while a server stalls, no user sends more/)
  })

  it("marks thresholds that are met and missed", () => {
    const text = textOf(report(made, { thresholds: { p95: "< 50ms", errors: "0" } }))
    assert.match(text, /^✓ p95 +< 50ms +\S+ ms$/m)
    assert.match(text, /^✗ errors +0 +1$/m)
    assert.match(text, /^1 of 2 thresholds missed$/m)
  })

  it("says loudly when the generator is the bottleneck", () => {
    const warnings = ["the generator was busy 97% of the time"]
    assert.match(
      textOf(report(made, {}, { ...HEALTHY, warnings })),
      /^!!! READ THESE FIGURES WITH CARE\n!!! the generator/m
    )
    assert.notMatch(textOf(report(made)), /!!!/)
  })
})

const second: LoadProgress = {
  ...{ second: 12, seconds: 30, isWarmingUp: false, due: 200, ended: 201, errors: 3, playing: 5, in_flight: 4 },
  ...{ p50: 3.2, p95: 5.1, p99: 9.8, count: 2400, failed: 24 }
}

describe("the live view", () => {
  it("is a line each second where nobody looks at a terminal", () => {
    const written: Array<string> = []
    const view = liveView({ write: (text) => written.push(text), isTerminal: false, columns: 80 })
    view.onSecond(second)
    view.end()
    assert.deepStrictEqual(written, ["12/30 s  201/s  in flight 4  p50 3.20 ms  p95 5.10 ms  p99 9.80 ms  errors 3\n"])
    assert.match(lineOf({ ...second, isWarmingUp: true }), /^12\/30 s \(warm-up\)/)
  })

  it("writes its block over on a terminal, and takes it away at the end", () => {
    const written: Array<string> = []
    const view = liveView({ write: (text) => written.push(text), isTerminal: true, columns: 40 })
    view.onSecond(second)
    view.onSecond({ ...second, second: 13 })
    view.end()
    const height = blockOf(second, [201]).length
    assert.notInclude(written[0] ?? "", "\u001B")
    assert.isTrue(written[1]?.startsWith(`\u001B[${height}A\u001B[J`))
    assert.strictEqual(written[2], `\u001B[${height}A\u001B[J`)
    for (const line of written[0]?.split("\n") ?? []) assert.isBelow(line.length, 40)
  })

  it("shows rate, what is in flight, percentiles and errors", () => {
    const block = blockOf(second, [50, 201]).join("\n")
    assert.match(block, /12\/30 s/)
    assert.match(block, /rate +201\/s ended, 200\/s due {2}▃█/)
    assert.match(block, /5 virtual users, 4 in flight/)
    assert.match(block, /p50 3\.20 ms {2}p95 5\.10 ms {2}p99 9\.80 ms/)
    assert.match(block, /3 in this second, 24 of 2,400 in all \(1\.00%\)/)
  })
})

describe("the page of a load", () => {
  const page = pageOf({ ...report(made), scenario: "</script><b>&" })

  it("carries all it needs: no address is asked for anything", () => {
    assert.notMatch(page, /(?:src|href)\s*=(?!"data:,")|@import|url\(/)
    assert.include(page, "uPlot")
  })

  it("lets its own style and scripts do something, and nothing else", () => {
    const policy = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(page)?.[1] ?? ""
    const own = Array.from(page.matchAll(/<(style|script)>(.*?)<\/\1>/gs), ([, , text = ""]) => text)
    const digests = own.map((text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`)
    assert.strictEqual(digests.length, 3)
    assert.deepStrictEqual(policy.match(/'(?:sha256|unsafe)-[^']*'/g), digests)
  })

  const verdict = (html: string) => /<p class="verdict">(.*?)<\/p>/.exec(html)?.[1]?.replace(/<\/?b>/g, "")

  it.each([
    ["Nothing was judged. The load has no thresholds.", {}],
    ["Passed. The threshold is met.", { p99: "< 60s" }],
    ["Failed. 1 of 2 thresholds missed.", { p99: "< 60s", count: "> 100000" }]
  ])("begins with its verdict: %s", (words, thresholds) => {
    assert.strictEqual(verdict(pageOf(report(made, { thresholds }))), words)
  })

  it("has what apps did wrong among the missed thresholds, which come first, then errors, then figures", () => {
    const judged = report(made, { thresholds: { p99: "< 60s" } })
    const refused = { name: "refused_calls", wanted: "none", found: "3 × <createMessage>", met: false }
    const bad = pageOf({ ...judged, thresholds: [...judged.thresholds, refused] })
    assert.strictEqual(verdict(bad), "Failed. 1 of 2 thresholds missed.")
    const order = [
      "Failed.",
      "refused_calls",
      "3 × &lt;createMessage&gt;",
      "p99",
      "<h2>Errors",
      "<h2>Figures",
      "<h2>Course"
    ]
    const body = bad.slice(bad.indexOf("<body>"))
    const places = order.map((text) => body.indexOf(text))
    assert.deepStrictEqual(
      places,
      places.toSorted((a, b) => a - b)
    )
    assert.notInclude(places, -1)
    assert.include(bad, "<title>Failed: ")
  })

  it("has failed where figures are worse than those of the earlier load, or nothing was counted", () => {
    const fast = report(times(2000, () => 10))
    const slow = report(times(2000, () => 100))
    assert.match(verdict(pageOf(slow, fast)) ?? "", /^Failed\. \d+ of \d+ figures are worse/)
    assert.strictEqual(verdict(pageOf(fast, fast)), "Passed. Nothing is worse than in the earlier load.")
    assert.strictEqual(verdict(pageOf(report([]))), "Failed. Nothing was counted.")
  })

  it("has beside an earlier load what has changed, and no figure of a step that one of them never reached", () => {
    const compared = (now: LoadReport, before: LoadReport) =>
      /<h2 id="compared">.*?<\/table>/s.exec(pageOf(now, before))?.[0] ?? ""
    const whole = report([...times(1000, () => 100), ...times(1000, () => 100, 1)])
    assert.include(compared(whole, whole), "Nothing is worse beyond the noise.")
    const half = compared(report(times(1000, () => 100)), whole)
    assert.match(half, /<b class="bad">2 of \d+ figures are worse beyond the noise\.<\/b>/)
    const [, confirming = ""] = /<td>confirm it<\/td>(.*?)<\/tr>/s.exec(half) ?? []
    assert.deepStrictEqual(confirming.match(/<td>–<\/td>/g)?.length, 7)
  })

  it("has the rates of another plan without a verdict", () => {
    const faster = report(
      times(4000, () => 100),
      { rate: "20/s" }
    )
    const compared = pageOf(report(times(2000, () => 100)), faster)
    assert.include(compared, '<span class="dim">−50.0%</span>')
    assert.include(compared, "Nothing is worse beyond the noise.")
  })

  it("shows what others wrote as text", () => {
    assert.include(page, "&lt;/script&gt;&lt;b&gt;&amp;")
    assert.strictEqual(page.match(/<\/script>/g)?.length, 3)
  })

  it("has the series and the percentiles that its plots are drawn from", () => {
    const data: unknown = JSON.parse(/id="data">(.*?)<\/script>/s.exec(page)?.[1] ?? "")
    assert.hasAllKeys(data, ["series", "warmup", "curves"])
    const { curves, series } = data as { curves: ReadonlyArray<{ points: ReadonlyArray<object> }>; series: object }
    assert.hasAnyKeys(series, ["p99", "in_flight"])
    assert.strictEqual(new Set(curves.map(({ points }) => points.length)).size, 1)
  })
})
