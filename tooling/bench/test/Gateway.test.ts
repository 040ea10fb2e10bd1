/** The rows of the gateway, on a short run of the built program: each is measured, and can miss its goal. */
import { expect, it } from "vitest"
import { PROGRAM } from "../src/Backlot.ts"
import { gateway, gateway50 } from "../src/benchmark/Gateway.ts"
import { measureCrowd } from "../src/benchmark/Sessions.ts"
import { type Figure, judge } from "../src/Row.ts"
import { type Benchmark, stage } from "../src/Scene.ts"

const settings = { seconds: 0.05, rounds: 1, program: PROGRAM, profile: undefined }

/** As if ours had been a million times worse. */
const spoilt = (figure: Figure): Figure => ({
  ...figure,
  ours: figure.ours * 1e6,
  ratios: figure.ratios.map((ratio) => ratio * 1e6)
})

const crowd: Benchmark = (scene) => measureCrowd({ sessions: 12, applications: 3, fanOuts: 2 }, scene)

it.each<{ name: string; benchmark: Benchmark; goals: ReadonlyArray<Figure["goal"]> }>([
  { name: "gateway", benchmark: gateway, goals: [{ below: 3 }, { oursBelow: 1.4 }] },
  { name: "gateway-50", benchmark: gateway50, goals: ["none", "none"] },
  { name: "sessions", benchmark: crowd, goals: [{ oursBelow: 400 }, "none", { most: 2 }] }
])("$name is measured beside its baseline, and a slow server would miss its goals", async ({ benchmark, goals }) => {
  const figures = await stage(benchmark, settings)
  expect(figures.map(({ goal }) => goal)).toEqual(goals)
  for (const figure of figures) {
    const knows = process.platform === "linux" || figure.unit !== "MB"
    expect(figure.ours > 0 && figure.baseline > 0, figure.benchmark).toBe(knows)
    expect(judge(spoilt(figure)).met, figure.benchmark).toBe(figure.goal === "none" ? undefined : false)
  }
})
