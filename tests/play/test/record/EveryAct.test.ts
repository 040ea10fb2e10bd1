/**
 * Whatever a person can do over the control plane, scenarios, recordings, the testkit, their page and the console can
 * do too. The routes are the list of acts; here are only the reasons of what somebody leaves out.
 */
import { globSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { endpoints } from "@backlot/protocol/control/Control"
import { type Act, actOf } from "@backlot/scenario/Step"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { Recorded, replay } from "./Recorded.ts"

const root = fileURLToPath(new URL("../../../../", import.meta.url))

const read = (path: string): string => readFileSync(`${root}${path}`, "utf8")

/** The acts of a person: what their routes change. Elements of the world are edited, not acted. */
const OPERATIONS = Object.entries(endpoints)
  .filter(
    ([name, { method, path }]) => method !== "GET" && path.startsWith("/users/:user_id/") && !/_world_/.test(name)
  )
  .map(([name]) => name)

/** Acts of people that have no route of the control plane: pages and bearer tokens. */
const ELSEWHERE = ["authorize", "create_or_join_lobby", "leave_lobby"]

const NOT_RECORDED: Readonly<Record<string, string>> = {
  start_typing: "the console announces by itself that somebody types",
  set_command_permissions: "`permit` plays it with a token of the user, as another operation"
}

/** The operations that sources of the console call: every one that stands in the first argument of `control`. */
const calledIn = (sources: ReadonlyArray<string>): ReadonlySet<string> =>
  new Set(
    sources.flatMap((source) =>
      [...source.matchAll(/\bcontrol\(([^,()]*)/g)].flatMap(([, first = ""]) =>
        [...first.matchAll(/"(\w+)"/g)].map(([, name = ""]) => name)
      )
    )
  )

const playing = Effect.gen(function* () {
  const { answering, scenario } = yield* Recorded
  const acts = new Map<string, Set<Act>>()
  yield* replay(scenario, answering.serve, (step, operations) => {
    const act = actOf(step)
    for (const operation of act === undefined || act === "world" ? [] : operations)
      acts.set(operation, (acts.get(operation) ?? new Set()).add(act as Act))
  })
  return acts
})

layer(Recorded.layer, { excludeTestServices: true })("every act of a person", (it) => {
  it.effect(
    "becomes a step of its own when it is recorded, which does the same, and which the testkit and the page have",
    () =>
      Effect.gen(function* () {
        const acts = yield* playing
        const lacking = [...OPERATIONS, ...ELSEWHERE].filter((name) => !acts.has(name) && !(name in NOT_RECORDED))
        assert.deepStrictEqual(lacking, [])
        const steps = [...acts].flatMap(([name, played]) => (OPERATIONS.includes(name) ? [...played] : []))
        const user = read("packages/testkit/src/library/User.ts")
        const methods = new Set(Array.from(user.matchAll(/callSiteOf\(this\.\w+\), \{ (\w+)/g), ([, act]) => act))
        assert.deepStrictEqual(
          [...new Set(steps)].filter((act) => !methods.has(act) && act !== "set_locale"),
          []
        )
        const page = read("docs/scenarios.md")
        assert.deepStrictEqual(
          steps.filter((act) => !page.includes(`| \`${act}\` |`)),
          []
        )
      }),
    60_000
  )

  it("is called by the console, which a browser plays in Acts.browser.test.ts", () => {
    const called = calledIn(globSync("apps/console/src/**/*.{ts,tsx}", { cwd: root }).map(read))
    assert.deepStrictEqual(
      OPERATIONS.filter((name) => !called.has(name)),
      []
    )
  })
})
