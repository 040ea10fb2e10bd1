/** Custom emojis of guilds and of applications over REST, and reactions with them. */

import { mostAt } from "@backlot/domain/guild/Boost"
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import * as ApplicationEmojis from "../../src/expression/ApplicationEmojis.ts"
import * as Emojis from "../../src/expression/Emojis.ts"
import * as Guilds from "../../src/guild/Guilds.ts"
import * as Collections from "../../src/store/Collections.ts"
import * as MessageReactions from "../../src/user/MessageReactions.ts"
import * as UserMessages from "../../src/user/UserMessages.ts"
import * as WorldEdits from "../../src/world/WorldEdits.ts"
import { allowed, codes, tag } from "../fixture/Expressions.ts"
import * as Play from "../fixture/Harbour.ts"
import { describeOnEachStore, events, transact } from "../fixture/Stores.ts"

const { ALICE, BOB, CAROL, GENERAL, HARBOUR, MODERATOR, NOBODY, PET_SHOP, PIXEL, QUAY, TWO_FRAMES, WEATHER } = Play

const ALL = ["CREATE_GUILD_EXPRESSIONS", "MANAGE_GUILD_EXPRESSIONS", "VIEW_CHANNEL", "READ_MESSAGE_HISTORY"]

const settle = Effect.fnUntraced(function* (permissions: ReadonlyArray<string> = ALL) {
  yield* Play.settle()
  return yield* allowed(permissions)
})

const emoji = (emoji_id: string, guild_id = HARBOUR) => ({ kind: "emoji" as const, guild_id, emoji_id })
const typesSince = (before: number) => Effect.map(events, (all) => all.slice(before).map(({ type }) => type))

describeOnEachStore("an emoji of a guild", (test) => {
  test(
    "is made with a picture, shown by the guild, renamed, restricted and deleted",
    Effect.gen(function* () {
      const bot = yield* settle()
      const before = (yield* events).length
      const made = yield* Emojis.create(bot, { name: "wave", image: PIXEL.replace("image/png", "image/jpg") })
      assert.deepInclude(made, { name: "wave", animated: false, available: true, managed: false, require_colons: true })
      assert.deepNestedInclude(made, { "user.id": PET_SHOP, roles: [] })
      assert.strictEqual(yield* Emojis.picture(made.id), PIXEL)
      assert.deepStrictEqual(yield* Emojis.list(bot), [made])
      const { user: _, ...bare } = made
      assert.deepStrictEqual((yield* Guilds.get(bot, false)).emojis, [bare])
      const edited = yield* Emojis.edit(bot, made.id, { name: "ahoy", roles: [MODERATOR, null] })
      assert.deepInclude(edited, { id: made.id, name: "ahoy", roles: [MODERATOR] })
      assert.deepInclude(yield* Emojis.edit(bot, made.id, { name: null, roles: null }), { name: "ahoy", roles: [] })
      assert.strictEqual(yield* Emojis.picture(made.id), PIXEL)
      yield* Emojis.remove(bot, made.id)
      assert.strictEqual(yield* tag(Emojis.get(bot, made.id)), "UnknownEmoji")
      assert.strictEqual(yield* tag(Emojis.remove(bot, made.id)), "UnknownEmoji")
      assert.strictEqual(yield* tag(Emojis.picture(made.id)), "NotFound")
      assert.strictEqual(yield* transact(() => Collections.pictures.weight("holder", HARBOUR)), 0)
      const told = yield* typesSince(before)
      assert.deepStrictEqual(told, ["emoji.created", "emoji.updated", "emoji.updated", "emoji.deleted"])
      assert.notInclude(JSON.stringify(yield* events), PIXEL)
    })
  )

  test(
    "is refused with a name, a picture or roles that are none",
    Effect.gen(function* () {
      const bot = yield* settle()
      const made = (body: object) => codes(Emojis.create(bot, body))
      assert.deepStrictEqual(yield* made({}), ["name BASE_TYPE_REQUIRED", "image BASE_TYPE_REQUIRED"].toReversed())
      assert.deepStrictEqual(yield* made({ name: "a b", image: PIXEL }), ["name STRING_TYPE_REGEX"])
      assert.deepStrictEqual(yield* made({ name: "x".repeat(33), image: PIXEL }), ["name BASE_TYPE_BAD_LENGTH"])
      assert.deepStrictEqual(yield* made({ name: "wave", image: "AAAA" }), ["image BINARY_TYPE_INVALID_DATA_URI"])
      assert.deepStrictEqual(yield* made({ name: "wave", image: "data:image/png;base64,AAAA" }), [
        "image IMAGE_INVALID"
      ])
      const large = `${PIXEL.slice(0, -4)}${"A".repeat(360_000)}`
      assert.deepStrictEqual(yield* made({ name: "wave", image: large }), ["image BINARY_TYPE_MAX_SIZE"])
      assert.deepStrictEqual(yield* made({ name: "wave", image: PIXEL, roles: [NOBODY] }), [
        "roles.0 UNKNOWN_REFERENCE"
      ])
    })
  )

  test(
    "needs the right to make one, and for one of others the right to manage them",
    Effect.gen(function* () {
      yield* settle([])
      yield* WorldEdits.put(emoji("800000000000000001"), { name: "storm", user_id: BOB })
      const none = yield* allowed(["VIEW_CHANNEL"])
      const body = { name: "wave", image: PIXEL }
      assert.strictEqual(yield* tag(Emojis.create(none, body)), "MissingPermissions")
      assert.notProperty((yield* Emojis.list(none))[0], "user")
      const maker = yield* allowed(["CREATE_GUILD_EXPRESSIONS"])
      assert.deepNestedInclude((yield* Emojis.list(maker))[0], { "user.id": BOB })
      const { id } = yield* Emojis.create(maker, body)
      yield* Emojis.edit(maker, id, { name: "mine" })
      assert.strictEqual(yield* tag(Emojis.edit(maker, "800000000000000001", {})), "MissingPermissions")
      assert.strictEqual(yield* tag(Emojis.remove(maker, "800000000000000001")), "MissingPermissions")
      const manager = yield* allowed(["MANAGE_GUILD_EXPRESSIONS"])
      assert.strictEqual(yield* tag(Emojis.create(manager, body)), "MissingPermissions")
      yield* Emojis.edit(manager, "800000000000000001", { name: "calm" })
      yield* Emojis.remove(manager, "800000000000000001")
      yield* Emojis.remove(manager, id)
    })
  )

  test(
    "is one of at most 50, animated ones apart",
    Effect.gen(function* () {
      const bot = yield* settle()
      const emojis = Array.from({ length: mostAt("emojis", {}) }, (_, n) => ({
        id: `80000000000000${1000 + n}`,
        name: "wave"
      }))
      yield* WorldEdits.patch({ kind: "guild", guild_id: HARBOUR }, { emojis })
      assert.strictEqual(yield* tag(Emojis.create(bot, { name: "wave", image: PIXEL })), "TooManyEmojis")
      assert.isTrue((yield* Emojis.create(bot, { name: "wave", image: TWO_FRAMES })).animated)
      const moving = emojis.map((one) => ({ ...one, animated: true }))
      yield* WorldEdits.patch({ kind: "guild", guild_id: HARBOUR }, { emojis: moving })
      assert.strictEqual(yield* tag(Emojis.create(bot, { name: "wave", image: TWO_FRAMES })), "TooManyAnimatedEmojis")
      yield* Emojis.create(bot, { name: "wave", image: PIXEL })
    })
  )

  test(
    "outlives its roles and its maker, and goes with its guild",
    Effect.gen(function* () {
      yield* settle()
      const id = "800000000000000001"
      yield* WorldEdits.put(emoji(id), { name: "wave", roles: [MODERATOR], user_id: CAROL, image: PIXEL })
      const taken = yield* codes(WorldEdits.put(emoji(id, QUAY), { name: "wave" }))
      assert.deepStrictEqual(taken, ["id DUPLICATE_ID"])
      yield* WorldEdits.remove({ kind: "role", guild_id: HARBOUR, role_id: MODERATOR })
      yield* WorldEdits.remove({ kind: "user", user_id: CAROL })
      assert.deepInclude(yield* WorldEdits.get(emoji(id)), { roles: [], user_id: null, image: PIXEL })
      // A PUT keeps the picture, and null takes it away.
      assert.deepInclude((yield* WorldEdits.put(emoji(id), { name: "wink" })).element, { image: PIXEL })
      yield* WorldEdits.patch(emoji(id), { image: null })
      assert.isNull(yield* Emojis.picture(id))
      yield* WorldEdits.patch(emoji(id), { image: TWO_FRAMES })
      assert.deepInclude(yield* WorldEdits.get({ kind: "guild", guild_id: HARBOUR }), {
        emojis: [{ id, name: "wink", animated: true, image: TWO_FRAMES, roles: [], user_id: null } as object]
      } as object)
      yield* WorldEdits.remove({ kind: "guild", guild_id: HARBOUR })
      assert.strictEqual(yield* tag(Emojis.picture(id)), "NotFound")
    })
  )
})

describeOnEachStore("an emoji of an application", (test) => {
  test(
    "is made, listed, renamed and deleted by its bot; no two have one name",
    Effect.gen(function* () {
      const { application } = yield* settle()
      const other = yield* Play.applicationOf(WEATHER)
      const paw = yield* ApplicationEmojis.create(application, { name: "paw", image: TWO_FRAMES })
      assert.deepNestedInclude(paw, { "user.id": PET_SHOP, animated: true, roles: [] })
      assert.deepStrictEqual(yield* ApplicationEmojis.list(application), { items: [paw] })
      assert.deepStrictEqual(yield* ApplicationEmojis.list(other), { items: [] })
      const again = { name: "paw", image: PIXEL }
      const taken = yield* codes(ApplicationEmojis.create(application, again))
      assert.deepStrictEqual(taken, ["name APPLICATION_EMOJI_NAME_ALREADY_TAKEN"])
      yield* ApplicationEmojis.create(other, again)
      assert.strictEqual((yield* ApplicationEmojis.edit(application, paw.id, { name: "tail" })).name, "tail")
      assert.deepStrictEqual(yield* ApplicationEmojis.get(application, paw.id), { ...paw, name: "tail" })
      assert.strictEqual(yield* tag(ApplicationEmojis.edit(other, paw.id, { name: "mine" })), "UnknownEmoji")
      // An edit of the application keeps them and their pictures.
      const edited = yield* WorldEdits.patch({ kind: "application", application_id: PET_SHOP }, { name: "Pets" })
      assert.deepStrictEqual(edited["emojis"], [{ id: paw.id, name: "tail", animated: true, image: TWO_FRAMES }])
      yield* ApplicationEmojis.remove(application, paw.id)
      assert.strictEqual(yield* tag(ApplicationEmojis.remove(application, paw.id)), "UnknownEmoji")
      assert.strictEqual(yield* tag(Emojis.picture(paw.id)), "NotFound")
    })
  )
})

describeOnEachStore("a reaction with a custom emoji", (test) => {
  const said = Effect.gen(function* () {
    const { application } = yield* settle([...ALL, "ADD_REACTIONS"])
    const place = { user_id: ALICE, channel_id: GENERAL }
    const { id } = yield* UserMessages.say(place, { content: "Ahoy", reply_to: undefined, files: [] })
    const [own, far] = ["800000000000000001", "800000000000000002"]
    yield* WorldEdits.put(emoji(own), { name: "wave", animated: true })
    yield* WorldEdits.put(emoji(far, QUAY), { name: "storm" })
    return { application, channel_id: GENERAL, message_id: id, own, far, place }
  })

  test(
    "is stored as the emoji is called, and refused where there is none",
    Effect.gen(function* () {
      const at = yield* said
      yield* MessageReactions.add({ ...at, emoji: `other:${at.own}` })
      const data = (yield* events).at(-1)?.data
      assert.deepNestedInclude(data as object, { emoji: { id: at.own, name: "wave", animated: true } })
      yield* MessageReactions.remove({ ...at, emoji: `other:${at.own}` }, "@me")
      const taken = (yield* events).at(-1)?.data
      assert.deepNestedInclude(taken as object, { emoji: { id: at.own, name: "wave", animated: true } })
      assert.strictEqual(yield* tag(MessageReactions.add({ ...at, emoji: `wave:${NOBODY}` })), "UnknownReactionEmoji")
    })
  )

  test(
    "of another guild needs membership there, and the right to use emojis of elsewhere",
    Effect.gen(function* () {
      const at = yield* said
      const ofAlice = { ...at.place, message_id: at.message_id, emoji: `storm:${at.far}` }
      assert.strictEqual(yield* tag(MessageReactions.addOfUser(ofAlice)), "UnknownReactionEmoji")
      yield* WorldEdits.put({ kind: "member", guild_id: QUAY, user_id: ALICE }, {})
      yield* WorldEdits.patch(
        { kind: "role", guild_id: HARBOUR, role_id: HARBOUR },
        {
          permissions: ["VIEW_CHANNEL", "READ_MESSAGE_HISTORY", "ADD_REACTIONS"]
        }
      )
      assert.strictEqual(yield* tag(MessageReactions.addOfUser(ofAlice)), "MissingPermissions")
      yield* WorldEdits.patch(
        { kind: "role", guild_id: HARBOUR, role_id: HARBOUR },
        {
          permissions: ["VIEW_CHANNEL", "READ_MESSAGE_HISTORY", "ADD_REACTIONS", "USE_EXTERNAL_EMOJIS"]
        }
      )
      yield* MessageReactions.addOfUser(ofAlice)
      // Who is not there adds to what is shown.
      yield* MessageReactions.addOfUser({ ...ofAlice, user_id: BOB })
    })
  )

  test(
    "needs a role of the emoji, and an application's own emoji is for its bot alone",
    Effect.gen(function* () {
      const at = yield* said
      yield* WorldEdits.patch(emoji(at.own), { roles: [Play.PET_SHOP_ROLE] })
      const ofAlice = { ...at.place, message_id: at.message_id, emoji: `wave:${at.own}` }
      assert.strictEqual(yield* tag(MessageReactions.addOfUser(ofAlice)), "UnknownReactionEmoji")
      yield* MessageReactions.add({ ...at, emoji: `wave:${at.own}` })
      const { id } = yield* ApplicationEmojis.create(at.application, { name: "paw", image: PIXEL })
      const paw = `paw:${id}`
      assert.strictEqual(yield* tag(MessageReactions.addOfUser({ ...ofAlice, emoji: paw })), "UnknownReactionEmoji")
      yield* MessageReactions.add({ ...at, emoji: paw })
    })
  )
})
