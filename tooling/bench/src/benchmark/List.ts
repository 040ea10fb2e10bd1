/**
 * A list of 10 commands, and one without any, which is the smallest answer of an authenticated GET, against a bare
 * server that answers the same bytes.
 */
import { startBare } from "../Child.ts"
import { Connection } from "../Connection.ts"
import { cycle, takeTurns } from "../Load.ts"
import { type Benchmark, type Keeping, loadOf, type Scene, throughput } from "../Scene.ts"
import { aboutCommands, commandBody, worldOf } from "../World.ts"

const COMMANDS = 10
const CONNECTIONS = 16

export const list: Benchmark = async (scene) => [
  await listOf(scene, `list of ${COMMANDS} commands, file`, COMMANDS, { data: "list" }, 0.7),
  await listOf(scene, `list of ${COMMANDS} commands, memory`, COMMANDS, "memory", 0.7)
]

export const empty: Benchmark = async (scene) => [
  await listOf(scene, "empty authenticated GET, file", 0, { data: "empty" }, 0.6)
]

const listOf = async (
  scene: Scene,
  benchmark: string,
  commands: number,
  storage: "memory" | { readonly data: string },
  least: number
) => {
  const world = worldOf({ applications: 1, guilds: 1 })
  const inFolder = (end: string): Keeping =>
    storage === "memory" ? storage : { data: `${scene.folder}/${storage.data}.${end}` }
  const ours = await scene.backlot(world, inFolder("db"))
  const floor = await scene.floor(world, inFolder("journal"))
  const { head, body } = await filled(ours.url, commands)
  await filled(floor.url, commands)
  const bare = scene.keep(await startBare("answer", "0", JSON.stringify({ headers: headersOf(head), body: `${body}` })))
  const next = cycle(() => [aboutCommands("GET")])
  const sides = { ours: { ...ours, next }, baseline: { ...bare, next }, floor: { ...floor, next } }
  const measured = await takeTurns(sides, loadOf(scene, CONNECTIONS))
  await Promise.all([ours.stop(), bare.stop(), floor.stop()])
  return throughput(benchmark, { least }, measured)
}

/** Registers the commands. Gives the answer of their list. */
const filled = async (url: string, commands: number) => {
  const connection = await Connection.open(url)
  const bodies = Array.from({ length: commands }, (_, i) => commandBody(`command-${i}`, 3, "in one line"))
  if (commands > 0) await connection.send(aboutCommands("PUT", bodies))
  const answer = await connection.send(aboutCommands("GET"))
  connection.close()
  if (answer.status !== 200 || JSON.parse(answer.body.toString()).length !== commands)
    throw new Error(`not ${commands} commands: ${answer.status} ${answer.body}`)
  return answer
}

/** The headers that the bare server must set itself, because Node does not add them. */
const headersOf = (head: string): Record<string, string> => {
  const own = new Set(["date", "connection", "keep-alive", "content-length"])
  const lines = head.split("\r\n").slice(1)
  const pairs = lines.map((line) => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 2)] as const)
  return Object.fromEntries(pairs.filter(([name]) => !own.has(name.toLowerCase())))
}
