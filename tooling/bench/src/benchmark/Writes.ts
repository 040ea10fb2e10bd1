/**
 * Upserts and bulk overwrites on the file adapter, against a bare server that parses and echoes the same bodies. An
 * identical write is a no-op by specification, so each connection has its own command or guild and alternates two
 * bodies; every write stores a new version of all it contains.
 */
import { startBare } from "../Child.ts"
import { Connection } from "../Connection.ts"
import { cycle, takeTurns } from "../Load.ts"
import type { Goal } from "../Row.ts"
import { type Benchmark, loadOf, type Scene, throughput } from "../Scene.ts"
import { APP, aboutCommands, commandBody, guildId, worldOf } from "../World.ts"

const CONNECTIONS = 16
const BULK_CONNECTIONS = 4
const BULK = 100
const OPTIONS_IN_BULK = 2
const WORDS = ["as it was", "as it is"] as const

/** One command with 10 options. */
export const upsert: Benchmark = (scene) =>
  writes(scene, "upsert of a command with 10 options", CONNECTIONS, (connection) => upsertsOf(connection), {
    least: 0.25
  })

/** Two bodies of one command of this connection. */
export const upsertsOf = (connection: number, application = APP): ReadonlyArray<Buffer> =>
  WORDS.map((words) => aboutCommands("POST", commandBody(`upsert-${connection}`, 10, words), { application }))

/** 100 commands, all of them changed. */
export const bulk: Benchmark = (scene) => {
  const requestsOf = (connection: number) =>
    WORDS.map((words) => {
      const body = Array.from({ length: BULK }, (_, i) => commandBody(`command-${i}`, OPTIONS_IN_BULK, words))
      return aboutCommands("PUT", body, { guild: guildId(connection) })
    })
  const goal = { least: 0.2, leastOfFloor: 0.5 }
  return writes(scene, `bulk overwrite of ${BULK} commands`, BULK_CONNECTIONS, requestsOf, goal)
}

const writes = async (
  scene: Scene,
  benchmark: string,
  connections: number,
  requestsOf: (connection: number) => ReadonlyArray<Buffer>,
  goal: Goal
) => {
  const world = worldOf({ applications: 1, guilds: connections })
  const ours = await scene.backlot(world, { data: `${scene.folder}/writes.db` })
  const floor = await scene.floor(world, { data: `${scene.folder}/writes.journal` })
  const bare = scene.keep(await startBare("echo"))
  for (const { url } of [ours, floor]) await requireChange(url, requestsOf(0))
  const sides = {
    ours: { ...ours, next: cycle(requestsOf) },
    baseline: { ...bare, next: cycle(requestsOf) },
    floor: { ...floor, next: cycle(requestsOf) }
  }
  return [throughput(benchmark, goal, await takeTurns(sides, loadOf(scene, connections)))]
}

/** Checks the premise of the figures: a write that follows its twin gives every command a new version. */
const requireChange = async (url: string, requests: ReadonlyArray<Buffer>) => {
  const connection = await Connection.open(url)
  const seen = new Set<string>()
  let commands = 0
  for (const request of [...requests, ...requests]) {
    const { body } = await connection.send(request)
    // Both endpoints answer commands, each with its version.
    const written = [JSON.parse(body.toString())].flat() as ReadonlyArray<{ readonly version?: string }>
    commands += written.length
    for (const { version } of written) if (version !== undefined) seen.add(version)
  }
  connection.close()
  if (seen.size !== commands) throw new Error(`${commands} writes gave ${seen.size} versions`)
}
