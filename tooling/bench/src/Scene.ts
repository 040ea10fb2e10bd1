/** What a benchmark runs in, and the figures that several of them make alike. */
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { type Backlot, startBacklot } from "./Backlot.ts"
import type { Child } from "./Child.ts"
import { cpuOf, type Round, rateOf } from "./Load.ts"
import type { Figure } from "./Row.ts"
import { shown } from "./Table.ts"

export interface Settings {
  /** Length of one round of load. */
  readonly seconds: number
  /** Rounds of each side that count. */
  readonly rounds: number
  /** The program under test. */
  readonly program: string
  /** Folder for CPU profiles of the program. */
  readonly profile: string | undefined
}

export interface Scene extends Settings {
  /** A folder of its own, gone afterwards. */
  readonly folder: string
  /** Starts the program on a world, in `data` or in memory; it ends with the benchmark. */
  readonly backlot: (world: unknown, storage: "memory" | { readonly data: string }) => Promise<Backlot>
  /** Lets a process end with the benchmark. */
  readonly keep: <A extends Child>(child: A) => A
}

export type Benchmark = (scene: Scene) => Promise<ReadonlyArray<Figure>>

/** Runs one benchmark, and ends all it started. */
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

/**
 * Throughput beside the baseline's. Two ratios are judged, the worse of them counts: requests per second, and CPU time
 * per request. The second can not be flattered by a generator that leaves the baseline idle, nor by waiting.
 */
export const throughput = (
  benchmark: string,
  least: number,
  measured: { readonly ours: ReadonlyArray<Round>; readonly baseline: ReadonlyArray<Round> }
): Figure => {
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

/** The same where no goal is set. */
export const shownThroughput = (benchmark: string, measured: Parameters<typeof throughput>[2]): Figure => ({
  ...throughput(benchmark, 0, measured),
  goal: "none"
})

/** A round as the JSON file keeps it. */
export const withoutLatencies = ({ latencies: _, ...round }: Round): Omit<Round, "latencies"> => round
