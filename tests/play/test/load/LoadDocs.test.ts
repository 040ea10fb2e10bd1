/** The load of docs/load.md: its scenario file alone, and with the flags of each of its commands. */
import { readFileSync } from "node:fs"
import type { LoadFlags } from "@backlot/simulator/load/LoadFlags"
import { jobOf, scenariosOf } from "@backlot/simulator/load/LoadRun"
import { LOAD_VARIABLES } from "@backlot/simulator/load/LoadStep"
import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { loaded } from "../WrittenFiles.ts"

const read = (path: string) => readFileSync(new URL(`../../../../${path}`, import.meta.url), "utf8")
const text = read("docs/load.md")

const [scenario = "", ...others] = Array.from(text.matchAll(/^```yaml\n([\s\S]*?)^```/gm), ([, block]) => block ?? "")
const commands = Array.from(text.matchAll(/^backlot simulate \S+ (.+?)(?: +#.*)?$/gm), ([, flags]) => flags ?? "")

/** Any world will do, because nothing is played on it. */
const files = { "adopt.scenario.yaml": scenario, "worlds/harbour.yaml": read("examples/worlds/demo.yaml") }

const jobBy = Effect.fnUntraced(function* (flags: LoadFlags) {
  const { scenarios } = yield* loaded(files, { variables: LOAD_VARIABLES })
  const [rows] = scenariosOf(scenarios)
  if (rows === undefined) throw new Error("the page has no scenario")
  return yield* Effect.fromResult(jobOf(rows, flags))
})

/** `--users 50 --threshold 'p95: < 50ms'`; leaves out flags that are not part of a plan. */
const flagsOf = (typed: string): LoadFlags => {
  const given = Array.from(typed.matchAll(/--([a-z]+)(?: ('[^']*'|[^-\s]\S*))?/g), ([, name, value = ""]) => {
    const bare = value.replaceAll("'", "")
    if (name === "threshold") return ["thresholds", [bare]] as const
    return [name ?? "", name === "users" ? Number(bare) : bare] as const
  })
  return Object.fromEntries(given.filter(([name]) => !["load", "report", "compare"].includes(name)))
}

describe("the page of loads", () => {
  it.effect("has one scenario, which is the load that it says", () =>
    Effect.gen(function* () {
      expect(others).toEqual([])
      const { course, thresholds, rows } = yield* jobBy({})
      expect(course).toMatchObject({ model: "open", duration_ms: 30_000, warmup_ms: 5_000 })
      expect(course.segments).toEqual([{ from: 200, to: 200, ms: 30_000 }])
      expect(thresholds.map(({ name, sign, bound }) => `${name} ${sign} ${bound}`)).toEqual([
        "p95 < 50",
        "errors < 0.01",
        "rate > 350",
        "use:/adopt p99 < 80"
      ])
      expect(rows.map((row) => row.map(({ said }) => said))).toEqual([
        ["use:/adopt animal:Dog name:Rex", "press:confirm"],
        ["use:/adopt animal:Cat name:Rex", "press:confirm"]
      ])
    })
  )

  it.effect.each(commands)("has commands that are loads: %s", (typed) =>
    Effect.gen(function* () {
      const { course } = yield* jobBy(flagsOf(typed))
      expect(course.model).toBe(typed.includes("--users") ? "closed" : "open")
      expect(course.segments.at(-1)?.to).toBe(typed.includes("--stages") ? 0 : 200)
    })
  )

  it("shows each way to begin one", () => {
    for (const flag of ["--load", "--users", "--rate", "--duration", "--stages"]) {
      expect(commands.join("\n")).toContain(flag)
    }
  })
})
