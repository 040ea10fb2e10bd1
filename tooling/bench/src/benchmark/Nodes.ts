/**
 * Two nodes on one PostgreSQL beside one node, for reads, writes and uses; and what the model of docs/scale.md needs:
 * CPU, round trips and bytes of each operation, by node and by PostgreSQL. All processes share the cores of this machine,
 * so rates count only where each node has a share of a core to itself, whatever the other has.
 */
import { cpus } from "node:os"
import { startPostgres } from "@backlot/postgres/Start"
import type { Backlot } from "../Backlot.ts"
import { startClient } from "../Child.ts"
import { Connection } from "../Connection.ts"
import { cycle, load, refusal, type Target } from "../Load.ts"
import type { Costs, OperationCosts } from "../nodes/Costs.ts"
import { measureIdle, measureSessions } from "../nodes/Idle.ts"
import { type Relay, startRelay } from "../nodes/Relay.ts"
import { shareOf } from "../nodes/Share.ts"
import { coresOf, foreignCoresOf, microsOf, rateOf, type Spent, spend } from "../nodes/Spending.ts"
import type { Figure } from "../Row.ts"
import type { Benchmark, Scene } from "../Scene.ts"
import { median, quantile } from "../Statistics.ts"
import { shown } from "../Table.ts"
import { APP, aboutCommands, channelId, commandBody, idAfter, tokenOf, worldOf } from "../World.ts"
import { notResponded, registerUses } from "./Use.ts"
import { upsertsOf } from "./Writes.ts"

const CONNECTIONS = 16
/** Enough that a commit takes as many appends as it may. */
const TOGETHER = 64
/** Of appends alone the fastest tenth counts: the others waited for a core. */
const FASTEST = 0.1
const WARM_UP = { requests: 1_500, mostSeconds: 4 }
/** Connections of different nodes are bots of different applications, and people in different channels. */
const WORLD = worldOf({ applications: 2 * CONNECTIONS, guilds: 1, channels: 2 * TOGETHER })
/** The body of discord.js for `reply("pong")`. */
const REPLY = JSON.stringify({ type: 4, data: { content: "pong", tts: false, flags: 0 } })

/** Each node has the session of one bot: half of the uses are delivered by another node than that of the user. */
const BOTS = [APP, idAfter(APP, 1)] as const

/** Small enough that PostgreSQL and the generator never wait for the nodes' cores, nor the nodes for theirs. */
const SHARE = 0.25
/** Of two nodes with such shares beside one. */
const GOALS = { read: 1.7, write: 1.5, use: 1.5 } as const

const KINDS = ["read", "write", "use"] as const
type Kind = keyof Costs["operations"]
/** By the number that the first connection has among those of all nodes, and the bots whose commands are used in turn. */
type Requests = (offset: number, bots: ReadonlyArray<string>) => Readonly<Record<Kind, Omit<Target, "url" | "pid">>>
/** `two` share the connections of `one`; `full` are two with as many connections each. */
type Side = "one" | "two" | "full" | "followed"
type Rounds = Readonly<Record<Kind, Readonly<Record<Side, ReadonlyArray<Spent>>>>>

export const nodes: Benchmark = async (scene) => {
  const postgres = scene.keep(await startPostgres({ isDurable: true }))
  const databaseOf = async (name: string) => {
    await postgres.createDatabase(name)
    const url = new URL(postgres.url)
    url.pathname = `/${name}`
    return url.href
  }
  const [ownDatabase, database] = [await databaseOf("own"), await databaseOf("shared")]
  const alone = await scene.backlot(WORLD, { database: ownDatabase })
  const first = await scene.backlot(WORLD, { database })
  const second = await scene.backlot(WORLD, { database })
  const idle = await measureIdle([alone, first, second], postgres.pid)
  const own = (await fill(alone))(0, BOTS)
  const requests = await fill(first)
  const shared = { first: requests(0, BOTS), second: requests(CONNECTIONS, BOTS) }
  const withOneBot = requests(0, [BOTS[0]])
  for (const bot of BOTS) await startBot(scene, alone, bot)
  const bot = await startBot(scene, first, BOTS[0])
  await startBot(scene, second, BOTS[1])

  const settingOf = (kind: Kind, side: Side) => {
    const pair = [first, second].map((node, i) => ({ ...node, ...shared[i === 0 ? "first" : "second"][kind] }))
    const one = [{ ...alone, ...own[kind] }]
    const asked = { one, two: pair, full: pair, followed: [{ ...first, ...withOneBot[kind] }] }[side]
    const others = side === "followed" ? [second.pid] : []
    return { asked, others, postgres: postgres.pid, connections: side === "full" ? 2 * CONNECTIONS : CONNECTIONS }
  }
  const rounds = await measure(scene, ["one", "two", "full", "followed"], settingOf)
  const release = shareOf(SHARE, [alone.pid, first.pid, second.pid])
  const shares = release && (await measure(scene, ["one", "full"], settingOf))
  release?.()

  const relay = scene.keep(await startRelay(database))
  const third = await scene.backlot(WORLD, { database: relay.url })
  const follow = await countAll(scene, relay, first, withOneBot, CONNECTIONS)
  await bot.stop()
  await startBot(scene, third, BOTS[0])
  const single = await countAll(scene, relay, third, withOneBot, 1)
  const many = await countAll(scene, relay, third, withOneBot, TOGETHER)
  // A node that has served nothing: what it has freed would hide the memory of sessions.
  const fresh = await scene.backlot(WORLD, { database: ownDatabase })
  const session = await measureSessions(fresh, tokenOf(APP), postgres.pid)

  const counts = { single, many, follow }
  const operations = {
    read: costsOf("list of 10 commands", "read", { rounds, shares, counts }),
    write: costsOf("upsert of a command with 10 options", "write", { rounds, shares, counts }),
    use: costsOf("slash command, delivery to a bot's session, answer", "use", { rounds, shares, counts })
  }
  const machine = {
    cpu: cpus()[0]?.model ?? "unknown",
    cores: cpus().length,
    foreignCores: median(KINDS.map((kind) => foreignCoresOf(Object.values(rounds[kind]).flat()))),
    seconds: scene.seconds,
    date: new Date().toISOString().slice(0, 10)
  }
  const costs: Costs = { machine, idle, session, operations }
  return KINDS.flatMap((kind) => [
    figureOf(kind, rounds, costs),
    ...(shares ? [shareFigureOf(kind, shares, costs)] : [])
  ])
}

/** The application of a connection. */
const applicationOf = (connection: number) => idAfter(APP, connection % WORLD.applications.length)

/** Ten commands of each application for the list, and one of each bot to use. */
const fill = async (node: Backlot): Promise<Requests> => {
  const connection = await Connection.open(node.url)
  const bodies = Array.from({ length: 10 }, (_, i) => commandBody(`command-${i}`, 3, "in one line"))
  for (const { id: application } of WORLD.applications) {
    const wrong = refusal(await connection.send(aboutCommands("PUT", bodies, { application })))
    if (wrong !== undefined) throw new Error(`the commands were ${wrong}`)
  }
  connection.close()
  const uses = new Map<string, (channel: string) => Buffer>()
  for (const bot of BOTS) uses.set(bot, await registerUses(node.url, bot))
  // Another scope would be an easier list, so the writes come after it.
  const useOf = (bot: string | undefined, channel: string) => {
    const play = uses.get(bot ?? "")
    if (play === undefined) throw new Error(`${bot} has no command to use`)
    return play(channel)
  }
  return (offset, bots) => ({
    read: {
      next: cycle((connection) => [
        aboutCommands("GET", undefined, { application: applicationOf(offset + connection) })
      ])
    },
    write: { next: cycle((connection) => upsertsOf(connection, applicationOf(offset + connection))) },
    use: {
      next: cycle((connection) => [useOf(bots[connection % bots.length], channelId(offset + connection))]),
      complaint: notResponded
    }
  })
}

const startBot = async (scene: Scene, node: Backlot, application: string) =>
  scene.keep(await startClient("caller", node.url, tokenOf(application), REPLY))

/** Each kind in alternating rounds of these sides, after a warm-up of each node. */
const measure = async (
  { seconds, rounds }: Scene,
  sides: ReadonlyArray<Side>,
  settingOf: (kind: Kind, side: Side) => Parameters<typeof spend>[0]
): Promise<Rounds> => {
  const measured = async (kind: Kind) => {
    const made: Record<Side, Array<Spent>> = { one: [], two: [], full: [], followed: [] }
    for (const side of ["one", "two"] as const) await spend(settingOf(kind, side), seconds, WARM_UP)
    for (let round = 0; round < rounds; round++)
      for (const side of sides) made[side].push(await spend(settingOf(kind, side), seconds))
    return made
  }
  // Writes make the list longer, so the list comes first.
  return { read: await measured("read"), write: await measured("write"), use: await measured("use") }
}

/** What goes over the relay while a node is asked. */
const countAll = async (
  scene: Scene,
  relay: Relay,
  node: Backlot,
  requests: ReturnType<Requests>,
  connections: number
) => {
  const count = async (kind: Kind) => {
    const target = { ...node, ...requests[kind] }
    await load(target, { connections, seconds: 0.5, sleeps: true })
    const before = relay.counted()
    const { requests: operations } = await load(target, { connections, seconds: scene.seconds, sleeps: true })
    const after = relay.counted()
    return {
      operations,
      trips: after.trips - before.trips,
      bytes: after.bytes - before.bytes,
      turns: after.turns - before.turns,
      turnMs: after.turnMs.slice(before.turnMs.length)
    }
  }
  return { read: await count("read"), write: await count("write"), use: await count("use") }
}

type Counts = Awaited<ReturnType<typeof countAll>>

interface Measured {
  readonly rounds: Rounds
  readonly shares: Rounds | undefined
  readonly counts: Readonly<Record<"single" | "many" | "follow", Counts>>
}

const costsOf = (name: string, kind: Kind, { rounds, shares, counts }: Measured): OperationCosts => {
  const { one, two, full, followed } = rounds[kind]
  const [single, many, follow] = [counts.single[kind], counts.many[kind], counts.follow[kind]]
  const postgresMicros = microsOf(one, "postgres")
  const appends = single.turns / single.operations
  return {
    name,
    nodeMicros: microsOf(one, "asked"),
    postgresMicros,
    // Without appends there is nothing to follow, and what the others took was their idle time.
    followMicros: appends === 0 ? 0 : microsOf(followed, "others"),
    followPostgresMicros: appends === 0 ? 0 : Math.max(0, microsOf(followed, "postgres") - postgresMicros),
    trips: single.trips / single.operations,
    bytes: single.bytes / single.operations,
    followBytes: appends === 0 ? 0 : follow.bytes / follow.operations,
    appends,
    turnAloneMs: appends === 0 ? 0 : appends * quantile(single.turnMs, FASTEST),
    turnMs: many.turnMs.reduce((sum, ms) => sum + ms, 0) / many.operations,
    together: many.turns === 0 ? 0 : (many.operations * appends) / many.turns,
    two: {
      ratio: rateOf(two) / rateOf(one),
      nodeMicros: microsOf(two, "asked"),
      postgresMicros: microsOf(two, "postgres")
    },
    full: { nodeMicros: microsOf(full, "asked"), postgresMicros: microsOf(full, "postgres") },
    ...(shares && { share: shareCostsOf(shares[kind]) })
  }
}

const shareCostsOf = ({ one, full }: Rounds[Kind]): NonNullable<OperationCosts["share"]> => ({
  cores: SHARE,
  one: rateOf(one),
  two: rateOf(full),
  nodes: coresOf(full, "asked"),
  postgres: coresOf(full, "postgres"),
  generator: coresOf(full, "generator")
})

const shareFigureOf = (kind: Kind, shares: Rounds, { operations }: Costs): Figure => {
  const { one, two, nodes, postgres, generator } = shareCostsOf(shares[kind])
  return {
    benchmark: `${operations[kind].name}: two nodes with ${SHARE} of a core each beside one`,
    unit: "requests/s",
    ours: two,
    baseline: one,
    ratios: [two / one],
    goal: { least: GOALS[kind] },
    notes: `cores with two: nodes ${shown(nodes)}, PostgreSQL ${shown(postgres)}, generator ${shown(generator)} of ${cpus().length}`,
    raw: { rounds: shares[kind] }
  }
}

const figureOf = (kind: Kind, rounds: Rounds, costs: Costs): Figure => {
  const { one, two } = rounds[kind]
  const {
    name,
    nodeMicros,
    postgresMicros,
    followMicros,
    trips,
    bytes,
    appends,
    turnMs,
    together,
    two: both,
    full
  } = costs.operations[kind]
  const parts = [
    ["nodes", coresOf(two, "asked")],
    ["PostgreSQL", coresOf(two, "postgres")],
    ["generator", coresOf(two, "generator")]
  ] as const
  const most = parts.reduce((a, b) => (b[1] > a[1] ? b : a))
  return {
    benchmark: `${name}: two nodes beside one`,
    unit: "requests/s",
    ours: rateOf(two),
    baseline: rateOf(one),
    ratios: [both.ratio],
    goal: "none",
    notes: [
      `CPU of node ${shown(nodeMicros)}, with two ${shown(both.nodeMicros)}, with two under twice the load ${shown(full?.nodeMicros ?? Number.NaN)} µs`,
      `of PostgreSQL ${shown(postgresMicros)}, ${shown(both.postgresMicros)} and ${shown(full?.postgresMicros ?? Number.NaN)} µs`,
      `of each other node ${shown(followMicros)} µs`,
      `${shown(trips)} round trips, ${shown(bytes / 1000)} kB, ${shown(appends)} appends, which hold the turn for ${shown(turnMs)} ms, ${shown(together)} in a commit`,
      `cores with two: ${parts.map(([part, cores]) => `${part} ${shown(cores)}`).join(", ")} of ${cpus().length}, most by ${most[0]}; other programs ${shown(foreignCoresOf(two))}`
    ].join("; "),
    raw: { rounds: rounds[kind], costs }
  }
}
