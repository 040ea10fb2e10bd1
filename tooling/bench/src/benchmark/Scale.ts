/**
 * Latency of list and upsert among 1,000,000 stored commands, compared with 100: the same world and the same number of
 * commands in each scope. Each request goes to another scope, so that no cache of one page answers. Lists use a new
 * language each time, so that none is cached; once more in one scope, whose rows are warm on both sides; and once more in
 * the same language. The full data file is made once through
 * the public API and kept beside this package.
 */
import { existsSync } from "node:fs"
import { mkdir, rename, rm } from "node:fs/promises"
import { join } from "node:path"
import type { Backlot } from "../Backlot.ts"
import { alternate, load, type Round, type Target } from "../Load.ts"
import { type Benchmark, latency, loadOf, type Scene } from "../Scene.ts"
import { APP, aboutCommands, commandBody, guildId, idAfter, worldOf } from "../World.ts"

/** Increase it when the world, the commands, or the layout of the data file change. */
const LAYOUT = 2
const APPLICATIONS = 100
const GUILDS = 100
const IN_SCOPE = 100
const SCOPES = APPLICATIONS * GUILDS
/** Has no common divisor with the number of scopes, so every scope is visited before one repeats. */
const STRIDE = 3_967

const cache = join(import.meta.dirname, "../../.cache")
const world = () => worldOf({ applications: APPLICATIONS, guilds: GUILDS })

export const scale: Benchmark = async (scene) => {
  const full = await openFull(scene)
  const data = `${scene.folder}/small.db`
  const filled = await scene.backlot(world(), { data })
  await fill(filled, 1)
  // As for the full file, what was written is in the file and no longer in memory.
  await filled.stop()
  const small = await scene.backlot(world(), { data })
  const options = loadOf(scene, 1)
  const figures = []
  for (const [name, requestIn, scopes] of [
    ["list", listIn, SCOPES],
    ["list of one scope", listIn, 1],
    ["the same list", sameListIn, 1],
    ["upsert", upsertIn, SCOPES]
  ] as const) {
    const measured = await alternate(
      { ...full, next: visiting(scopes, requestIn) },
      { ...small, next: visiting(1, requestIn) },
      options
    )
    figures.push(latency(`${name} among 1,000,000 stored commands`, 1.2, "among 100", measured))
  }
  return figures
}

const listIn = (scope: number, turn: number): Buffer =>
  aboutCommands("GET", undefined, { ...placeOf(scope), headers: { "accept-language": `en-US, x-${turn}` } })

const sameListIn = (scope: number): Buffer => aboutCommands("GET", undefined, placeOf(scope))

const upsertIn = (scope: number, turn: number): Buffer =>
  aboutCommands("POST", commandBody(`command-${turn % IN_SCOPE}`, 1, `turn ${turn}`), placeOf(scope))

const placeOf = (scope: number) => ({
  application: idAfter(APP, Math.floor(scope / GUILDS)),
  guild: guildId(scope % GUILDS)
})

/** One scope after the other, far apart. */
const visiting = (scopes: number, requestIn: (scope: number, turn: number) => Buffer): Target["next"] => {
  let turn = 0
  return () => {
    turn += 1
    return requestIn((turn * STRIDE) % scopes, turn)
  }
}

const openFull = async (scene: Scene): Promise<Backlot> => {
  const data = join(cache, `million-${LAYOUT}.db`)
  if (!existsSync(data)) await makeFull(scene, data)
  return scene.backlot(world(), { data })
}

const makeFull = async (scene: Scene, data: string) => {
  await mkdir(cache, { recursive: true })
  const unfinished = `${data}.unfinished`
  for (const end of ["", "-wal", "-shm", "-journal-1", "-journal-2"]) await rm(`${unfinished}${end}`, { force: true })
  const server = await scene.backlot(world(), { data: unfinished })
  await fill(server, SCOPES)
  await server.stop()
  await rename(unfinished, data)
}

/** Bulk overwrites, one for each scope. */
const fill = (server: Backlot, scopes: number): Promise<Round> => {
  let scope = 0
  const commands = Array.from({ length: IN_SCOPE }, (_, i) => commandBody(`command-${i}`, 1, "turn 0"))
  const next = () => {
    if (scopes > 1 && scope % 1000 === 0) console.error(`  filling: ${scope} of ${scopes} scopes`)
    return aboutCommands("PUT", commands, placeOf(scope++))
  }
  return load({ ...server, next }, { connections: 2, seconds: Number.POSITIVE_INFINITY, count: scopes })
}
