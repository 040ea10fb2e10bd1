/** What a world's command permissions do to pickers and uses. */
import { judging } from "@backlot/domain/permission/CommandsHere"
import type { CommandPermission } from "@backlot/domain/record/World"
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import * as UserPlace from "../../src/access/UserPlace.ts"
import type { UseRefused } from "../../src/command/CommandChoice.ts"
import {
  ALICE,
  ALICE_AND_WEATHER,
  BOB,
  GENERAL,
  HARBOUR,
  harbourFile,
  MODERATOR,
  PET_SHOP,
  QUAY,
  settle,
  THREAD,
  WEATHER
} from "../fixture/Harbour.ts"
import { describeOnEachStore, transact, WALL_MS } from "../fixture/Stores.ts"
import { saying, use, withApp } from "../fixture/Using.ts"

const [ADOPT, FEED, WHO] = ["600000000000000001", "600000000000000002", "600000000000000003"] as const
const ALL_CHANNELS = String(BigInt(HARBOUR) - 1n)

interface Entry {
  readonly id: string
  readonly permissions: ReadonlyArray<CommandPermission>
  readonly application_id?: string
  readonly guild_id?: string
}

/** Harbour with three commands of Pet Shop, in the guild only, and these overwrites. */
const world = (entries: ReadonlyArray<Entry>, changes: object = {}) =>
  settle({
    commands: [
      { id: ADOPT, application_id: PET_SHOP, name: "adopt", description: "A pet", integration_types: [0] },
      { id: FEED, application_id: PET_SHOP, name: "feed", description: "A pet", integration_types: [0] },
      { id: WHO, application_id: PET_SHOP, name: "Who is this", type: 2, integration_types: [0] }
    ],
    command_permissions: entries.map((entry) => ({ application_id: PET_SHOP, guild_id: HARBOUR, ...entry })),
    ...changes
  })

const visible = (userId: string, channelId: string) =>
  transact(function* () {
    const place = yield* UserPlace.load(userId, channelId)
    const judged = (yield* UserPlace.candidates(place)).map(judging(place, WALL_MS))
    return judged.filter(({ evaluation }) => evaluation.visible).map(({ command }) => command.name)
  })

const refusalOf = (asked: Parameters<typeof use>[0]) =>
  withApp(
    () => Effect.succeed(saying("never")),
    () =>
      Effect.flatMap(Effect.flip(use(asked)), (error) =>
        error._tag === "UseRefused" ? Effect.succeed<UseRefused>(error) : Effect.die(error)
      )
  )

const user = (id: string, permission: boolean): CommandPermission => ({ id, type: 2, permission })
const role = (id: string, permission: boolean): CommandPermission => ({ id, type: 1, permission })
const channel = (id: string, permission: boolean): CommandPermission => ({ id, type: 3, permission })

const EVERY = ["adopt", "feed", "Who is this"]

describeOnEachStore("a world's command_permissions", (test) => {
  test(
    "hide a command from who may not use it, and refuse its use, with the overwrite that decided",
    Effect.gen(function* () {
      yield* world([{ id: ADOPT, permissions: [role(MODERATOR, false)] }])
      assert.deepStrictEqual(yield* visible(ALICE, GENERAL), ["feed", "Who is this"])
      const refused = yield* refusalOf({ command_id: ADOPT })
      assert.deepInclude(refused, {
        reason: "permission",
        because: "the command's overwrite for the role Moderator denies it"
      })
      assert.strictEqual(refused.decisions?.find(({ outcome }) => outcome === "fail")?.step, "command_roles")
    })
  )

  test(
    "of the application are those of all its commands without explicit overwrites",
    Effect.gen(function* () {
      yield* world([
        { id: PET_SHOP, permissions: [user(ALICE, false)] },
        { id: FEED, permissions: [user(ALICE, true)] }
      ])
      assert.deepStrictEqual(yield* visible(ALICE, GENERAL), ["feed"])
      assert.deepInclude(yield* refusalOf({ command_id: ADOPT }), {
        reason: "permission",
        because: "the application's overwrite for the user alice denies it"
      })
    })
  )

  test(
    "hide nothing from the owner",
    Effect.gen(function* () {
      yield* world([{ id: PET_SHOP, permissions: [user(BOB, false), channel(ALL_CHANNELS, false)] }])
      assert.deepStrictEqual(yield* visible(BOB, GENERAL), EVERY)
      assert.deepStrictEqual(yield* visible(ALICE, GENERAL), [])
    })
  )

  test(
    "of a channel also apply to threads in that channel",
    Effect.gen(function* () {
      yield* world([{ id: ADOPT, permissions: [channel(GENERAL, false)] }])
      assert.deepStrictEqual(yield* visible(ALICE, THREAD), ["feed", "Who is this"])
      assert.deepInclude(yield* refusalOf({ command_id: ADOPT, channel_id: THREAD }), {
        reason: "permission",
        because: "the command's overwrite for #general denies it"
      })
    })
  )

  test(
    "of another guild, or beside another application's id, say nothing here",
    Effect.gen(function* () {
      yield* world([
        { id: ADOPT, guild_id: QUAY, permissions: [user(ALICE, false)] },
        { id: WEATHER, application_id: WEATHER, permissions: [user(ALICE, false)] }
      ])
      assert.deepStrictEqual(yield* visible(ALICE, GENERAL), EVERY)
    })
  )

  test(
    "say nothing in direct messages",
    Effect.gen(function* () {
      const commands = [{ id: ADOPT, application_id: WEATHER, name: "sky", description: "Rain?" }]
      yield* world([{ id: WEATHER, application_id: WEATHER, permissions: [user(ALICE, false)] }], { commands })
      assert.deepStrictEqual(yield* visible(ALICE, ALICE_AND_WEATHER), ["sky"])
      assert.deepStrictEqual(yield* visible(ALICE, GENERAL), [])
    })
  )
})

describeOnEachStore("a USER command", (test) => {
  test(
    "where the user cannot send messages is listed, and its use is refused: Permission Denied",
    Effect.gen(function* () {
      const [guild, ...others] = harbourFile().guilds
      const channels = [
        { id: GENERAL, name: "general", permission_overwrites: [{ id: MODERATOR, type: 0, deny: ["SEND_MESSAGES"] }] }
      ]
      yield* world([], { guilds: [{ ...guild, channels }, ...others] })
      assert.deepStrictEqual(yield* visible(ALICE, GENERAL), EVERY)
      assert.deepInclude(yield* refusalOf({ command_id: WHO }), {
        reason: "permission",
        because:
          "Permission Denied: the member lacks SEND_MESSAGES (denied by the overwrite of #general for the role Moderator) in #general"
      })
    })
  )
})
