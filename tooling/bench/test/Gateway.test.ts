/** The rows of the gateway, on a short run of the built program: each is measured, and can miss its goal. */
import { expect, it } from "vitest"
import { PROGRAM } from "../src/Backlot.ts"
import { gateway, gatewayAt } from "../src/benchmark/Gateway.ts"
import { measureCrowd } from "../src/benchmark/Sessions.ts"
import { type Figure, judge } from "../src/Row.ts"
import { type Benchmark, stage } from "../src/Scene.ts"

const warmUp = { requests: 1, mostSeconds: 0 }
const size = { commands: 1, guilds: 1, sessions: 1 }
const settings = { seconds: 0.05, rounds: 1, warmUp, size, program: PROGRAM, profile: undefined }

/** As if ours had been a million times worse. */
const spoilt = (figure: Figure): Figure => {
  const isRate = figure.unit.endsWith("/s")
  const spoil = (value: number) => (isRate ? value / 1e6 : value * 1e6)
  return { ...figure, ours: spoil(figure.ours), ratios: figure.ratios.map(spoil) }
}

const crowd: Benchmark = (scene) => measureCrowd({ sessions: 12, applications: 3, fanOuts: 2 }, scene)

it.each<{ name: string; benchmark: Benchmark; goals: ReadonlyArray<Figure["goal"]> }>([
  { name: "gateway", benchmark: gateway, goals: [{ below: 3 }, { oursBelow: 1.4 }, "none"] },
  // Few at a time: the app has three seconds for each, also on a machine that runs other tests.
  { name: "gateway-50", benchmark: gatewayAt(5), goals: [{ least: 0.2 }, "none", { oursMost: 300 }] },
  { name: "sessions", benchmark: crowd, goals: [{ oursBelow: 400 }, "none", { most: 2 }] }
])("$name is measured beside its baseline, and a slow server would miss its goals", async ({ benchmark, goals }) => {
  const figures = await stage(benchmark, settings)
  expect(figures.map(({ goal }) => goal)).toEqual(goals)
  for (const figure of figures) {
    // Memory and CPU time are read from /proc.
    const knows = process.platform === "linux" || !["MB", "µs per reply"].includes(figure.unit)
    expect(figure.ours > 0 && figure.baseline > 0, figure.benchmark).toBe(knows)
    expect(judge(spoilt(figure)).met, figure.benchmark).toBe(figure.goal === "none" ? undefined : false)
  }
})
