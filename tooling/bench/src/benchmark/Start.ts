/**
 * Time from the start of the process to its first successful answer, with the world in memory, against a bare node:http
 * program.
 */
import { createServer } from "node:net"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { startChild } from "../Child.ts"
import { Connection, encode } from "../Connection.ts"
import type { Benchmark } from "../Scene.ts"
import { median, quantile } from "../Statistics.ts"
import { shown } from "../Table.ts"

const STARTS = 12
const PROBE_EVERY_MS = 1
const CAP_MS = 30_000

const bare = join(import.meta.dirname, "../baseline/answer.mjs")
const health = encode({ method: "GET", path: "/control/v1/health" })

export const start: Benchmark = async ({ program }) => {
  const runs = {
    ours: (port: number) => firstAnswerMs([program, "serve", "--memory", "--port", String(port)], port),
    baseline: (port: number) => firstAnswerMs([bare, String(port)], port)
  }
  // The first start fills the compile cache beside the program and the disk cache.
  await runs.ours(await freePort())
  await runs.baseline(await freePort())
  const ours: Array<number> = []
  const baseline: Array<number> = []
  for (let i = 0; i < STARTS; i++) {
    baseline.push(await runs.baseline(await freePort()))
    ours.push(await runs.ours(await freePort()))
  }
  return [
    {
      benchmark: "start to first answer, memory",
      unit: "ms, median",
      ours: median(ours),
      baseline: median(baseline),
      ratios: [median(ours) / median(baseline)],
      goal: { below: 4 },
      notes: `slowest ${shown(quantile(ours, 1))} ms, bare ${shown(quantile(baseline, 1))} ms`,
      raw: { ours, baseline }
    }
  ]
}

const firstAnswerMs = async (args: ReadonlyArray<string>, port: number): Promise<number> => {
  const began = performance.now()
  const child = startChild(args)
  try {
    while (!(await answers(port))) {
      const late = performance.now() - began > CAP_MS
      if (late || child.hasEnded()) throw new Error(`${args[0]} did not answer:\n${child.output()}`)
      await sleep(PROBE_EVERY_MS)
    }
    return performance.now() - began
  } finally {
    await child.stop()
  }
}

const answers = async (port: number): Promise<boolean> => {
  const connection = await Connection.open(`http://127.0.0.1:${port}`).catch(() => undefined)
  const answer = await connection?.send(health).catch(() => undefined)
  connection?.close()
  return answer?.status === 200
}

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const address = server.address()
      const port = typeof address === "object" ? (address?.port ?? 0) : 0
      server.close(() => resolve(port))
    })
  })
