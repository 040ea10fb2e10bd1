/** What holds of every decision, in random worlds of the generator. */

import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { type Asked, type Evaluation, evaluate, evaluateIn } from "../../src/permission/Evaluate.ts"
import { standingIn } from "../../src/permission/Standing.ts"
import type { CommandPermission } from "../../src/record/World.ts"
import { ADMIN, general, roles, thread } from "../fixture/Harbour.ts"
import { stepOf, verdict } from "./Asking.ts"
import { worldOf } from "./ChartGenerator.ts"
import type { NaiveGuild, NaiveWorld } from "./NaiveChart.ts"

const RUNS = 3_000

const worlds = fc.nat().map(worldOf)

/** Worlds where the user stands in a channel of a guild. */
const inChannels = worlds.filter(
  (world): world is NaiveWorld & { readonly guild: Required<Pick<NaiveGuild, "channel">> & NaiveGuild } =>
    world.guild?.channel !== undefined
)

type InChannel = typeof inChannels extends fc.Arbitrary<infer A> ? A : never

const questionOf = ({ user, guild, now_ms, asked }: InChannel) => ({
  ...asked,
  user,
  place: { kind: "guild" as const, ...guild },
  now_ms
})

const judge = (world: InChannel, changes: Partial<Asked> = {}): Evaluation =>
  evaluate({ ...questionOf(world), ...changes })

const holds = (property: (world: InChannel) => void) => fc.assert(fc.property(inChannels, property), { numRuns: RUNS })

const lists = ({ asked }: NaiveWorld): ReadonlyArray<CommandPermission> => [
  ...(asked.command_overwrites ?? []),
  ...(asked.application_overwrites ?? [])
]

/** The list without targets that stand twice. */
const distinct = (list: ReadonlyArray<CommandPermission> = []): ReadonlyArray<CommandPermission> =>
  list.filter(({ id, type }, at) => list.findIndex((other) => other.id === id && other.type === type) === at)

describe("in every world", () => {
  it("administrators are never denied by overwrites", () =>
    holds((world) => {
      const admin = roles.find(({ id }) => id === ADMIN)
      const { guild } = world
      const place = {
        ...guild,
        roles: [...guild.roles.filter(({ id }) => id !== ADMIN), ...(admin === undefined ? [] : [admin])],
        member: { ...guild.member, roles: [ADMIN] }
      }
      const as = { ...world, guild: place }
      const none = { command_overwrites: [], application_overwrites: [] }
      assert.deepStrictEqual(verdict(judge(as)), verdict(judge(as, none)))
      assert.isUndefined(
        judge(as).decisions.find(
          ({ step, outcome }) => /^(command|application)_(?!exists)/.test(step) && outcome !== "skip"
        )
      )
    }))

  it("channel overwrites apply to threads of the channel", () =>
    holds((world) => {
      const { channel, parent = channel } = world.guild
      const inThread = { ...world, guild: { ...world.guild, channel: { ...thread, parent_id: parent.id }, parent } }
      const { parent: _, ...guild } = world.guild
      const inParent = { ...world, guild: { ...guild, channel: parent } }
      if (parent.type !== 0) return
      for (const step of [
        "command_channel",
        "command_all_channels",
        "application_channel",
        "application_all_channels"
      ]) {
        assert.deepStrictEqual(stepOf(judge(inThread), step), stepOf(judge(inParent), step))
      }
    }))

  it("the order of overwrites does not matter", () =>
    holds((world) => {
      const [C, A] = [distinct(world.asked.command_overwrites), distinct(world.asked.application_overwrites)]
      const forth = judge(world, { command_overwrites: C, application_overwrites: A })
      const back = judge(world, { command_overwrites: C.toReversed(), application_overwrites: A.toReversed() })
      assert.deepStrictEqual(verdict(forth), verdict(back))
    }))

  it("overwrites for other users, roles and channels do not matter", () =>
    holds((world) => {
      const others: ReadonlyArray<CommandPermission> = [1, 2, 3].flatMap((type) =>
        // The three types that there are.
        ["298", "299"].map((id) => ({ id, type: type as 1 | 2 | 3, permission: false }))
      )
      const { command_overwrites = [], application_overwrites = [] } = world.asked
      assert.deepStrictEqual(
        judge(world, {
          command_overwrites: [...others, ...command_overwrites],
          application_overwrites: [...application_overwrites, ...others]
        }),
        judge(world)
      )
    }))

  it("turning a denial into a grant never takes a command away", () =>
    holds((world) => {
      const grant = (list: ReadonlyArray<CommandPermission> = []) => list.map((one) => ({ ...one, permission: true }))
      const { command_overwrites, application_overwrites } = world.asked
      if (!judge(world).usable) return
      assert.isTrue(judge(world, { command_overwrites: grant(command_overwrites) }).usable)
      assert.isTrue(judge(world, { application_overwrites: grant(application_overwrites) }).usable)
    }))

  it("what the user alone brings is judged without the guild's overwrites", () =>
    holds((world) => {
      const { guild_install: _, ...asked } = world.asked
      const external = { ...world, asked }
      const none = { command_overwrites: [], application_overwrites: [] }
      assert.deepStrictEqual(judge(external), judge(external, none))
    }))

  it("answers of an application that is installed in the guild are never forced to be ephemeral", () =>
    holds((world) => {
      const { installed_here, ephemerality } = judge(world)
      if (installed_here) assert.deepStrictEqual(ephemerality, [])
    }))

  it("one standing answers for every command", () =>
    holds((world) => {
      const { user, place, now_ms, ...asked } = questionOf(world)
      const standing = standingIn({ user, place, now_ms })
      assert.deepStrictEqual(evaluateIn(standing, asked), judge(world))
      assert.deepStrictEqual(evaluateIn(standing, asked), judge(world))
    }))

  it("at most one step fails, and nothing is asked below it", () =>
    holds((world) => {
      const outcomes = judge(world).decisions.map(({ outcome }) => outcome)
      const failed = outcomes.indexOf("fail")
      if (failed >= 0) assert.isTrue(outcomes.slice(failed + 1).every((outcome) => outcome === "skip"))
    }))

  it("a usable command is visible; one that is visible and not usable is a USER command", () =>
    holds((world) => {
      const { visible, usable, reason } = judge(world)
      if (usable) assert.isTrue(visible)
      if (visible && !usable) assert.deepStrictEqual([world.asked.command?.type, reason], [2, "permission"])
    }))
})

it("the random worlds hold overwrites for the channel and for its threads", () => {
  const found = Array.from({ length: 1_000 }, (_, seed) => worldOf(seed)).flatMap(lists)
  for (const id of [general.id, thread.id]) assert.isAbove(found.filter((one) => one.id === id).length, 100)
})
