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

const IN_WORLD = "the world's editor changes the same"
const BY_PROGRAMS = "only tests and scenarios do it so far"

const NOT_IN_CONSOLE: Readonly<Record<string, string>> = {
  forward: BY_PROGRAMS,
  join_thread_as_user: IN_WORLD,
  leave_thread_as_user: IN_WORLD,
  add_to_thread: IN_WORLD,
  remove_from_thread: IN_WORLD,
  connect_voice: IN_WORLD,
  disconnect_voice: IN_WORLD,
  send_voice_effect: BY_PROGRAMS,
  edit_own_member: IN_WORLD,
  accept_invite: IN_WORLD,
  leave_guild_as_user: IN_WORLD,
  boost_guild: IN_WORLD,
  stop_boosting: IN_WORLD,
  accept_rules: IN_WORLD,
  ask_to_join: IN_WORLD,
  withdraw_join_request: IN_WORLD,
  review_join_request: IN_WORLD,
  mark_interest: IN_WORLD,
  withdraw_interest: IN_WORLD,
  buy_sku: BY_PROGRAMS,
  cancel_subscription: BY_PROGRAMS,
  set_presence: BY_PROGRAMS
}

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

  it("is in the console, but for those with a reason", () => {
    const sources = globSync("apps/console/src/**/*.{ts,tsx}", { cwd: root }).map(read).join("\n")
    const lacking = OPERATIONS.filter((name) => !sources.includes(`"${name}"`))
    assert.deepStrictEqual(lacking, Object.keys(NOT_IN_CONSOLE))
  })
})
