/**
 * Time from `Backlot.start` to its promise in a test, with an empty world, not counting the first start. The baseline
 * is a bare node:http server that starts to listen. Runs in this process with the built testkit.
 */
import { createServer } from "node:http"
import { Backlot } from "@backlot/testkit"
import type { Benchmark } from "../Scene.ts"
import { median, quantile } from "../Statistics.ts"
import { shown } from "../Table.ts"

const STARTS = 200

export const embed: Benchmark = async () => {
  const first = await startMs()
  const ours: Array<number> = []
  const baseline: Array<number> = []
  for (let i = 0; i < STARTS; i++) {
    baseline.push(await bareMs())
    ours.push(await startMs())
  }
  return [
    {
      benchmark: "testkit, a server and an empty world",
      unit: "ms, median",
      ours: median(ours),
      baseline: median(baseline),
      ratios: [median(ours) / median(baseline)],
      goal: { oursBelow: 10 },
      notes: `the first ${shown(first)} ms, p99 ${shown(quantile(ours, 0.99))} ms`,
      raw: { first, ours, baseline }
    }
  ]
}

const startMs = async (): Promise<number> => {
  const began = performance.now()
  const backlot = await Backlot.start({ world: {} })
  const took = performance.now() - began
  await backlot.stop()
  return took
}

const bareMs = async (): Promise<number> => {
  const began = performance.now()
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const took = performance.now() - began
  await new Promise((resolve) => server.close(resolve))
  return took
}
