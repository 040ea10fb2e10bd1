/** The environment of a benchmark, and the figures that several benchmarks share. */
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { type Backlot, startBacklot } from "./Backlot.ts"
import type { Child } from "./Child.ts"
import { cpuOf, type Round, rateOf } from "./Load.ts"
import type { Figure } from "./Row.ts"
import { median, quantile } from "./Statistics.ts"
import { shown } from "./Table.ts"

export interface Settings {
  /** Length of one round of load. */
  readonly seconds: number
  /** Counted rounds of each side. */
  readonly rounds: number
  /** The program under test. */
  readonly program: string
  /** Folder for CPU profiles of the program. */
  readonly profile: string | undefined
}

export interface Scene extends Settings {
  /** A folder for the benchmark, removed afterwards. */
  readonly folder: string
  /** Starts the program on a world, in `data` or in memory; it ends with the benchmark. */
  readonly backlot: (world: unknown, storage: "memory" | { readonly data: string }) => Promise<Backlot>
  /** Ends a process with the benchmark. */
  readonly keep: <A extends Child>(child: A) => A
}

export type Benchmark = (scene: Scene) => Promise<ReadonlyArray<Figure>>

/** Runs one benchmark and ends everything it started. */
export const stage = async (benchmark: Benchmark, settings: Settings): Promise<ReadonlyArray<Figure>> => {
  const folder = await mkdtemp(join(tmpdir(), "backlot-bench-"))
  const children: Array<Child> = []
  const keep = <A extends Child>(child: A): A => {
    children.push(child)
    return child
  }
  const backlot: Scene["backlot"] = async (world, storage) => {
    const own = join(folder, String(children.length))
    await mkdir(own)
    const worldFile = join(own, "world.json")
    await writeFile(worldFile, JSON.stringify(world))
    const data = storage === "memory" ? {} : storage
    return keep(await startBacklot({ ...settings, folder: own, worldFile, ...data }))
  }
  try {
    return await benchmark({ ...settings, folder, backlot, keep })
  } finally {
    await Promise.all(children.map((child) => child.stop()))
    await rm(folder, { recursive: true, force: true })
  }
}

interface Measured {
  readonly ours: ReadonlyArray<Round>
  readonly baseline: ReadonlyArray<Round>
}

/**
 * Compares throughput with the baseline. The worse of two ratios counts: requests per second, and CPU time per request.
 * A generator that leaves the baseline idle, or waiting, cannot improve the second one.
 */
export const throughput = (benchmark: string, least: number, measured: Measured): Figure => {
  const [ours, baseline] = [rateOf(measured.ours), rateOf(measured.baseline)]
  const [ourCpu, bareCpu] = [cpuOf(measured.ours), cpuOf(measured.baseline)]
  const cpuKnown = ourCpu !== undefined && bareCpu !== undefined
  return {
    benchmark,
    unit: "requests/s",
    ours,
    baseline,
    ratios: [ours / baseline, ...(cpuKnown ? [bareCpu / ourCpu] : [])],
    goal: { least },
    notes: cpuKnown ? `rate ${shown(ours / baseline)}; CPU ${shown(ourCpu)} µs, bare ${shown(bareCpu)} µs` : "",
    raw: { ours: measured.ours.map(withoutLatencies), baseline: measured.baseline.map(withoutLatencies) }
  }
}

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

const latencyOf = (rounds: ReadonlyArray<Round>) => ({
  median: median(rounds.map(({ latencies }) => median(latencies))),
  p99: quantile(
    rounds.flatMap(({ latencies }) => latencies),
    0.99
  )
})

/** The same without a goal. */
export const shownThroughput = (benchmark: string, measured: Measured): Figure => ({
  ...throughput(benchmark, 0, measured),
  goal: "none"
})

/** A round without its latencies, for the JSON file. */
export const withoutLatencies = ({ latencies: _, ...round }: Round): Omit<Round, "latencies"> => round
