/**
 * Time from `Backlot.start` to its promise in a test, with an empty world, not counting the first start, and how many
 * such servers a second has room for when each test starts and stops one. The baseline is a bare node:http server that
 * starts to listen. Runs in this process with the built testkit.
 */
import { createServer } from "node:http"
import { Backlot } from "@backlot/testkit"
import type { Benchmark } from "../Scene.ts"
import { median, quantile } from "../Statistics.ts"
import { shown } from "../Table.ts"

const STARTS = 200

export const embed: Benchmark = async () => {
  const first = await ourMs()
  const [ours, baseline]: [Array<Span>, Array<Span>] = [[], []]
  for (let i = 0; i < STARTS; i++) {
    baseline.push(await bareMs())
    ours.push(await ourMs())
  }
  const [own, bare] = [median(ours.map(({ started }) => started)), median(baseline.map(({ started }) => started))]
  const p99 = quantile(
    ours.map(({ started }) => started),
    0.99
  )
  const [ownRate, bareRate] = [perSecond(ours), perSecond(baseline)]
  return [
    {
      benchmark: "testkit, a server and an empty world",
      unit: "ms, median",
      ours: own,
      baseline: bare,
      ratios: [own / bare],
      goal: { oursBelow: 10 },
      notes: `the first ${shown(first.started)} ms, p99 ${shown(p99)} ms`,
      raw: { first, ours, baseline }
    },
    {
      benchmark: "testkit, a server per test",
      unit: "starts/s",
      ours: ownRate,
      baseline: bareRate,
      ratios: [ownRate / bareRate],
      goal: "none",
      notes: `${STARTS} servers, one after the other, each started and stopped`,
      raw: null
    }
  ]
}

/** Milliseconds from the start, to the promise and to the end of the stop. */
interface Span {
  readonly started: number
  readonly stopped: number
}

const perSecond = (spans: ReadonlyArray<Span>): number =>
  (spans.length * 1_000) / spans.reduce((sum, { stopped }) => sum + stopped, 0)

const ourMs = (): Promise<Span> =>
  span(
    () => Backlot.start({ world: {} }),
    (backlot) => backlot.stop()
  )

const bareMs = (): Promise<Span> =>
  span(
    async () => {
      const server = createServer()
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
      return server
    },
    (server) => new Promise((resolve) => server.close(resolve))
  )

const span = async <A>(start: () => Promise<A>, stop: (started: A) => Promise<unknown>): Promise<Span> => {
  const began = performance.now()
  const made = await start()
  const started = performance.now() - began
  await stop(made)
  return { started, stopped: performance.now() - began }
}
