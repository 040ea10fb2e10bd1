/** The decision chart and a second, naive reading of its tables agree in random worlds; a deep run draws a million. */

import { assert, it } from "@effect/vitest"
import * as fc from "fast-check"
import { type Evaluation, evaluateIn } from "../../src/permission/Evaluate.ts"
import { type Standing, standingIn, standingInGuild } from "../../src/permission/Standing.ts"
import { worldOf } from "./ChartGenerator.ts"
import { type NaiveAnswer, type NaiveWorld, naively } from "./NaiveChart.ts"

const WORLDS = (process.env["BACKLOT_DEEP"] ?? "") === "" ? 100_000 : 1_000_000
/** Every node decides at least this often. */
const LEAST = WORLDS / 500

/** Every node of the chart, and what it can say. */
const NODES = [
  ...["command_exists", "subcommands", "installation", "channel", "contexts", "age_restriction"],
  ...["view_channel", "timeout", "use_application_commands"],
  ...["command_channel", "command_all_channels", "application_channel", "application_all_channels"],
  ...["command_user", "command_roles", "command_everyone"],
  ...["application_user", "application_roles", "application_everyone"],
  ...["default_member_permissions", "send_messages"]
]
  .flatMap((step) => [`${step} pass`, `${step} fail`])
  .concat("administrator pass", "ephemeral_answers pass")

const standingOf = ({ user, guild, direct, now_ms }: NaiveWorld): Standing => {
  if (direct !== undefined) return standingIn({ user, place: { kind: "direct", channel: direct }, now_ms })
  if (guild === undefined) throw new Error("a world is in a guild or direct")
  const { channel } = guild
  return channel === undefined
    ? standingInGuild({ ...guild, user, now_ms })
    : standingIn({ user, place: { kind: "guild", ...guild, channel }, now_ms })
}

/** What was said, as the naive model says it. */
const pathOf = ({ decisions }: Evaluation): ReadonlyArray<string> =>
  decisions.filter(({ outcome }) => outcome !== "skip").map(({ step, outcome }) => `${step} ${outcome}`)

const judge = (world: NaiveWorld): NaiveAnswer => {
  const options = world.without_channel_stage ? ({ channelStage: false } as const) : {}
  const evaluation = evaluateIn(standingOf(world), world.asked, options)
  const { visible, usable, integration_owners: owners, ephemerality } = evaluation
  return { visible, usable, path: pathOf(evaluation), owners, ephemerality }
}

const same = (a: NaiveAnswer, b: NaiveAnswer): boolean =>
  a.visible === b.visible &&
  a.usable === b.usable &&
  a.path.join() === b.path.join() &&
  a.owners["0"] === b.owners["0"] &&
  a.owners["1"] === b.owners["1"] &&
  a.ephemerality.join() === b.ephemerality.join()

it("the chart and its naive reading agree in random worlds, in which every node decides", () => {
  const [first = 0] = fc.sample(fc.nat(), 1)
  const said = new Map<string, number>(NODES.map((node) => [node, 0]))
  for (let seed = first; seed < first + WORLDS; seed++) {
    const world = worldOf(seed)
    const [ours, expected] = [judge(world), naively(world)]
    if (!same(ours, expected)) {
      assert.deepStrictEqual(ours, expected, `worldOf(${seed}) is ${JSON.stringify(world, undefined, 1)}`)
    }
    for (const node of expected.path) said.set(node, (said.get(node) ?? 0) + 1)
  }
  assert.deepStrictEqual([...said.keys()], NODES)
  const rare = [...said].filter(([, times]) => times < LEAST)
  assert.deepStrictEqual(rare, [], `worlds ${first} to ${first + WORLDS}`)
}, 120_000)
