/** A scripted journey of three users with different roles, and the contents of their pickers on the way. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import {
  ALICE,
  BOB,
  CAROL,
  GAMES,
  GENERAL,
  GUILD,
  HOUR_MS,
  ID,
  MODERATOR,
  NIGHT,
  QUIET,
  SHOP,
  SHOP_DM
} from "../Market.ts"
import { playing } from "../Playing.ts"
import { saying } from "../Stage.ts"

type Played = Effect.Success<ReturnType<typeof playing>>

/** The entries of a user's picker, sorted. */
const pickerOf =
  ({ as }: Played) =>
  (user: string, channel: string, query = "") =>
    Effect.map(as(user).in(channel).commands(query), (rows) =>
      rows.map(({ path_localized, name_localized }) => path_localized ?? name_localized)
    )

const ENGLISH = ["adopt", "care feed give", "care feed plan", "care list", "docked", "play", "Praise"]
const GERMAN = ["aufnehmen", "docked", "pflege füttern give", "pflege füttern planen", "pflege list", "play", "Praise"]
const MODERATING = [
  "adopt",
  "ban",
  "care feed give",
  "care feed plan",
  "care list",
  "docked",
  "play",
  "Praise",
  "Report"
]

describe("three users with different roles", () => {
  it.live("see different pickers: by role, channel, age, time-out and language", () =>
    Effect.gen(function* () {
      const played = yield* playing(saying("hi"))
      const picker = pickerOf(played)

      // In the same channel: a moderator, a member with a German client, and a timed-out member.
      assert.deepStrictEqual(yield* picker(ALICE, GENERAL), MODERATING)
      assert.deepStrictEqual(yield* picker(BOB, GENERAL), GERMAN)
      assert.deepStrictEqual(yield* picker(CAROL, GENERAL), [])

      // In a channel where an overwrite allows commands only to moderators.
      assert.deepStrictEqual(yield* picker(ALICE, QUIET), MODERATING)
      assert.deepStrictEqual(yield* picker(BOB, QUIET), [])

      // In an age-restricted channel: only adults see age-restricted commands.
      assert.include(yield* picker(ALICE, NIGHT), "wine")
      assert.deepStrictEqual(yield* picker(BOB, NIGHT), GERMAN)

      // In a conversation with the shop's bot: its commands for direct messages, no guild commands.
      assert.deepStrictEqual(yield* picker(BOB, SHOP_DM, "hello"), ["hello"])
      assert.deepStrictEqual(yield* picker(BOB, SHOP_DM, "docked"), [])

      // After the end of the time-out.
      yield* played.advance(HOUR_MS)
      assert.deepStrictEqual(yield* picker(CAROL, GENERAL), ENGLISH)

      // Users find commands in their own language.
      assert.deepStrictEqual(yield* picker(BOB, GENERAL, "futtern"), ["pflege füttern give", "pflege füttern planen"])
      assert.deepStrictEqual(yield* picker(CAROL, GENERAL, "feed"), ["care feed give", "care feed plan"])
    })
  )

  it.live("see at once what is registered, changed and deleted", () =>
    Effect.gen(function* () {
      const played = yield* playing(saying("hi"))
      const picker = pickerOf(played)
      const commands = `/applications/${SHOP}/commands`
      yield* played.shop(commands, "POST", { name: "walk", description: "Walks", default_member_permissions: "4" })
      assert.deepStrictEqual(
        [yield* picker(ALICE, GENERAL, "walk"), yield* picker(BOB, GENERAL, "walk")],
        [["walk"], []]
      )
      yield* played.shop(`${commands}/${ID.ban}`, "PATCH", { default_member_permissions: null })
      assert.deepStrictEqual(yield* picker(BOB, GENERAL, "ban"), ["ban"])
      yield* played.shop(`${commands}/${ID.adopt}`, "DELETE")
      assert.deepStrictEqual([yield* picker(ALICE, GENERAL, "adopt"), yield* picker(BOB, GENERAL, "adopt")], [[], []])
    })
  )

  const role = (id: string, permission: boolean) => ({ id, type: 1, permission })
  const user = (id: string, permission: boolean) => ({ id, type: 2, permission })
  const channel = (id: string, permission: boolean) => ({ id, type: 3, permission })
  const entry = (application_id: string, id: string, permissions: ReadonlyArray<object>) => ({
    application_id,
    guild_id: GUILD,
    id,
    permissions
  })

  it.live("see different pickers by the overwrites of commands and applications", () =>
    Effect.gen(function* () {
      const command_permissions = [
        // A user's own overwrite wins over that of the role, and both win over default_member_permissions.
        entry(SHOP, ID.ban, [user(BOB, true), role(MODERATOR, false)]),
        // Denied to everybody in this channel.
        entry(SHOP, ID.docked, [channel(GENERAL, false)]),
        // The whole application is for moderators only.
        entry(GAMES, GAMES, [role(GUILD, false), role(MODERATOR, true)])
      ]
      const played = yield* playing(saying("hi"), { changes: { command_permissions } })
      const picker = pickerOf(played)
      const without = (names: ReadonlyArray<string>, ...gone: ReadonlyArray<string>) =>
        names.filter((name) => !gone.includes(name))
      assert.deepStrictEqual(yield* picker(ALICE, GENERAL), without(MODERATING, "ban", "docked"))
      assert.deepStrictEqual(yield* picker(BOB, GENERAL, "ban"), ["ban"])
      assert.deepStrictEqual(without(yield* picker(BOB, GENERAL), "ban"), without(GERMAN, "docked", "play"))
      assert.deepStrictEqual(yield* picker(ALICE, QUIET), without(MODERATING, "ban"))
    })
  )

  it.live("are told the reason for what they do not see, and are refused for it", () =>
    Effect.gen(function* () {
      const { as } = yield* playing(saying("hi"))
      const reasons = [
        [BOB, GENERAL, "ban", `<@${ALICE}>`],
        [BOB, QUIET, "docked", ""],
        [CAROL, GENERAL, "docked", ""],
        [BOB, NIGHT, "wine", ""]
      ] as const
      for (const [who, where, name, member] of reasons) {
        const session = as(who).in(where)
        const { visible, decisions } = yield* session.explain(ID[name])
        const refused = yield* Effect.flip(session.use(`/${name}${member === "" ? "" : ` member:${member}`}`))
        if (refused._tag !== "UseRefused") return yield* Effect.die(refused)
        assert.isFalse(visible)
        assert.deepStrictEqual(refused.decisions, decisions)
        const failed = decisions.find(({ outcome }) => outcome === "fail")
        assert.include(refused.message, failed?.because ?? "a step that failed")
      }
    })
  )
})
