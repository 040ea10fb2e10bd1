/** What nodes and sessions take while nobody asks anything. */
import { setTimeout as sleep } from "node:timers/promises"
import type { Backlot } from "../Backlot.ts"
import { cpuMs, familyCpuMs, residentMib } from "../Child.ts"
import { GatewaySocket } from "../GatewaySocket.ts"
import type { Costs } from "./Costs.ts"

const IDLE_MS = 3_000
const FIRST = 100
const SESSIONS = 500
const AT_ONCE = 20
/** Of each session; the gateway allows 120 frames in a minute. */
const HEARTBEATS = 60

/** Cores of one node, after its start. */
export const measureIdle = async (nodes: ReadonlyArray<Backlot>, postgres: number): Promise<Costs["idle"]> => {
  await sleep(1_000)
  const spent = await during(nodes, postgres, () => sleep(IDLE_MS))
  return { nodeCores: spent.nodes / IDLE_MS / nodes.length, postgresCores: spent.postgres / IDLE_MS / nodes.length }
}

/** Memory of a session, and the CPU of its heartbeats beyond what an idle node takes. */
export const measureSessions = async (node: Backlot, token: string, postgres: number): Promise<Costs["session"]> => {
  const sockets: Array<GatewaySocket> = []
  const reach = (count: number) => {
    const logIn = async () => {
      while (sockets.length < count) {
        const socket = new GatewaySocket(node.url)
        sockets.push(socket)
        await socket.logIn(token, 1)
      }
    }
    return Promise.all(Array.from({ length: AT_ONCE }, logIn))
  }
  // The first ones load code.
  await reach(FIRST)
  const memory = residentMib(node.pid) ?? Number.NaN
  await reach(FIRST + SESSIONS)
  const grown = (residentMib(node.pid) ?? Number.NaN) - memory
  const idle = await during([node], postgres, () => sleep(IDLE_MS))
  const beating = await during([node], postgres, async () => {
    const end = performance.now() + IDLE_MS
    for (let i = 0; i < HEARTBEATS; i++) {
      for (const socket of sockets) socket.heartbeat()
      await sleep(IDLE_MS / HEARTBEATS / 2)
    }
    await sleep(Math.max(0, end - performance.now()))
  })
  for (const socket of sockets) socket.close()
  const micros = (part: "nodes" | "postgres") =>
    (Math.max(0, beating[part] - idle[part]) * 1000) / (sockets.length * HEARTBEATS)
  return {
    kib: (grown * 1024) / SESSIONS,
    heartbeatMicros: micros("nodes"),
    heartbeatPostgresMicros: micros("postgres")
  }
}

const during = async (nodes: ReadonlyArray<Backlot>, postgres: number, act: () => Promise<void>) => {
  const now = () => ({
    nodes: nodes.reduce((sum, { pid }) => sum + (cpuMs(pid) ?? Number.NaN), 0),
    postgres: familyCpuMs(postgres)
  })
  const before = now()
  await act()
  const after = now()
  return { nodes: after.nodes - before.nodes, postgres: after.postgres - before.postgres }
}
