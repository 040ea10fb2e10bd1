/**
 * Time from the start of the process to its first successful answer, with the world in memory, against a bare node:http
 * program. The floor loads what a service of this kind needs: SQLite, ws and crypto.
 */
import { createServer } from "node:net"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { startChild } from "../Child.ts"
import { Connection, encode } from "../Connection.ts"
import { type Benchmark, floorOf } from "../Scene.ts"
import { median, quantile } from "../Statistics.ts"
import { shown } from "../Table.ts"

const STARTS = 12
const PROBE_EVERY_MS = 1
const CAP_MS = 30_000

const baselineOf = (name: string) => join(import.meta.dirname, `../baseline/${name}.mjs`)
const health = encode({ method: "GET", path: "/control/v1/health" })

export const start: Benchmark = async ({ program }) => {
  const runs = {
    baseline: (port: number) => firstAnswerMs([baselineOf("answer"), String(port)], port),
    floor: (port: number) => firstAnswerMs([baselineOf("floor/start"), String(port)], port),
    ours: (port: number) => firstAnswerMs([program, "serve", "--memory", "--port", String(port)], port)
  }
  const measured = { baseline: [] as Array<number>, floor: [] as Array<number>, ours: [] as Array<number> }
  const sides = ["baseline", "floor", "ours"] as const
  // The first start fills the compile cache beside the program and the disk cache.
  for (let i = 0; i <= STARTS; i++) {
    for (const side of sides) {
      const ms = await runs[side](await freePort())
      if (i > 0) measured[side].push(ms)
    }
  }
  const [baseline, floor, ours] = [median(measured.baseline), median(measured.floor), median(measured.ours)]
  const slowest = (side: (typeof sides)[number]) => shown(quantile(measured[side], 1))
  return [
    {
      benchmark: "start to first answer, memory",
      unit: "ms, median",
      ours,
      baseline,
      ratios: [ours / baseline],
      ...floorOf(ours, floor),
      goal: { below: 3 },
      notes: `slowest ${slowest("ours")} ms, bare ${slowest("baseline")} ms, floor ${slowest("floor")} ms`,
      raw: measured
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
