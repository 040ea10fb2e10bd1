/**
 * Backlot as a service on three machines, under load, while one thing after another fails. What the load was told is judged
 * by the rules of History.ts after each fault. `BACKLOT_FAULT_SECONDS` says how long the load runs before and after each.
 */

import { afterAll, beforeAll, expect, it } from "vitest"
import { lasting } from "../../src/RealTime.ts"
import { botWorld } from "../bot/BotWorld.ts"
import { controlOf } from "../ControlClient.ts"
import { APP } from "../World.ts"
import { type Cluster, hasConnection, isServer, type Node, serverOfSession, startCluster } from "./Cluster.ts"
import { breachesOf } from "./History.ts"
import { type Load, startLoad } from "./Load.ts"
import { type Receiver, startReceiver } from "./Witnesses.ts"

const DEEP = (process.env["BACKLOT_DEEP"] ?? "") !== ""
const STEADY_MS = Number(process.env["BACKLOT_FAULT_SECONDS"] || (DEEP ? 60 : 2)) * 1_000
/** A lock that is not renewed is lost after eight seconds. */
const LOCK_MS = 8_000
/** Longer than that, too. */
const AWAY_MS = Number(process.env["BACKLOT_AWAY_SECONDS"] || (DEEP ? 25 : 9)) * 1_000
/** Until all of it is as before, however slow the machine. */
const RECOVERY_MS = 30_000
const SETTLED_MS = 20_000
const TEST_MS = 2 * STEADY_MS + 2 * RECOVERY_MS + SETTLED_MS

/** How often a webhook event that is under way may come again. A server that joins or stops repeats none. */
const REPEATS = { killed: 1, lost: 2, stopped: 0 }

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
const amid = async (repeats: number, fault: () => Promise<unknown>) => {
  await lasting(STEADY_MS)
  const fromMs = performance.now()
  try {
    await fault()
    const faultedMs = performance.now()
    await expect.poll(() => load.unserved(faultedMs), { timeout: RECOVERY_MS, interval: 250 }).toEqual([])
  } finally {
    load.faults.push({ fromMs, toMs: performance.now(), repeats })
  }
  expect(await judge()).toEqual([])
}

/** The rules that were broken, after some more load. */
const judge = async () => {
  await lasting(STEADY_MS)
  await load.pause()
  const settled = expect.poll(newBreaches, { timeout: SETTLED_MS, interval: 500 }).toEqual([])
  await settled.catch(() => undefined)
  // Something that comes twice may come late.
  await lasting(500)
  const breaches = await newBreaches()
  for (const breach of breaches) known.add(breach)
  load.goOn()
  return breaches
}

/** The server that sends webhook events now. */
const sender = async (): Promise<Node> => {
  let found: Node | undefined
  const look = () => {
    const port = receiver.senderPort()
    found = cluster.nodes.find(({ program }) => port !== undefined && hasConnection(program.pid, port))
    return found
  }
  await expect.poll(look).toBeDefined()
  return found ?? expect.fail("nobody sends webhook events")
}

/** The server that has the bot's session of shard 0. */
const sessionsNode = async (): Promise<Node> => {
  const [any = expect.fail("no server is left")] = cluster.nodes
  const server = await serverOfSession(controlOf(any.program.ready.control_url), APP)
  const found = cluster.nodes.find(({ program }) => server !== undefined && isServer(program.pid, server))
  return found ?? expect.fail("nobody has the session")
}

const resumes = () => load.bot.told.filter(({ t }) => t === "RESUMED").length

/** Another one is started in its place when `isEnough`. */
const killed = async (node: Node, isEnough: (sinceMs: number) => boolean) => {
  await cluster.end(node, "SIGKILL")
  const sinceMs = performance.now()
  await expect.poll(() => isEnough(sinceMs)).toBe(true)
  await cluster.replace(node)
}

const faults: Readonly<Record<string, () => Promise<void>>> = {
  "the one that has a session of the bot is killed": () =>
    amid(REPEATS.killed, async () => {
      const before = resumes()
      await killed(await sessionsNode(), () => resumes() > before)
    }),
  "the one that sends webhook events is killed, and another sends them": () =>
    amid(REPEATS.killed, async () => killed(await sender(), load.isReceived)),
  "PostgreSQL ends all connections, again and again": () =>
    amid(3, async () => {
      for (let times = 0; times < 3; times++) {
        expect(await cluster.endBackends()).toBeGreaterThan(0)
        await lasting(700)
      }
    }),
  "the ones that send webhook events and have a session stand still for longer than locks live, and go on": () =>
    amid(REPEATS.lost, async () => {
      const still = new Set([await sender(), await sessionsNode()])
      for (const { program } of still) process.kill(program.pid, "SIGSTOP")
      await lasting(LOCK_MS + 4_000)
      for (const { program } of still) process.kill(program.pid, "SIGCONT")
    }),
  "one that has a session loses its way to the database for longer than locks live, and finds it again": () =>
    amid(REPEATS.lost, async () => {
      const { relay } = await sessionsNode()
      await relay.cut()
      await lasting(AWAY_MS)
      await relay.restore()
    }),
  "one that has a session loses every packet to the database and back, and can connect again": () =>
    amid(REPEATS.lost, async () => {
      const { relay } = await sessionsNode()
      relay.silence()
      await lasting(AWAY_MS)
      relay.speak()
    }),
  "each is stopped in turn, and another started": () =>
    amid(REPEATS.stopped, async () => {
      for (const node of [...cluster.nodes]) {
        await cluster.end(node, "SIGTERM")
        await cluster.replace(node)
      }
    })
}

it(
  "nothing fails, and everything is used",
  async () => {
    expect(await judge()).toEqual([])
    const { after, hidden, ...seen } = await load.history()
    const unused = Object.entries(seen).flatMap(([what, all]) => (all.length === 0 && what !== "faults" ? [what] : []))
    expect(unused).toEqual([])
  },
  TEST_MS
)

it.each(Object.keys(faults))("%s", (name) => faults[name]?.(), TEST_MS)
