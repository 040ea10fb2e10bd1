import { BITS } from "@backlot/domain/permission/Permission"
import * as Body from "@backlot/ports/Body"
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import * as Surroundings from "../../src/access/Surroundings.ts"
import * as UserPlace from "../../src/access/UserPlace.ts"
import * as Commands from "../../src/command/Commands.ts"
import * as UserMessages from "../../src/user/UserMessages.ts"
import {
  ALICE,
  ALICE_AND_BOB,
  ALICE_AND_WEATHER,
  BOB,
  CAROL,
  GENERAL,
  HARBOUR,
  HIDDEN,
  HIDDEN_THREAD,
  MODERATOR,
  NOBODY,
  PET_SHOP,
  settle,
  slash,
  THREAD,
  target,
  WEATHER,
  WEATHER_BOT
} from "../fixture/Harbour.ts"
import { describeOnEachStore, transact, WALL_MS } from "../fixture/Stores.ts"

const place = (userId: string, channelId: string) => transact(() => UserPlace.load(userId, channelId))

const around = (userId: string, channelId: string, named: Partial<Surroundings.Named> = {}) =>
  transact(() =>
    Body.flatMap(UserPlace.load(userId, channelId), (loaded) =>
      Surroundings.load(loaded, { ids: [], everyone: false, channels: "all", ...named }, WALL_MS)
    )
  )

const people = ({ users }: Surroundings.Surroundings) => users.map(({ user }) => user.id)

describeOnEachStore("the place of a user", (test) => {
  test(
    "in a guild holds the member, every role, the channel and the installations",
    Effect.gen(function* () {
      yield* settle()
      const loaded = yield* place(ALICE, GENERAL)
      if (loaded.kind !== "guild") return assert.fail("not a guild")
      assert.deepStrictEqual([loaded.user.id, loaded.member.roles, loaded.guild.id], [ALICE, [MODERATOR], HARBOUR])
      assert.deepStrictEqual(
        loaded.roles.map(({ id }) => id),
        [HARBOUR, MODERATOR]
      )
      assert.deepStrictEqual([loaded.channel.id, loaded.parent], [GENERAL, undefined])
      assert.deepStrictEqual(
        loaded.guildInstalls.map((i) => i.application_id),
        [PET_SHOP, WEATHER]
      )
      assert.deepStrictEqual(
        loaded.userInstalls.map((i) => i.application_id),
        [PET_SHOP]
      )
    })
  )

  test(
    "in a thread holds the channel whose overwrites rule it",
    Effect.gen(function* () {
      yield* settle()
      const loaded = yield* place(ALICE, THREAD)
      assert.deepStrictEqual(loaded.kind === "guild" && [loaded.channel.id, loaded.parent?.id], [THREAD, GENERAL])
    })
  )

  test(
    "in direct messages holds the channel and what the user installed",
    Effect.gen(function* () {
      yield* settle()
      const loaded = yield* place(ALICE, ALICE_AND_BOB)
      assert.deepStrictEqual([loaded.kind, loaded.channel.id], ["direct", ALICE_AND_BOB])
      assert.deepStrictEqual(
        loaded.userInstalls.map((i) => i.application_id),
        [PET_SHOP]
      )
    })
  )

  for (const [sentence, user, channel, tag] of [
    ["an unknown user is nowhere", NOBODY, GENERAL, "UnknownUser"],
    ["a bot uses no commands", WEATHER_BOT, ALICE_AND_WEATHER, "UnknownUser"],
    ["an unknown channel is no place", ALICE, NOBODY, "UnknownChannel"],
    ["who is no member is not in the guild", CAROL, GENERAL, "UnknownMember"],
    ["other people's direct messages do not exist", CAROL, ALICE_AND_BOB, "UnknownChannel"]
  ] as const) {
    test(
      sentence,
      Effect.gen(function* () {
        yield* settle()
        assert.strictEqual((yield* Effect.flip(place(user, channel)))._tag, tag)
      })
    )
  }
})

describeOnEachStore("commands that could be offered", (test) => {
  /** One global command each, and one of each application in Harbour. */
  const register = Effect.gen(function* () {
    for (const [application, name] of [
      [PET_SHOP, "pet"],
      [WEATHER, "sky"]
    ] as const) {
      yield* Commands.create(yield* target("global", application), slash(name))
      yield* Commands.create(yield* target(HARBOUR, application), slash(`${name}-here`))
    }
  })
  const offered = (userId: string, channelId: string) =>
    transact(() =>
      Body.map(Body.flatMap(UserPlace.load(userId, channelId), UserPlace.candidates), (all) =>
        all.map(({ command }) => command.name)
      )
    )

  test(
    "in a guild are the global ones and the guild's own of every installed application, each once",
    Effect.gen(function* () {
      yield* settle()
      yield* register
      for (const channel of [GENERAL, THREAD]) {
        assert.deepStrictEqual(yield* offered(ALICE, channel), ["pet", "pet-here", "sky", "sky-here"])
      }
    })
  )

  test(
    "in direct messages with a bot are those of its application, whatever the bot's own id, and the user's own",
    Effect.gen(function* () {
      yield* settle()
      yield* register
      assert.deepStrictEqual(yield* offered(ALICE, ALICE_AND_WEATHER), ["pet", "sky"])
    })
  )

  test(
    "in direct messages with a person are the user's own, and never a guild's",
    Effect.gen(function* () {
      yield* settle()
      yield* register
      assert.deepStrictEqual(yield* offered(ALICE, ALICE_AND_BOB), ["pet"])
      assert.deepStrictEqual(yield* offered(BOB, ALICE_AND_BOB), [])
    })
  )
})

describeOnEachStore("surroundings", (test) => {
  test(
    "offer no channel that the user can not view, and no thread of one",
    Effect.gen(function* () {
      yield* settle()
      const { channels } = yield* around(ALICE, GENERAL)
      assert.deepStrictEqual(
        channels.map(({ channel, parent }) => [channel.id, parent?.id]),
        [
          [GENERAL, undefined],
          [THREAD, GENERAL]
        ]
      )
    })
  )

  test(
    "offer the guild's owner every channel",
    Effect.gen(function* () {
      yield* settle()
      const { channels } = yield* around(BOB, GENERAL)
      assert.deepStrictEqual(
        channels.map(({ channel }) => channel.id),
        [GENERAL, HIDDEN, THREAD, HIDDEN_THREAD]
      )
    })
  )

  test(
    "hold everyone in the guild once, bots among them, when everyone can be named",
    Effect.gen(function* () {
      yield* settle()
      const everyone = yield* around(ALICE, GENERAL, { everyone: true, ids: [BOB, PET_SHOP] })
      assert.deepStrictEqual(people(everyone).toSorted(), [PET_SHOP, WEATHER_BOT, ALICE, BOB])
      assert.deepStrictEqual(people(yield* around(ALICE, GENERAL)), [])
    })
  )

  test(
    "hold who is asked for, members or not, and leave out who is unknown",
    Effect.gen(function* () {
      yield* settle()
      const { users } = yield* around(ALICE, GENERAL, { ids: [CAROL, NOBODY, BOB, CAROL] })
      assert.deepStrictEqual(
        users.map(({ user, member }) => [user.id, member?.user_id]),
        [
          [CAROL, undefined],
          [BOB, BOB]
        ]
      )
    })
  )

  test(
    "show an installed bot as a member with the permissions of its managed role",
    Effect.gen(function* () {
      yield* settle()
      const { users } = yield* around(ALICE, GENERAL, { ids: [PET_SHOP, WEATHER_BOT] })
      assert.deepStrictEqual(
        users.map(({ user, member, managed }) => [
          user.id,
          "bot" in user && user.bot,
          member?.user_id,
          managed?.permissions
        ]),
        [
          [PET_SHOP, true, PET_SHOP, String(BITS.MANAGE_MESSAGES)],
          [WEATHER_BOT, true, WEATHER_BOT, undefined]
        ]
      )
    })
  )

  test(
    "show the bot of an application without the bot scope as no member",
    Effect.gen(function* () {
      const installs = [{ application_id: PET_SHOP, scopes: ["applications.commands"] }]
      yield* settle({
        guilds: [
          { id: HARBOUR, name: "Harbour", owner_id: ALICE, channels: [{ id: GENERAL, name: "general" }], installs }
        ]
      })
      const { users } = yield* around(ALICE, GENERAL, { ids: [PET_SHOP], everyone: true })
      assert.deepStrictEqual(users.map(({ user, member }) => [user.id, member?.user_id]).toSorted(), [
        [PET_SHOP, undefined],
        [ALICE, ALICE]
      ])
    })
  )

  test(
    "in direct messages are the recipients, bots among them, and the channel itself",
    Effect.gen(function* () {
      yield* settle()
      const direct = yield* around(ALICE, ALICE_AND_WEATHER, { everyone: true })
      assert.deepStrictEqual(people(direct), [ALICE, WEATHER_BOT])
      assert.deepStrictEqual(
        direct.channels.map(({ channel }) => channel.id),
        [ALICE_AND_WEATHER]
      )
      assert.deepStrictEqual(direct.roles, [])
    })
  )
})

describeOnEachStore("the messages of a channel", (test) => {
  const post = (...ids: ReadonlyArray<string>) =>
    settle({ messages: ids.map((id) => ({ id, channel_id: GENERAL, content: id })) })
  const list = (userId: string, channelId: string, limit = 10) =>
    Effect.map(UserMessages.list(userId, channelId, { limit }), (messages) => messages.map(({ id }) => id))

  test(
    "are the newest ones, oldest first",
    Effect.gen(function* () {
      yield* post("9", "10", "8", "700000000000000001")
      assert.deepStrictEqual(yield* list(ALICE, GENERAL, 3), ["9", "10", "700000000000000001"])
      assert.deepStrictEqual(yield* list(ALICE, THREAD), [])
    })
  )

  test(
    "are refused to who can not view the channel",
    Effect.gen(function* () {
      yield* settle()
      for (const channel of [HIDDEN, HIDDEN_THREAD]) {
        assert.strictEqual((yield* Effect.flip(list(ALICE, channel)))._tag, "MissingAccess")
        assert.deepStrictEqual(yield* list(BOB, channel), [])
      }
      assert.strictEqual((yield* Effect.flip(list(CAROL, GENERAL)))._tag, "UnknownMember")
    })
  )

  test(
    "in direct messages are open to the recipients",
    Effect.gen(function* () {
      yield* settle({ messages: [{ id: "1", channel_id: ALICE_AND_BOB, content: "psst" }] })
      assert.deepStrictEqual(yield* list(BOB, ALICE_AND_BOB), ["1"])
    })
  )
})
