/**
 * Three nodes on one PostgreSQL with a large world and many gateway sessions, beside three on another database of the same
 * PostgreSQL with a small world and one session: how much longer one list, one upsert, one use and one dispatch takes. Each
 * is alone, in another guild and at another node than the one before. By hand only: filling and logging in take minutes.
 */
import { startPostgres } from "@backlot/postgres/Start"
import { residentMib } from "../Child.ts"
import { Connection } from "../Connection.ts"
import { type Round, refusal } from "../Load.ts"
import { startCrowd } from "../large/Crowd.ts"
import { fill } from "../large/Fill.ts"
import { OPERATIONS, OPTIONS, play, type Side } from "../large/Operations.ts"
import { type Shape, SMALL, shapeOf, sizeOf } from "../large/Shape.ts"
import type { Figure } from "../Row.ts"
import { type Benchmark, latency, type Scene } from "../Scene.ts"
import { shown } from "../Table.ts"
import { aboutCommands, commandBody, guildId, worldOf } from "../World.ts"

const NODES = 3
const MOST = 1.5

export const large: Benchmark = async (scene) => {
  const postgres = scene.keep(await startPostgres({ isDurable: true }))
  const start = async (name: string, shape: Shape) => {
    await postgres.createDatabase(name)
    return open(scene, Object.assign(new URL(postgres.url), { pathname: `/${name}` }).href, name, shape)
  }
  const ours = await start("large", shapeOf(scene.size))
  const baseline = await start("small", SMALL)
  const figures: Array<Figure> = []
  for (const [name, operation] of Object.entries(OPERATIONS)) {
    const rounds = { ours: [] as Array<Round>, baseline: [] as Array<Round> }
    for (let round = 0; round <= scene.rounds; round++) {
      const made = {
        ours: await play(ours.side, operation, scene.seconds),
        baseline: await play(baseline.side, operation, scene.seconds)
      }
      // The first ones load code and pages.
      if (round === 0) continue
      rounds.ours.push(made.ours)
      rounds.baseline.push(made.baseline)
    }
    const figure = latency(`${name}: ${nameOf(ours.side)}`, MOST, nameOf(baseline.side), rounds)
    figures.push(figure)
    tell(`${name}: ${shown(figure.ours)} ms, small ${shown(figure.baseline)} ms; ${figure.notes}`)
  }
  return [...figures, logIns(ours)]
}

const tell = (line: string) => console.error(`  ${line}`)

/** Starts the nodes on a database that is filled first, and logs in. */
const open = async (scene: Scene, database: string, name: string, shape: Shape) => {
  const world = patternFor(shape)
  const first = await scene.backlot(world, { database })
  await registerCommands(first.url, shape)
  await first.stop()
  const filled = await fill(database, shape, tell)
  tell(`${name}: filled with ${filled.rows} rows in ${shown(filled.seconds)} s`)
  const began = performance.now()
  const nodes = [await scene.backlot(world, { database })]
  const startSeconds = (performance.now() - began) / 1000
  while (nodes.length < NODES) nodes.push(await scene.backlot(world, { database }))
  const crowd = scene.keep(await startCrowd(nodes, shape, tell))
  const memory = nodes.map(({ pid }) => residentMib(pid) ?? Number.NaN)
  const side: Side = { shape, crowd, urls: nodes.map(({ url }) => url) }
  return { side, filled, startSeconds, memory }
}

type Opened = Awaited<ReturnType<typeof open>>

/** One guild is the pattern of all others. */
const patternFor = ({ applications }: Shape) => {
  const { guilds: _, ...others } = worldOf({ applications, guilds: 0 })
  return { ...others, guilds: worldOf({ applications: 1, guilds: 1 }).guilds }
}

const registerCommands = async (url: string, { commands }: Shape) => {
  const connection = await Connection.open(url)
  const bodies = Array.from({ length: commands }, (_, i) => commandBody(`command-${i}`, OPTIONS, "turn 0"))
  const wrong = refusal(await connection.send(aboutCommands("PUT", bodies, { guild: guildId(0) })))
  connection.close()
  if (wrong !== undefined) throw new Error(`the commands were ${wrong}`)
}

const nameOf = ({ shape }: Side): string => {
  const { commands, guilds, sessions } = sizeOf(shape)
  const text = (count: number, what: string) => `${count.toLocaleString("en-US")} ${what}${count === 1 ? "" : "s"}`
  return [text(commands, "command"), text(guilds, "guild"), text(sessions, "session")].join(", ")
}

/** How fast the last tenth logged in, beside the first one. */
const logIns = ({ side, filled, startSeconds, memory }: Opened): Figure => {
  const { sessions, tenths } = side.crowd
  const rate = (seconds = Number.NaN) => sessions / 10 / seconds
  const [ours, baseline] = [rate(tenths.at(-1)), rate(tenths[0])]
  return {
    benchmark: `the last tenth of the log-ins: ${nameOf(side)}`,
    unit: "log-ins/s",
    ours,
    baseline,
    ratios: [ours / baseline],
    goal: "none",
    notes: [
      "baseline: the first tenth",
      `${shown(tenths.reduce((sum, one) => sum + one, 0))} s in all`,
      `nodes then have ${memory.map(shown).join(", ")} MiB`,
      `filled with ${filled.rows.toLocaleString("en-US")} rows in ${shown(filled.seconds)} s`,
      `the first node started on them in ${shown(startSeconds)} s`
    ].join("; "),
    raw: { tenths, filled, startSeconds, memory }
  }
}
