import { assert, describe, it } from "@effect/vitest"
import { healthOf, type Strain } from "../../src/load/LoadHealth.ts"
import { LoadMeter } from "../../src/load/LoadMeter.ts"
import { thinking } from "../../src/load/LoadRun.ts"
import { course } from "./Plans.ts"

const CALM: Strain = { cpu: 0.2, busy: 0.3, lag_p99_ms: 1, lag_max_ms: 4 }
const plan = course({ rate: "100/s", users: 50, duration: "10s" })

const warnings = (strain: Partial<Strain>, change: (meter: LoadMeter) => void = () => {}, connections = 50) => {
  const meter = new LoadMeter({ steps: 1, ...plan })
  for (let i = 0; i < 1000; i++) {
    meter.began(i)
    meter.ends(meter.begins(0, i, i, i), i + 1, undefined)
  }
  change(meter)
  return healthOf({ ...CALM, ...strain }, meter, plan, connections).warnings.join("\n")
}

describe("the generator says that it is the bottleneck", () => {
  it("never while it keeps up", () => {
    assert.strictEqual(warnings({}), "")
  })

  const cases: ReadonlyArray<readonly [string, Parameters<typeof warnings>, RegExp]> = [
    ["when it is always busy", [{ busy: 0.97 }], /busy 97\.0% of the time/],
    ["when its timers are late", [{ lag_p99_ms: 80 }], /timers of the generator were up to 80 ms late/],
    [
      "when it sends late",
      [
        {},
        (meter) => {
          for (let i = 0; i < 20; i++) meter.sentAfter(0, 0, 11)
        }
      ],
      /20 of 1,000 steps \(2\.00%\) were sent more than 10 ms after they were due/
    ],
    [
      "when plays wait for a virtual user",
      [{}, (meter) => meter.arrived(0, true)],
      /1 of 1,000 plays had to wait because all 50 virtual users were at play/
    ],
    [
      "when plays never begin",
      [
        {},
        (meter) => {
          meter.dropped = 3
        }
      ],
      /3 plays that were due never began/
    ],
    [
      "when requests share connections",
      [
        {},
        (meter) => {
          meter.mostInFlight = 60
        },
        20
      ],
      /up to 60 requests shared 20 connections/
    ]
  ]
  for (const [sentence, given, message] of cases)
    it(sentence, () => {
      assert.match(warnings(...given), message)
    })
})

describe("think times", () => {
  const pauses = (seed: number, vu: number) => {
    const think = thinking(course({ think: { min: "100ms", max: "200ms" } }), seed)
    return Array.from({ length: 100 }, () => think({ vu }))
  }

  it("lie between the least and the most", () => {
    const all = pauses(1, 1)
    assert.isTrue(all.every((ms) => ms >= 100 && ms < 200))
    assert.isAbove(Math.max(...all) - Math.min(...all), 80)
  })

  it("are the same for the same seed and virtual user, and others for others", () => {
    assert.deepStrictEqual(pauses(7, 3), pauses(7, 3))
    assert.notDeepEqual(pauses(7, 3), pauses(8, 3))
    assert.notDeepEqual(pauses(7, 3), pauses(7, 4))
  })
})
