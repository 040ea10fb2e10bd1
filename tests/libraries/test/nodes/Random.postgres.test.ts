/**
 * Random users of three servers behind one address, each answer judged by the second model: `simulate --random`, where each
 * request goes to the next server, and servers are killed and restarted. `BACKLOT_RANDOM_STEPS` says how many operations.
 */
import { type OpenStage, StageFailed, type StageRequest, Stages } from "@backlot/player/stage/Stage"
import { describeRandom } from "@backlot/simulator/random/RandomReport"
import { runRandom } from "@backlot/simulator/random/RandomRun"
import { type RequestBalancer, startRequestBalancer } from "@backlot/test-judges/nodes/RequestBalancer"
import { Effect, Layer } from "effect"
import { expect, it } from "vitest"
import { startCluster } from "./Cluster.ts"

const DEEP = (process.env["BACKLOT_DEEP"] ?? "") !== ""
const STEPS = Number(process.env["BACKLOT_RANDOM_STEPS"] || (DEEP ? 5_000 : 200))
const SEED = Number(process.env["BACKLOT_RANDOM_SEED"] || 20_262)
const NODES = 3
/** However slow the machine: starting the servers of a world, and one operation. */
const TEST_MS = 120_000 + STEPS * 500

const proxies: Array<RequestBalancer> = []

const attempt = <A>(what: () => Promise<A>) =>
  Effect.tryPromise({ try: what, catch: (error) => new StageFailed({ message: String(error) }) })

/** Three new servers on a new database for each world. */
const open = Effect.fnUntraced(function* ({ world, clock, limits = "enforce", ids = "clock" }: StageRequest) {
  const proxy = yield* attempt(startRequestBalancer)
  proxies.push(proxy)
  const args = ["--clock", clock, "--limits", limits, "--ids", ids]
  const cluster = yield* Effect.acquireRelease(
    attempt(() => startCluster(NODES, world, { args, proxy })),
    ({ stop }) => Effect.promise(stop)
  )
  let turn = 0
  const node = () => cluster.nodes[turn++ % NODES] ?? expect.fail("no server is left")
  const stage = {
    url: proxy.url,
    rest_url: `${proxy.url}/api`,
    gateway_url: `${proxy.url.replace("http", "ws")}/gateway`,
    control_url: `${proxy.url}/control/v1`,
    applications: node().program.ready.applications
  }
  const restart: OpenStage["restart"] = (how) =>
    attempt(async () => {
      const ended = node()
      await cluster.end(ended, how === "kill" ? "SIGKILL" : "SIGTERM")
      await cluster.replace(ended)
    })
  return { stage, restart }
})

it(
  "random users find three servers on one database as the specification has one, also when one is killed",
  async () => {
    // What several servers count lies in their database.
    const run = runRandom({ seed: SEED, steps: STEPS, steps_per_world: 200, keeps_windows: true })
    const result = await Effect.runPromise(Effect.provide(run, Layer.succeed(Stages, { open })))
    expect(result.failure, describeRandom(result)).toBeUndefined()
    expect(result.steps).toBe(STEPS)
    expect(result.operations["kill server"]).toBeGreaterThan(0)
    for (const { requests } of proxies) expect(requests.size).toBeGreaterThanOrEqual(NODES)
  },
  TEST_MS
)
