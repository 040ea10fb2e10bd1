/** A list of 10 commands against a bare server that answers the same bytes. */
import { startBare } from "../Child.ts"
import { Connection } from "../Connection.ts"
import { alternate, cycle } from "../Load.ts"
import { type Benchmark, type Scene, throughput } from "../Scene.ts"
import { aboutCommands, commandBody, worldOf } from "../World.ts"

const COMMANDS = 10
const CONNECTIONS = 16

export const list: Benchmark = async (scene) => [await listOn(scene, "file"), await listOn(scene, "memory")]

const listOn = async (scene: Scene, storage: "file" | "memory") => {
  const world = worldOf({ applications: 1, guilds: 1 })
  const ours = await scene.backlot(world, storage === "memory" ? "memory" : { data: `${scene.folder}/list.db` })
  const connection = await Connection.open(ours.url)
  const bodies = Array.from({ length: COMMANDS }, (_, i) => commandBody(`command-${i}`, 3, "in one line"))
  await connection.send(aboutCommands("PUT", bodies))
  const request = aboutCommands("GET")
  const { status, head, body } = await connection.send(request)
  connection.close()
  if (status !== 200 || JSON.parse(body.toString()).length !== COMMANDS) throw new Error(`not ${COMMANDS} commands`)
  const bare = scene.keep(await startBare("answer", "0", JSON.stringify({ headers: headersOf(head), body: `${body}` })))
  const next = cycle(() => [request])
  const load = { connections: CONNECTIONS, seconds: scene.seconds, rounds: scene.rounds }
  const measured = await alternate({ ...ours, next }, { ...bare, next }, load)
  await Promise.all([ours.stop(), bare.stop()])
  return throughput(`list of ${COMMANDS} commands, ${storage}`, 0.5, measured)
}

/** The headers that the bare server must set itself, because Node does not add them. */
const headersOf = (head: string): Record<string, string> => {
  const own = new Set(["date", "connection", "keep-alive", "content-length"])
  const lines = head.split("\r\n").slice(1)
  const pairs = lines.map((line) => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 2)] as const)
  return Object.fromEntries(pairs.filter(([name]) => !own.has(name.toLowerCase())))
}
