/** Links of lobbies to channels, and invites to their guilds, on each store. */

import { assert } from "@effect/vitest"
import { Effect } from "effect"
import * as Joining from "../../src/guild/Joining.ts"
import * as LobbyLinks from "../../src/lobby/LobbyLinks.ts"
import * as WorldEdits from "../../src/world/WorldEdits.ts"
import {
  ALICE,
  ALICE_AND_BOB,
  BOB,
  CAROL,
  GENERAL,
  HARBOUR,
  HIDDEN,
  harbourFile,
  PET_SHOP,
  settle,
  THREAD,
  WEATHER
} from "../fixture/Harbour.ts"
import { made, newEvents, newTypes, outcome, stored, UNKNOWN_LOBBY } from "../fixture/Lobbying.ts"
import { describeOnEachStore } from "../fixture/Stores.ts"
import { contents, join, link, person, tell } from "./LobbyClients.ts"

const MATURE = "200000000000000023"
const DECK = "200000000000000024"

/** Harbour with an age-restricted and a voice channel; bob owns it, carol is no member. */
const harbour = Effect.suspend(() => {
  const [guild, ...others] = harbourFile().guilds
  const channels = [
    ...(guild?.channels ?? []),
    { id: MATURE, name: "mature", nsfw: true },
    { id: DECK, name: "deck", type: 2 }
  ]
  return settle({ guilds: [{ ...guild, channels }, ...others] })
})

const members = [
  { id: ALICE, flags: 1 },
  { id: BOB, flags: 1 },
  { id: CAROL, flags: 1 }
]

const invite = (user: string, lobbyId: string, application = PET_SHOP) =>
  Effect.flatMap(person(user, application), (caller) => LobbyLinks.invite(caller, lobbyId))

const channel = { kind: "channel", guild_id: HARBOUR, channel_id: GENERAL } as const

describeOnEachStore("a link of a lobby to a channel", (test) => {
  test(
    "is made by a member with CanLinkLobby who may manage, view and send there; the lobby then shows the channel",
    Effect.gen(function* () {
      yield* harbour
      const { id } = yield* made({ members })
      const lobby = yield* link(BOB, id, GENERAL)
      assert.deepInclude(lobby.linked_channel, { id: GENERAL, guild_id: HARBOUR, type: 0, name: "general" })
    })
  )

  test(
    "is told of as lobby.updated, once",
    Effect.gen(function* () {
      yield* harbour
      const { id } = yield* made({ members })
      const [[type, data] = []] = yield* newEvents(link(BOB, id, GENERAL))
      assert.strictEqual(type, "lobby.updated")
      assert.nestedPropertyVal(data, "lobby.linked_channel_id", GENERAL)
      assert.deepStrictEqual(yield* newTypes(link(BOB, id, GENERAL)), [])
      assert.property(yield* link(BOB, id, GENERAL), "linked_channel")
    })
  )

  test(
    "takes the place of another link",
    Effect.gen(function* () {
      yield* harbour
      const { id } = yield* made({ members })
      yield* link(BOB, id, GENERAL)
      yield* link(BOB, id, HIDDEN)
      assert.strictEqual((yield* stored(id))?.linked_channel_id, HIDDEN)
      const other = yield* made({ members })
      assert.nestedPropertyVal(yield* link(BOB, other.id, GENERAL), "linked_channel.id", GENERAL)
    })
  )

  test(
    "ends by a member with the flag, who needs no permission there",
    Effect.gen(function* () {
      yield* harbour
      const { id } = yield* made({ members })
      yield* link(BOB, id, GENERAL)
      assert.deepStrictEqual(yield* newTypes(link(CAROL, id, null)), ["lobby.updated"])
      assert.notProperty(yield* stored(id), "linked_channel_id")
      assert.deepStrictEqual(yield* newTypes(link(CAROL, id, null)), [])
    })
  )

  test(
    "ends with its channel, and the lobby is told",
    Effect.gen(function* () {
      yield* harbour
      const { id } = yield* made({ members })
      yield* link(BOB, id, GENERAL)
      const gone = WorldEdits.remove({ kind: "channel", guild_id: HARBOUR, channel_id: GENERAL })
      assert.include(yield* newTypes(gone), "lobby.updated")
      assert.notProperty(yield* stored(id), "linked_channel_id")
    })
  )

  test(
    "by the application's bot needs no membership, but the same permissions",
    Effect.gen(function* () {
      const [guild, ...others] = harbourFile().guilds
      const installs = [{ application_id: PET_SHOP, scopes: ["bot"], permissions: ["MANAGE_CHANNELS"] }]
      yield* settle({ guilds: [{ ...guild, installs }, ...others] })
      const { id } = yield* made()
      assert.nestedPropertyVal(yield* link(null, id, GENERAL), "linked_channel.id", GENERAL)
      assert.strictEqual(yield* outcome(link(null, id, HIDDEN)), "MissingAccess")
    })
  )

  const refused: ReadonlyArray<readonly [string, string | null, string, string]> = [
    ["by a member without the rights there", ALICE, GENERAL, "MissingPermissions"],
    ["by a member who does not see the channel", ALICE, HIDDEN, "MissingAccess"],
    ["by a member who is not in the guild", CAROL, GENERAL, "MissingAccess"],
    ["by a bot without the rights there", null, GENERAL, "MissingPermissions"],
    ["to a channel that is not there", BOB, "1", "UnknownChannel"],
    ["to an age-restricted channel", BOB, MATURE, "InvalidForm"],
    ["to a voice channel", BOB, DECK, "WrongChannelType"],
    ["to a thread", BOB, THREAD, "WrongChannelType"],
    ["to a direct channel", BOB, ALICE_AND_BOB, "WrongChannelType"]
  ]
  for (const [what, user, channel, tag] of refused) {
    test(
      `is refused ${what}`,
      Effect.gen(function* () {
        yield* harbour
        const { id } = yield* made({ members })
        assert.strictEqual(yield* outcome(link(user, id, channel)), tag)
        assert.notProperty(yield* stored(id), "linked_channel_id")
      })
    )
  }

  for (const lacking of ["MANAGE_CHANNELS", "SEND_MESSAGES"]) {
    test(
      `needs ${lacking} in the channel`,
      Effect.gen(function* () {
        yield* harbour
        const { id } = yield* made({ members })
        const needed = ["MANAGE_CHANNELS", "VIEW_CHANNEL", "SEND_MESSAGES"]
        const allowing = (allow: ReadonlyArray<string>, deny: ReadonlyArray<string>) =>
          WorldEdits.patch(channel, { permission_overwrites: [{ id: ALICE, type: 1, allow, deny }] })
        const given = needed.filter((name) => name !== lacking)
        yield* allowing(given, [lacking])
        assert.strictEqual(yield* outcome(link(ALICE, id, GENERAL)), "MissingPermissions")
        yield* allowing(needed, [])
        assert.property(yield* link(ALICE, id, GENERAL), "linked_channel")
      })
    )
  }

  const later: ReadonlyArray<readonly [string, object]> = [
    ["becomes age-restricted", { nsfw: true }],
    ["is closed to whoever linked it", { permission_overwrites: [{ id: ALICE, type: 1, deny: ["VIEW_CHANNEL"] }] }]
  ]
  for (const [what, change] of later) {
    test(
      `stays when the channel ${what}: its members talk on, and whoever linked it may unlink`,
      Effect.gen(function* () {
        yield* harbour
        const { id } = yield* made({ members })
        const allow = ["MANAGE_CHANNELS", "VIEW_CHANNEL", "SEND_MESSAGES"]
        yield* WorldEdits.patch(channel, { permission_overwrites: [{ id: ALICE, type: 1, allow }] })
        yield* link(ALICE, id, GENERAL)
        yield* WorldEdits.patch(channel, change)
        assert.strictEqual((yield* tell(ALICE, id, "still here")).channel_id, GENERAL)
        assert.deepStrictEqual(yield* contents(CAROL, id), ["still here"])
        assert.notProperty(yield* link(ALICE, id, null), "linked_channel")
        assert.include(["InvalidForm", "MissingAccess"], yield* outcome(link(ALICE, id, GENERAL)))
      })
    )
  }

  test(
    "ends with its guild, and there is nothing to invite to",
    Effect.gen(function* () {
      yield* harbour
      const { id } = yield* made({ members })
      yield* link(BOB, id, GENERAL)
      assert.include(yield* newTypes(WorldEdits.remove({ kind: "guild", guild_id: HARBOUR })), "lobby.updated")
      assert.notProperty(yield* stored(id), "linked_channel_id")
      assert.strictEqual(yield* outcome(invite(BOB, id)), "UnknownChannel")
      assert.strictEqual((yield* tell(BOB, id, "still here")).channel_id, id)
    })
  )

  test(
    "is refused to a channel of another lobby, be it another application's",
    Effect.gen(function* () {
      yield* harbour
      const { id } = yield* made({ members }, WEATHER)
      yield* link(BOB, id, GENERAL, WEATHER)
      const { id: mine } = yield* made({ members })
      assert.strictEqual(yield* outcome(link(BOB, mine, GENERAL)), "InvalidForm")
    })
  )

  test(
    "is refused without the flag, without membership, and of another application's lobby",
    Effect.gen(function* () {
      yield* harbour
      const { id } = yield* made({ members: [{ id: BOB }] })
      assert.strictEqual(yield* outcome(link(BOB, id, GENERAL)), "MissingPermissions")
      assert.strictEqual(yield* outcome(link(BOB, id, null)), "MissingPermissions")
      assert.strictEqual(yield* outcome(link(ALICE, id, null)), "MissingAccess")
      assert.strictEqual(yield* outcome(link(null, id, null, WEATHER)), "UnknownLobby")
      assert.strictEqual(yield* outcome(link(BOB, UNKNOWN_LOBBY, null)), "UnknownLobby")
    })
  )

  test(
    "is refused to a lobby that clients made with a secret",
    Effect.gen(function* () {
      yield* harbour
      const { id } = yield* join(null, "tide")
      assert.strictEqual(yield* outcome(link(null, id, GENERAL)), "InvalidForm")
    })
  )
})

describeOnEachStore("an invite to the guild of a linked channel", (test) => {
  test(
    "is for one member, who joins by it; the same again until then, and is told of",
    Effect.gen(function* () {
      yield* harbour
      const { id } = yield* made({ members })
      yield* link(BOB, id, GENERAL)
      const [made_ = [], [type, data] = []] = yield* newEvents(invite(CAROL, id))
      assert.strictEqual(made_[0], "invite.created")
      assert.strictEqual(type, "lobby_invite.created")
      assert.deepInclude(data, { application_id: PET_SHOP, lobby_id: id, guild_id: HARBOUR, user_id: CAROL })
      const { code } = yield* invite(CAROL, id)
      assert.match(code, /^[A-Za-z0-9]{8}$/)
      assert.propertyVal(data, "code", code)
      assert.notStrictEqual((yield* invite(BOB, id)).code, code)
      assert.include(yield* Joining.accept(CAROL, code), { code, new_member: true })
      assert.strictEqual(yield* outcome(Joining.accept(CAROL, code)), "UnknownInvite")
    })
  )

  test(
    "needs a member, a linked channel and a lobby of the application",
    Effect.gen(function* () {
      yield* harbour
      const { id } = yield* made({ members: [{ id: BOB, flags: 1 }] })
      assert.strictEqual(yield* outcome(invite(BOB, id)), "UnknownChannel")
      yield* link(BOB, id, GENERAL)
      assert.strictEqual(yield* outcome(invite(ALICE, id)), "UnknownMember")
      assert.strictEqual(yield* outcome(invite(BOB, id, WEATHER)), "UnknownLobby")
    })
  )
})
