/**
 * Uses per second of the load generator alone: against a null service that answers at once, so that each has its own
 * core. The baseline is this package's bare generator, which repeats the same bytes.
 */
import { readFile, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { startBare, startChild } from "../Child.ts"
import { encode } from "../Connection.ts"
import { load } from "../Load.ts"
import type { Benchmark, Scene } from "../Scene.ts"
import { shown } from "../Table.ts"
import { ALICE, GENERAL } from "../World.ts"

const USERS = 32
const GOAL_RATE = 5_000
const WARM_UP_S = 3
const POLL_MS = 100
const CAP_MS = 120_000

const SCENARIO = `name: adopt a pet
steps:
  - as: alice
    in: general
    use: "/adopt animal:Dog name:Rex"
    expect: { state: responded, message: { content: "/Rex/" } }
load: { users: ${USERS}, warmup: ${WARM_UP_S}s }
`

/** The fields read from the report of a load. */
interface Report {
  readonly total: {
    readonly rate: number
    readonly count: number
    readonly errors: number
    readonly latency: { readonly p99: number }
  }
  readonly health: { readonly cpu: number; readonly busy: number; readonly warnings: ReadonlyArray<string> }
}

export const generator: Benchmark = async (scene) => {
  const service = scene.keep(await startBare("service"))
  const seconds = scene.seconds * scene.rounds
  const { total, health } = await simulate(scene, service.url, seconds)
  if (total.errors > 0) throw new Error(`${total.errors} of ${total.count} uses went wrong`)
  const bare = await load({ ...service, next: () => use }, { connections: USERS, seconds })
  const baseline = bare.requests / bare.seconds
  return [
    {
      benchmark: "load generator, uses",
      unit: "uses/s",
      ours: total.rate,
      baseline,
      ratios: [total.rate / baseline],
      goal: { oursLeast: GOAL_RATE },
      notes: `${shown((health.cpu * 1e6) / total.rate)} µs of CPU per use; busy ${shown(health.busy * 100)}%; p99 ${shown(total.latency.p99)} ms`,
      raw: { total, health, bare: bare.requests }
    }
  ]
}

const use = encode({
  method: "POST",
  path: `/control/v1/users/${ALICE}/channels/${GENERAL}/interactions?until=responded`,
  body: JSON.stringify({
    ...{ command_id: "500000000000000001", version: "500000000000000002" },
    options: ["animal", "name"].map((name) => ({ name, type: 3, value: "Rex" }))
  })
})

/** Runs the program as load until it ends. */
const simulate = async ({ program, folder }: Scene, url: string, seconds: number): Promise<Report> => {
  const [file, out] = [join(folder, "adopt.scenario.yaml"), join(folder, "load.json")]
  await writeFile(file, SCENARIO)
  const duration = `${seconds + WARM_UP_S}s`
  const child = startChild([
    program,
    "simulate",
    file,
    "--server",
    url,
    "--duration",
    duration,
    "--report",
    `json=${out}`
  ])
  const deadline = performance.now() + CAP_MS + seconds * 1000
  while (!child.hasEnded()) {
    if (performance.now() > deadline) await child.stop()
    await sleep(POLL_MS)
  }
  const text = await readFile(out, "utf8").catch(() => {
    throw new Error(`simulate made no report:\n${child.output()}`)
  })
  return JSON.parse(text)
}
