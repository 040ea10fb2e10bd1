/**
 * Backlot as a service on three machines, under load, while one thing after another fails. What the load was told is judged
 * by the rules of History.ts after each fault. `BACKLOT_FAULT_SECONDS` says how long the load runs before and after each.
 */
import { appendFileSync } from "node:fs"
import { setTimeout as sleep } from "node:timers/promises"
import { afterAll, beforeAll, expect, it } from "vitest"
import { botWorld } from "../bot/BotWorld.ts"
import { APP } from "../World.ts"
import { type Cluster, hasConnection, type Node, startCluster } from "./Cluster.ts"
import { breachesOf } from "./History.ts"
import { type Load, startLoad } from "./Load.ts"
import { type Receiver, startReceiver } from "./Witnesses.ts"

const DEEP = (process.env["BACKLOT_DEEP"] ?? "") !== ""
const STEADY_MS = Number(process.env["BACKLOT_FAULT_SECONDS"] || (DEEP ? 60 : 2)) * 1_000
/** A lock that is not renewed is lost after eight seconds. */
const LOCK_MS = 8_000
/** Until all of it is as before. */
const RECOVERY_MS = 30_000

let cluster: Cluster
let load: Load
let receiver: Receiver

beforeAll(async () => {
  receiver = await startReceiver()
  const hooked = {
    event_webhooks_url: receiver.url,
    event_webhooks_status: 2,
    event_webhooks_types: ["LOBBY_MESSAGE_CREATE"]
  }
  const applications = botWorld.applications.map((app) => (app.id === APP ? { ...app, ...hooked } : app))
  cluster = await startCluster(3, { ...botWorld, applications })
  load = await startLoad(cluster, receiver)
})

afterAll(async () => {
  await load?.stop()
  await cluster?.stop()
  await receiver?.stop()
})

const known = new Set<string>()

/** Breaches that no test before has told of. */
const newBreaches = async () => breachesOf(await load.history()).filter((breach) => !known.has(breach))

/** Lets the fault happen amid the load, waits until everything is served again, and judges. */
const amid = async (fault: () => Promise<unknown>) => {
  await sleep(STEADY_MS)
  const fromMs = performance.now()
  // Open-ended until it is over.
  const place = load.faults.push({ fromMs, toMs: Number.POSITIVE_INFINITY }) - 1
  await fault()
  const faultedMs = performance.now()
  await expect.poll(() => load.unserved(faultedMs), { timeout: RECOVERY_MS, interval: 250 }).toEqual([])
  const toMs = performance.now()
  load.faults[place] = { fromMs, toMs }
  await sleep(STEADY_MS)
  await load.pause()
  await expect
    .poll(newBreaches, { timeout: 15_000, interval: 500 })
    .toEqual([])
    .catch(() => undefined)
  // Something that comes twice may come late.
  await sleep(500)
  const breaches = await newBreaches()
  for (const breach of breaches) known.add(breach)
  load.goOn()
  report(
    `fault ${Math.round(faultedMs - fromMs)} ms, served again after ${Math.round(toMs - faultedMs)} ms, all ${Math.round(performance.now() - fromMs)} ms`
  )
  expect(breaches).toEqual([])
}

const report = (line: string) => {
  appendFileSync("/tmp/h1faults.log", `${expect.getState().currentTestName}: ${line}\n`)
}

const nodeAt = (place: number): Node => cluster.nodes[place] ?? expect.fail(`no server ${place}`)

/** The server that sends webhook events now. */
const sender = (): Promise<Node> =>
  expect
    .poll(() => {
      const port = receiver.senderPort()
      return port === undefined ? undefined : cluster.nodes.find(({ program }) => hasConnection(program.pid, port))
    })
    .toBeDefined()
    .then(() => {
      const port = receiver.senderPort()
      return (
        cluster.nodes.find(({ program }) => port !== undefined && hasConnection(program.pid, port)) ??
        expect.fail("nobody sends")
      )
    })

it("without a fault", () => amid(async () => undefined))

it("one is killed", () =>
  amid(async () => {
    const node = nodeAt(0)
    await cluster.end(node, "SIGKILL")
    await sleep(1_000)
    await cluster.replace(node)
  }))

it("the one that sends webhook events is killed", () =>
  amid(async () => {
    const node = await sender()
    await cluster.end(node, "SIGKILL")
    await sleep(1_000)
    await cluster.replace(node)
  }))

it("PostgreSQL ends all connections, again and again", () =>
  amid(async () => {
    for (let times = 0; times < 3; times++) {
      expect(await cluster.endBackends()).toBeGreaterThan(0)
      await sleep(700)
    }
  }))

it("the one that sends webhook events stands still for longer than its locks live, and goes on", () =>
  amid(async () => {
    const { program } = await sender()
    process.kill(program.pid, "SIGSTOP")
    await sleep(LOCK_MS + 4_000)
    process.kill(program.pid, "SIGCONT")
  }))

it("one loses its way to the database, and finds it again", () =>
  amid(async () => {
    const { relay } = nodeAt(1)
    await relay.cut()
    await sleep(3_000)
    await relay.restore()
  }))

it("each is stopped in turn, and another started", () =>
  amid(async () => {
    for (const node of [...cluster.nodes]) {
      await cluster.end(node, "SIGTERM")
      await cluster.replace(node)
    }
  }))
