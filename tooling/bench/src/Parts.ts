/**
 * Where the CPU time of one write goes: an upsert of a command with 10 options on the file adapter, under the load of its
 * benchmark. The shares of the main thread come from a CPU profile of the counted round, its CPU time from /proc, because
 * a profile counts the clock, which runs on while a busy machine lets the thread wait. What the process used beyond it is
 * the other threads. The parts add up to the CPU time per request of the profiled run; the run without the profiler
 * stands beside it.
 */
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Backlot } from "./Backlot.ts"
import { upsertsOf } from "./benchmark/Writes.ts"
import { mainThreadMs } from "./Child.ts"
import { cycle, load } from "./Load.ts"
import { bundles, type CpuProfile, type Part, partsOf } from "./Profile.ts"
import { type Scene, type Settings, stage } from "./Scene.ts"
import { shown } from "./Table.ts"
import { worldOf } from "./World.ts"

const CONNECTIONS = 16

/** The table of the parts, as text. */
export const measureParts = async (settings: Settings): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), "backlot-parts-"))
  try {
    const plain = await inScene({ ...settings, profile: undefined }, async (scene) => (await loaded(scene)).micros)
    const profiled = await inScene({ ...settings, profile: folder }, (scene) => measured(scene, folder))
    return partsText({ ...profiled, plain })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Runs `measure` as a benchmark, which ends everything it started. */
const inScene = async <A>(settings: Settings, measure: (scene: Scene) => Promise<A>): Promise<A> => {
  const results: Array<A> = []
  await stage(async (scene) => {
    results.push(await measure(scene))
    return []
  }, settings)
  const [result] = results
  if (result === undefined) throw new Error("the scene ended without a result")
  return result
}

const measured = async (scene: Scene, folder: string) => {
  const { server, span, micros, main } = await loaded(scene)
  // The profile is written when the program ends.
  await server.stop()
  const name = (await readdir(folder)).find((file) => file.includes(`.${server.pid}.0.`))
  if (name === undefined) throw new Error(`the program left no CPU profile:\n${server.output()}`)
  // Written by V8 a moment ago.
  const profile = JSON.parse(await readFile(join(folder, name), "utf8")) as CpuProfile
  return { parts: partsOf(profile, span, bundles()), main, micros }
}

/** A server after its warm-up and one long round. */
const loaded = async (scene: Scene) => {
  const world = worldOf({ applications: 1, guilds: 1 })
  const server: Backlot = await scene.backlot(world, { data: `${scene.folder}/parts.db` })
  const target = { ...server, next: cycle(upsertsOf) }
  const { seconds, rounds, warmUp } = scene
  await load(target, { connections: CONNECTIONS, seconds, warmUp })
  const [from, before] = [monotonicMicros(), mainThreadMs(server.pid) ?? Number.NaN]
  const { requests, cpuMicros } = await load(target, { connections: CONNECTIONS, seconds: seconds * rounds })
  if (cpuMicros === undefined) throw new Error("--parts reads CPU time from /proc, so it needs Linux")
  const main = (((mainThreadMs(server.pid) ?? Number.NaN) - before) * 1_000) / requests
  return { server, span: { from, to: monotonicMicros() }, micros: cpuMicros, main }
}

const monotonicMicros = (): number => Number(process.hrtime.bigint() / 1_000n)

export interface Parts {
  /** Of the main thread. */
  readonly parts: ReadonlyArray<Part>
  /** Microseconds of CPU time per request: of the main thread, of the whole process, and that without the profiler. */
  readonly main: number
  readonly micros: number
  readonly plain: number
}

export const partsText = ({ parts, main, micros, plain }: Parts): string => {
  const lines: ReadonlyArray<readonly [string, number]> = [
    ...parts.map(({ name, share }) => [name, share * main] as const),
    ["other threads (compiler, collector, profiler)", micros - main],
    ["CPU time per request, the sum", micros],
    ["the same without the profiler", plain]
  ]
  const width = Math.max(...lines.map(([name]) => name.length))
  return lines
    .map(
      ([name, us]) => `${name.padEnd(width)}  ${shown(us).padStart(7)} µs  ${shown((us / micros) * 100).padStart(6)} %`
    )
    .join("\n")
}
