/**
 * A thousand gateway sessions of one server: its memory, login speed, and the fan-out of one message, beside a bare
 * `ws` server that sends the same bytes. The sockets of the sessions are in this process. A fan-out lasts from the
 * request that creates the message until the last socket has it.
 */
import type { Backlot } from "../Backlot.ts"
import { residentMib, startBare } from "../Child.ts"
import { Connection, encode } from "../Connection.ts"
import { GatewaySocket } from "../GatewaySocket.ts"
import { refusal } from "../Load.ts"
import type { Figure } from "../Row.ts"
import type { Benchmark, Scene } from "../Scene.ts"
import { median, quantile } from "../Statistics.ts"
import { shown } from "../Table.ts"
import { APP, botOf, GENERAL, idAfter, tokenOf, worldOf } from "../World.ts"

/** Concurrent logins. */
const AT_ONCE = 20
const GOAL_MB = 400
const MB_PER_MIB = 1.048576

export interface Crowd {
  readonly sessions: number
  /** Number of applications that share the sessions. */
  readonly applications: number
  /** Number of measured messages, after as many unmeasured ones. */
  readonly fanOuts: number
}

const COMMON = { sessions: 1_000, fanOuts: 60 }

export const sessions: Benchmark = async (scene) => [
  ...(await measureCrowd({ ...COMMON, applications: 1 }, scene)),
  ...(await measureCrowd({ ...COMMON, applications: 50 }, scene))
]

export const measureCrowd = async (crowd: Crowd, scene: Scene): Promise<ReadonlyArray<Figure>> => {
  const { applications, fanOuts } = crowd
  const world = worldOf({ applications, guilds: 1 })
  const ours = await scene.backlot(world, { data: `${scene.folder}/sessions-${applications}.db` })
  const bare = scene.keep(await startBare("push", JSON.stringify(await framesOf(ours))))
  const tokens = Array.from({ length: crowd.sessions }, (_, i) => tokenOf(idAfter(APP, i % applications)))
  const sides = {
    ours: { ...(await logInAll(ours, tokens)), change: say },
    bare: { ...(await logInAll(bare, tokens)), change: encode({ method: "POST", path: "/broadcast", body: "{}" }) }
  }
  const spans = { ours: [] as Array<number>, bare: [] as Array<number> }
  const [us, them] = [await Connection.open(ours.url), await Connection.open(bare.url)]
  for (let i = -fanOuts; i < fanOuts; i++) {
    const ms = { ours: await fanOut(us, sides.ours), bare: await fanOut(them, sides.bare) }
    if (i < 0) continue
    spans.ours.push(ms.ours)
    spans.bare.push(ms.bare)
  }
  const after = { ours: megabytes(ours.pid), bare: megabytes(bare.pid) }
  for (const one of [us, them, ...sides.ours.sockets, ...sides.bare.sockets]) one.close()
  const name = `${crowd.sessions.toLocaleString("en-US")} sessions, ${applications} app${applications === 1 ? "" : "s"}`
  return [
    memoryOf(`${name}: memory`, sides, after),
    {
      benchmark: `${name}: log-ins`,
      unit: "log-ins/s",
      ours: sides.ours.rate,
      baseline: sides.bare.rate,
      ratios: [sides.ours.rate / sides.bare.rate],
      goal: "none",
      notes: "",
      raw: { ours: sides.ours.rate, baseline: sides.bare.rate }
    },
    {
      benchmark: `${name}: one message to all`,
      unit: "ms, median",
      ours: median(spans.ours),
      baseline: median(spans.bare),
      ratios: [median(spans.ours) / median(spans.bare)],
      goal: { most: 2 },
      notes: `p99 ${shown(quantile(spans.ours, 0.99))} ms, bare ${shown(quantile(spans.bare, 0.99))} ms`,
      raw: spans
    }
  ]
}

/** The highest sample after the logins and after the messages. */
const memoryOf = (
  benchmark: string,
  sides: Readonly<Record<"ours" | "bare", { readonly idle: number; readonly loggedIn: number }>>,
  after: Readonly<Record<"ours" | "bare", number>>
): Figure => {
  const ours = Math.max(sides.ours.loggedIn, after.ours)
  const baseline = Math.max(sides.bare.loggedIn, after.bare)
  const { idle, loggedIn } = sides.ours
  return {
    benchmark,
    unit: "MB",
    ours,
    baseline,
    ratios: [ours / baseline],
    goal: { oursBelow: GOAL_MB },
    notes: `idle ${shown(idle)}, logged in ${shown(loggedIn)}, after the messages ${shown(after.ours)} MB`,
    raw: { sides: [sides.ours, sides.bare].map(({ idle, loggedIn }) => ({ idle, loggedIn })), after }
  }
}

const megabytes = (pid: number): number => (residentMib(pid) ?? Number.NaN) * MB_PER_MIB

const say = encode({
  method: "POST",
  path: `/api/v10/channels/${GENERAL}/messages`,
  headers: botOf(APP),
  body: JSON.stringify({ content: "One message to all who listen." })
})

/** The frames of a login and of one message. */
const framesOf = async (ours: Backlot) => {
  const socket = new GatewaySocket(ours.url)
  const frames = socket.keep()
  await socket.logIn(tokenOf(APP), 1)
  const opening = [...frames]
  const connection = await Connection.open(ours.url)
  await fanOut(connection, { sockets: [socket], change: say })
  for (const one of [socket, connection]) one.close()
  return { opening, pushed: frames.at(-1) }
}

const logInAll = async (
  { url, pid }: { readonly url: string; readonly pid: number },
  tokens: ReadonlyArray<string>
) => {
  const idle = megabytes(pid)
  const began = performance.now()
  const sockets: Array<GatewaySocket> = []
  const waiting = [...tokens]
  const work = async () => {
    for (let token = waiting.shift(); token !== undefined; token = waiting.shift()) {
      const socket = new GatewaySocket(url)
      sockets.push(socket)
      await socket.logIn(token, 1)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  const seconds = (performance.now() - began) / 1000
  return { sockets, idle, rate: tokens.length / seconds, loggedIn: megabytes(pid) }
}

/** Milliseconds from the request until every socket has one more dispatch. */
const fanOut = async (
  connection: Connection,
  { sockets, change }: { readonly sockets: ReadonlyArray<GatewaySocket>; readonly change: Buffer }
): Promise<number> => {
  const all = sockets.map((socket) => socket.reach(socket.dispatches + 1))
  const began = performance.now()
  const answer = connection.send(change)
  await Promise.all(all)
  const ms = performance.now() - began
  const wrong = refusal(await answer)
  if (wrong !== undefined) throw new Error(`a message was ${wrong}`)
  return ms
}
