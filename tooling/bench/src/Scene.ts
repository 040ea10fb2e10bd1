/** The environment of a benchmark, and the figures that several benchmarks share. */
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { type Backlot, startBacklot } from "./Backlot.ts"
import { type Bare, startBare } from "./Child.ts"
import { cpuOf, type LoadOptions, type Round, rateOf, type WarmUp } from "./Load.ts"
import type { Size } from "./large/Shape.ts"
import type { Figure, Floor, Goal } from "./Row.ts"
import { median, quantile } from "./Statistics.ts"
import { shown } from "./Table.ts"

export interface Settings {
  /** Length of one round of load. */
  readonly seconds: number
  /** Counted rounds of each side. */
  readonly rounds: number
  readonly warmUp: WarmUp
  /** Of the world of `large`. */
  readonly size: Size
  /** The program under test. */
  readonly program: string
  /** Folder for CPU profiles of the program. */
  readonly profile: string | undefined
}

/** In memory, the path of a file, or the URL of a PostgreSQL database. */
export type Keeping = "memory" | { readonly data: string; readonly inspect?: boolean } | { readonly database: string }

export interface Scene extends Settings {
  /** A folder for the benchmark, removed afterwards. */
  readonly folder: string
  /** Starts the program on a world, in `data` or in memory; it ends with the benchmark. */
  readonly backlot: (world: unknown, storage: Keeping) => Promise<Backlot>
  /** Starts the floor on the same world, with the frames of a gateway log-in; it ends with the benchmark. */
  readonly floor: (world: unknown, storage: Keeping, opening?: ReadonlyArray<string>) => Promise<Bare>
  /** Ends a process, or something else that was started, with the benchmark. */
  readonly keep: <A extends Started>(child: A) => A
}

export interface Started {
  readonly stop: () => Promise<void>
}

export type Benchmark = (scene: Scene) => Promise<ReadonlyArray<Figure>>

/** Runs one benchmark and ends everything it started. */
export const stage = async (benchmark: Benchmark, settings: Settings): Promise<ReadonlyArray<Figure>> => {
  const folder = await mkdtemp(join(tmpdir(), "backlot-bench-"))
  const children: Array<Started> = []
  const keep = <A extends Started>(child: A): A => {
    children.push(child)
    return child
  }
  const given = async (name: string, content: unknown) => {
    const own = join(folder, String(children.length))
    await mkdir(own)
    const file = join(own, name)
    await writeFile(file, JSON.stringify(content))
    return { own, file }
  }
  const kept = (storage: Keeping) => (storage === "memory" ? {} : storage)
  const backlot: Scene["backlot"] = async (world, storage) => {
    const { own, file: worldFile } = await given("world.json", world)
    return keep(await startBacklot({ ...settings, folder: own, worldFile, ...kept(storage) }))
  }
  const floor: Scene["floor"] = async (world, storage, opening = []) => {
    const { file } = await given("floor.json", { world, opening, ...kept(storage) })
    return keep(await startBare("floor/main", "0", file))
  }
  try {
    return await benchmark({ ...settings, folder, backlot, floor, keep })
  } finally {
    // The last started ends first: a database outlives its servers.
    for (const child of children.reverse()) await child.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

/** The options of a load on this scene. */
export const loadOf = ({ seconds, rounds, warmUp }: Settings, connections: number): LoadOptions => ({
  ...{ seconds, rounds, warmUp, connections }
})

export interface Measured {
  readonly ours: ReadonlyArray<Round>
  readonly baseline: ReadonlyArray<Round>
  readonly floor?: ReadonlyArray<Round>
}

/**
 * Compares throughput with the baseline and the floor. The worse of two ratios counts: requests per second, and CPU time
 * per request. A generator that leaves the other side idle, or waiting, cannot improve the second one.
 */
export const throughput = (benchmark: string, goal: Goal, measured: Measured): Figure => {
  const { ours, baseline, floor } = measured
  const cpu = (rounds: ReadonlyArray<Round>) => shown(cpuOf(rounds) ?? Number.NaN)
  const notes = [
    `rate ${shown(rateOf(ours) / rateOf(baseline))}`,
    `CPU ${cpu(ours)} µs, bare ${cpu(baseline)} µs`,
    ...(floor === undefined ? [] : [`floor ${cpu(floor)} µs`])
  ]
  return {
    benchmark,
    unit: "requests/s",
    ours: rateOf(ours),
    baseline: rateOf(baseline),
    ratios: ratiosTo(ours, baseline),
    ...(floor === undefined ? {} : { floor: { value: rateOf(floor), ratios: ratiosTo(ours, floor) } }),
    goal,
    notes: cpuOf(ours) === undefined ? "" : notes.join("; "),
    raw: {
      ours: ours.map(withoutLatencies),
      baseline: baseline.map(withoutLatencies),
      ...(floor === undefined ? {} : { floor: floor.map(withoutLatencies) })
    }
  }
}

/** Requests per second, and CPU time where it is known. */
const ratiosTo = (ours: ReadonlyArray<Round>, other: ReadonlyArray<Round>): ReadonlyArray<number> => {
  const [ourCpu, otherCpu] = [cpuOf(ours), cpuOf(other)]
  const cpuKnown = ourCpu !== undefined && otherCpu !== undefined
  return [rateOf(ours) / rateOf(other), ...(cpuKnown ? [otherCpu / ourCpu] : [])]
}

/** The floor of a figure of which less is better. */
export const floorOf = (ours: number, value: number): { readonly floor: Floor } => ({
  floor: { value, ratios: [ours / value] }
})

/** Compares the latency of one request after the other; `beside` says what the baseline is. */
export const latency = (benchmark: string, most: number, beside: string, measured: Measured): Figure => {
  const [ours, baseline] = [latencyOf(measured.ours), latencyOf(measured.baseline)]
  return {
    benchmark,
    unit: "ms, median",
    ours: ours.median,
    baseline: baseline.median,
    ratios: [ours.median / baseline.median],
    goal: { most },
    notes: `baseline: ${beside}; p99 ${shown(ours.p99)} ms, ${shown(baseline.p99)} ms`,
    raw: { ours, baseline }
  }
}

/** The median of the rounds' medians, and the 99th percentile of all. */
export const latencyOf = (rounds: ReadonlyArray<Round>) => ({
  median: median(rounds.map(({ latencies }) => median(latencies))),
  p99: quantile(
    rounds.flatMap(({ latencies }) => latencies),
    0.99
  )
})

/** A round without its latencies, for the JSON file. */
export const withoutLatencies = ({ latencies: _, ...round }: Round): Omit<Round, "latencies"> => round
