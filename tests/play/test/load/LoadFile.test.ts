import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { load } from "@backlot/scenario/file/ScenarioFile"
import { jobOf, ownServer, scenariosOf } from "@backlot/simulator/load/LoadRun"
import { LOAD_VARIABLES } from "@backlot/simulator/load/LoadStep"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { temporaryFolder } from "../run/EmbeddedStages.ts"

const FILE = `
name: adopt a pet
variables: { vu: 1 }
examples:
  - { animal: Dog }
  - { animal: Cat }
steps:
  - as: "*"
    in: general
    use: "/adopt animal:\${animal} name:Rex\${vu}"
    expect: { state: responded }
    capture: { adoption: message.id }
  - press: confirm
    on: \${adoption}
load:
  rate: 200/s
  duration: 30s
  thresholds: { p95: < 50ms, "use:/adopt p99": < 80ms }
`

describe("a scenario file", () => {
  it.live("carries its load: rows as they were written, and what only a play knows left open", () =>
    Effect.gen(function* () {
      const path = join(yield* temporaryFolder, "adopt.scenario.yaml")
      writeFileSync(path, FILE)
      const { scenarios } = yield* load(path, { variables: LOAD_VARIABLES })
      const [rows] = scenariosOf(scenarios)
      const job = yield* Effect.fromResult(rows === undefined ? assert.fail("no scenario") : jobOf(rows, { users: 5 }))
      assert.deepStrictEqual(
        job.rows.map(([first]) => first?.step.use),
        ["/adopt animal:Dog name:Rex${vu}", "/adopt animal:Cat name:Rex${vu}"]
      )
      assert.deepInclude(job.course, { model: "closed", most: 5, duration_ms: 30_000 })
      assert.deepStrictEqual(
        job.thresholds.map(({ name, steps }) => [name, steps]),
        [
          ["p95", undefined],
          ["use:/adopt p99", "use:/adopt"]
        ]
      )
      assert.deepInclude(job.stage, { clock: "real", limits: undefined })
      assert.strictEqual(ownServer(job.stage).limits, "observe")
      assert.strictEqual(ownServer({ ...job.stage, limits: "enforce" }).limits, "enforce")
    })
  )
})
