/**
 * Memory of the program on the file adapter: idle, beside a bare node:http program, and its growth over 100,000 requests. A
 * point of the resident memory is the least sample around it, because V8 collects when it likes. What the program keeps is
 * its heap after a collection, of a second run. Either may be a twentieth above the warm point at half the way. The floor
 * gets the same requests.
 */
import { type Bare, residentMib, startBare } from "../Child.ts"
import type { Answer } from "../Connection.ts"
import { keptMib } from "../Heap.ts"
import { cycle, load, refusal } from "../Load.ts"
import { type Benchmark, floorOf } from "../Scene.ts"
import { shown } from "../Table.ts"
import { APP, aboutCommands, commandBody, worldOf } from "../World.ts"
import { notResponded, prepareUse } from "./Use.ts"

const REQUESTS = 100_000
const CONNECTIONS = 8
const SAMPLE_EVERY_MS = 50

/** The shares of the requests between which a point is sampled. */
const points = { early: [0.05, 0.15], warm: [0.4, 0.5], end: [0.9, 1] } as const

interface Sample {
  readonly requests: number
  readonly mib: number
}

export const memory: Benchmark = async (scene) => {
  const world = worldOf({ applications: 1, guilds: 1 })
  const ours = await scene.backlot(world, { data: `${scene.folder}/memory.db` })
  const floor = await scene.floor(world, { data: `${scene.folder}/memory.journal` })
  const bare = scene.keep(await startBare("answer"))
  const endpoint = scene.keep(await startBare("endpoint", ours.publicKey(APP)))
  const [idle, bareIdle, floorIdle] = [ours, bare, floor].map(({ pid }) => residentMib(pid))
  if (idle === undefined || bareIdle === undefined || floorIdle === undefined) return []
  const grown = await growth(ours, endpoint.url)
  const floorGrown = await growth(floor, endpoint.url)
  const { early, warm, end } = grown
  const inspected = await scene.backlot(world, { data: `${scene.folder}/kept.db`, inspect: true })
  const other = scene.keep(await startBare("endpoint", inspected.publicKey(APP)))
  const kept = await keptAlong(inspected, other.url)
  return [
    {
      benchmark: "memory, idle",
      unit: "MiB",
      ours: idle,
      baseline: bareIdle,
      ratios: [idle / bareIdle],
      ...floorOf(idle, floorIdle),
      goal: "none",
      notes: "baseline: a bare node:http program",
      raw: { ours: idle, baseline: bareIdle, floor: floorIdle }
    },
    {
      benchmark: `memory, after ${REQUESTS.toLocaleString("en-US")} requests`,
      unit: "MiB",
      ours: end,
      baseline: warm,
      ratios: [end / warm],
      ...floorOf(end, floorGrown.end),
      goal: { most: 1.05 },
      notes: `baseline: itself after 50%; after 10% ${shown(early)}; the floor after 50% ${shown(floorGrown.warm)}`,
      raw: { idle, ours: grown, floor: floorGrown }
    },
    {
      benchmark: `memory kept after ${REQUESTS.toLocaleString("en-US")} requests`,
      unit: "MiB",
      ours: kept.end,
      baseline: kept.warm,
      ratios: [kept.end / kept.warm],
      goal: { most: 1.05 },
      notes: `heap and buffers after a collection; baseline: itself after 50%; at the start ${shown(kept.start)}, after 10% ${shown(kept.early)}`,
      raw: kept
    }
  ]
}

/** What the program keeps at the start and after a tenth, half and all of the requests. */
const keptAlong = async (server: Bare, endpoint: string) => {
  const next = mixed(await prepareUse(server.url, endpoint))
  const start = await keptMib(server)
  const after = async (count: number) => {
    await load(
      { ...server, next, complaint: notRefused },
      { connections: CONNECTIONS, seconds: Number.POSITIVE_INFINITY, count }
    )
    return await keptMib(server)
  }
  const early = await after(REQUESTS * 0.1)
  const warm = await after(REQUESTS * 0.4)
  return { start, early, warm, end: await after(REQUESTS * 0.5) }
}

/** The memory of a server while it gets all requests. */
const growth = async (server: Bare, endpoint: string) => {
  const play = await prepareUse(server.url, endpoint)
  let requests = 0
  const samples: Array<Sample> = []
  const timer = setInterval(
    () => samples.push({ requests, mib: residentMib(server.pid) ?? Number.NaN }),
    SAMPLE_EVERY_MS
  )
  const next = mixed(play)
  const counting = (connection: number) => {
    requests += 1
    return next(connection)
  }
  await load(
    { ...server, next: counting, complaint: notRefused },
    { connections: CONNECTIONS, seconds: Number.POSITIVE_INFINITY, count: REQUESTS }
  )
  clearInterval(timer)
  const [early, warm, end] = [points.early, points.warm, points.end].map((span) => leastOf(samples, span))
  return { early: early ?? Number.NaN, warm: warm ?? Number.NaN, end: end ?? Number.NaN, samples }
}

const mixed = (play: Buffer) => cycle((connection) => mixOf(connection, play))

/** Ten requests of a connection: seven lists, two upserts that change something, one use. */
const mixOf = (connection: number, play: Buffer): ReadonlyArray<Buffer> => {
  const list = aboutCommands("GET")
  const [one, other] = ["as it was", "as it is"].map((words) =>
    aboutCommands("POST", commandBody(`mixed-${connection}`, 10, words))
  )
  return [list, list, one ?? list, list, list, play, list, list, other ?? list, list]
}

/** A use must be answered; the status is enough for all others. */
const notRefused = (answer: Answer): string | undefined =>
  answer.body.includes('"interaction_id"') ? notResponded(answer) : refusal(answer)

const leastOf = (samples: ReadonlyArray<Sample>, [from, to]: readonly [number, number]): number | undefined => {
  const within = samples.filter(({ requests }) => requests >= from * REQUESTS && requests <= to * REQUESTS)
  return within.length === 0 ? undefined : Math.min(...within.map(({ mib }) => mib))
}
