/** Stickers of guilds over REST, those of packs, and messages with them. */
import { sticker as limits } from "@backlot/domain/base/StickerLimits"
import { PACKS } from "@backlot/domain/guild/StickerPack"
import type { FormFile } from "@backlot/domain/validation/FormFile"
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import * as Stickers from "../../src/expression/Stickers.ts"
import * as Guilds from "../../src/guild/Guilds.ts"
import * as ChannelMessages from "../../src/message/ChannelMessages.ts"
import * as Collections from "../../src/store/Collections.ts"
import * as UserMessages from "../../src/user/UserMessages.ts"
import * as WorldEdits from "../../src/world/WorldEdits.ts"
import { allowed, codes, tag } from "../fixture/Expressions.ts"
import * as Play from "../fixture/Harbour.ts"
import { describeOnEachStore, events, transact } from "../fixture/Stores.ts"

const { ALICE, BOB, CAROL, GENERAL, HARBOUR, NOBODY, PET_SHOP, PIXEL, QUAY, TWO_FRAMES } = Play

const ALL = ["CREATE_GUILD_EXPRESSIONS", "MANAGE_GUILD_EXPRESSIONS", "VIEW_CHANNEL", "SEND_MESSAGES"]

const settle = Effect.andThen(
  Play.settle(),
  Effect.suspend(() => allowed(ALL))
)

const sticker = (sticker_id: string, guild_id = HARBOUR) => ({ kind: "sticker" as const, guild_id, sticker_id })
const file = (base64: string): FormFile => ({
  index: 0,
  filename: "a",
  size: Buffer.from(base64, "base64").length,
  base64
})
const dataOf = (uri: string) => file(uri.slice(uri.indexOf(",") + 1))
const BODY = { name: "tide", tags: "tide" }
const LOTTIE = Buffer.from(JSON.stringify({ v: "5.5.7", fr: 30, ip: 0, op: 30, w: 320, h: 320, layers: [] }))
/** A PNG whose first chunk is one of animation. */
const APNG = Buffer.concat([
  Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 1]),
  Buffer.from("IHDR.....\0\0\0\0acTL")
])

describeOnEachStore("a sticker of a guild", (test) => {
  test(
    "is made with a picture, shown by the guild, changed and deleted",
    Effect.gen(function* () {
      const bot = yield* settle
      const before = (yield* events).length
      const made = yield* Stickers.create(bot, { ...BODY, description: "" }, dataOf(PIXEL))
      assert.deepInclude(made, {
        ...BODY,
        description: "",
        type: 2,
        format_type: 1,
        available: true,
        guild_id: HARBOUR
      })
      assert.deepNestedInclude(made, { "user.id": PET_SHOP })
      assert.notProperty(made, "image")
      assert.strictEqual(yield* Stickers.picture(made.id), PIXEL)
      assert.deepStrictEqual(yield* Stickers.list(bot), [made])
      const { user: _, ...bare } = made
      assert.deepStrictEqual((yield* Guilds.get(bot, false)).stickers, [bare])
      assert.deepStrictEqual(yield* Stickers.any(made.id), bare)
      const edited = yield* Stickers.edit(bot, made.id, { name: "ebb", description: null })
      assert.deepInclude(edited, { id: made.id, name: "ebb", tags: "tide", description: null })
      assert.strictEqual(yield* Stickers.picture(made.id), PIXEL)
      yield* Stickers.remove(bot, made.id)
      for (const gone of [Stickers.get(bot, made.id), Stickers.remove(bot, made.id), Stickers.any(made.id)])
        assert.strictEqual(yield* tag<unknown, never>(gone as never), "UnknownSticker")
      assert.strictEqual(yield* tag(Stickers.picture(made.id)), "NotFound")
      assert.strictEqual(yield* transact(() => Collections.stickerPictures.weight("holder", HARBOUR)), 0)
      const told = (yield* events).slice(before).map(({ type }) => type)
      assert.deepStrictEqual(told, ["sticker.created", "sticker.updated", "sticker.deleted"])
      assert.notInclude(JSON.stringify(yield* events), PIXEL)
    })
  )

  test(
    "is refused without a picture, with one that is none, and with fields out of their bounds",
    Effect.gen(function* () {
      const bot = yield* settle
      const made = (body: object, given: FormFile | undefined) => codes(Stickers.create(bot, body, given))
      assert.deepStrictEqual(yield* made(BODY, undefined), ["file BASE_TYPE_REQUIRED"])
      assert.deepStrictEqual(yield* made({}, dataOf(PIXEL)), ["name BASE_TYPE_REQUIRED", "tags BASE_TYPE_REQUIRED"])
      assert.deepStrictEqual(yield* made(BODY, file("AAAA")), ["file STICKER_INVALID"])
      assert.deepStrictEqual(yield* made(BODY, file(Buffer.from("{}").toString("base64"))), ["file STICKER_INVALID"])
      assert.deepStrictEqual(yield* made({ name: "a", tags: "", description: "x".repeat(101) }, dataOf(PIXEL)), [
        "name BASE_TYPE_BAD_LENGTH",
        "description BASE_TYPE_BAD_LENGTH",
        "tags BASE_TYPE_BAD_LENGTH"
      ])
      const large = { ...dataOf(PIXEL), size: limits.pictureBytes + 1 }
      assert.strictEqual(yield* tag(Stickers.create(bot, BODY, large)), "StickerTooLarge")
    })
  )

  test(
    "has the format that its bytes say, and Lottie in guilds that may have it alone",
    Effect.gen(function* () {
      const bot = yield* settle
      const lottie = file(LOTTIE.toString("base64"))
      assert.strictEqual(yield* tag(Stickers.create(bot, BODY, lottie)), "InvalidAsset")
      yield* WorldEdits.patch({ kind: "guild", guild_id: HARBOUR }, { features: ["VERIFIED"] })
      const formats = yield* Effect.forEach([dataOf(TWO_FRAMES), file(APNG.toString("base64")), lottie], (given) =>
        Effect.map(Stickers.create(bot, BODY, given), ({ format_type }) => format_type)
      )
      assert.deepStrictEqual(formats, [4, 2, 3])
    })
  )

  test(
    "is one of five, or of sixty with the feature of boosts",
    Effect.gen(function* () {
      const bot = yield* settle
      yield* Effect.forEach(Array.from({ length: 5 }), () => Stickers.create(bot, BODY, dataOf(PIXEL)))
      assert.strictEqual(yield* tag(Stickers.create(bot, BODY, dataOf(PIXEL))), "TooManyStickers")
      yield* WorldEdits.patch({ kind: "guild", guild_id: HARBOUR }, { features: ["MORE_STICKERS"] })
      assert.strictEqual(yield* tag(Stickers.create(bot, BODY, dataOf(PIXEL))), "done")
    })
  )

  test(
    "needs the right to make one, and for one of others the right to manage them",
    Effect.gen(function* () {
      yield* settle
      const ofBob = "830000000000000001"
      yield* WorldEdits.put(sticker(ofBob), { ...BODY, user_id: BOB })
      const none = yield* allowed(["VIEW_CHANNEL"])
      assert.strictEqual(yield* tag(Stickers.create(none, BODY, dataOf(PIXEL))), "MissingPermissions")
      assert.notProperty((yield* Stickers.list(none))[0], "user")
      const maker = yield* allowed(["CREATE_GUILD_EXPRESSIONS"])
      assert.deepNestedInclude((yield* Stickers.list(maker))[0], { "user.id": BOB })
      const { id } = yield* Stickers.create(maker, BODY, dataOf(PIXEL))
      yield* Stickers.edit(maker, id, { name: "mine" })
      assert.strictEqual(yield* tag(Stickers.edit(maker, ofBob, {})), "MissingPermissions")
      assert.strictEqual(yield* tag(Stickers.remove(maker, ofBob)), "MissingPermissions")
      const manager = yield* allowed(["MANAGE_GUILD_EXPRESSIONS"])
      assert.strictEqual(yield* tag(Stickers.create(manager, BODY, dataOf(PIXEL))), "MissingPermissions")
      yield* Stickers.remove(manager, ofBob)
      yield* Stickers.remove(manager, id)
    })
  )

  test(
    "stays without who made it, and takes its picture with its guild",
    Effect.gen(function* () {
      const bot = yield* settle
      const id = "830000000000000001"
      yield* WorldEdits.put(sticker(id), { ...BODY, user_id: CAROL, image: PIXEL })
      yield* WorldEdits.remove({ kind: "user", user_id: CAROL })
      assert.deepInclude(yield* WorldEdits.get(sticker(id)), { user_id: null, image: PIXEL })
      assert.strictEqual((yield* Stickers.list(bot)).length, 1)
      yield* WorldEdits.remove({ kind: "guild", guild_id: HARBOUR })
      assert.strictEqual(yield* tag(Stickers.any(id)), "UnknownSticker")
      assert.deepStrictEqual(yield* transact(() => Collections.stickerPictures.list([])), [])
    })
  )
})

describeOnEachStore("the stickers of packs", (test) => {
  test(
    "are found by id, alone and in their pack",
    Effect.gen(function* () {
      yield* settle
      const { sticker_packs } = yield* Stickers.packs()
      assert.strictEqual(sticker_packs.length, PACKS.length)
      for (const { id, stickers, cover_sticker_id } of sticker_packs) {
        assert.strictEqual((yield* Stickers.pack(id)).id, id)
        assert.isTrue(stickers.some((one) => one.id === cover_sticker_id))
        for (const one of stickers) {
          assert.deepStrictEqual(yield* Stickers.any(one.id), one)
          assert.strictEqual(one.pack_id, id)
          assert.isNull(yield* Stickers.picture(one.id))
        }
      }
      assert.strictEqual(yield* tag(Stickers.pack(NOBODY)), "UnknownStickerPack")
    })
  )
})

describeOnEachStore("a message with stickers", (test) => {
  const [OWN, FAR] = ["830000000000000001", "830000000000000002"]
  const ready = Effect.gen(function* () {
    const { application } = yield* settle
    yield* WorldEdits.put(sticker(OWN), BODY)
    yield* WorldEdits.put(sticker(FAR, QUAY), { name: "gale", tags: "gale" })
    return { application, channel_id: GENERAL }
  })
  const say = (...stickers: ReadonlyArray<string>) =>
    UserMessages.say(
      { user_id: ALICE, channel_id: GENERAL },
      { content: undefined, reply_to: undefined, files: [], stickers }
    )

  test(
    "needs no content, shows each once, and stays when its text is taken away",
    Effect.gen(function* () {
      const at = yield* ready
      const posted = yield* ChannelMessages.post(at, { sticker_ids: [OWN, OWN] })
      assert.deepStrictEqual(posted.sticker_items, [{ id: OWN, name: "tide", format_type: 1 }])
      const other = yield* ChannelMessages.post(at, { content: "a", sticker_ids: [OWN] })
      const edited = yield* ChannelMessages.edit({ ...at, message_id: other.id }, { content: "" })
      assert.deepInclude(edited as object, { content: "", sticker_items: posted.sticker_items })
      yield* WorldEdits.remove(sticker(OWN))
      assert.deepStrictEqual(
        (yield* ChannelMessages.get({ ...at, message_id: posted.id })).sticker_items,
        posted.sticker_items
      )
    })
  )

  test(
    "of a bot has those of the guild alone",
    Effect.gen(function* () {
      const at = yield* ready
      for (const id of [FAR, NOBODY, PACKS[0].stickers[0].id])
        assert.strictEqual(yield* tag(ChannelMessages.post(at, { sticker_ids: [id] })), "InvalidSticker")
      yield* WorldEdits.patch(sticker(OWN), { available: false })
      assert.strictEqual(yield* tag(ChannelMessages.post(at, { sticker_ids: [OWN] })), "InvalidSticker")
    })
  )

  test(
    "of a person has those of packs too, and with the right those of other guilds of theirs",
    Effect.gen(function* () {
      yield* ready
      const items = (yield* say("tide", "anchor", OWN)).sticker_items
      assert.deepStrictEqual(
        items?.map(({ name }) => name),
        ["tide", "Anchor"]
      )
      assert.strictEqual(yield* tag(say("nothing")), "InvalidForm")
      assert.strictEqual(yield* tag(say(FAR)), "InvalidSticker")
      yield* WorldEdits.put({ kind: "member", guild_id: QUAY, user_id: ALICE }, {})
      const everyone = { kind: "role" as const, guild_id: HARBOUR, role_id: HARBOUR }
      const rights = ["VIEW_CHANNEL", "SEND_MESSAGES"]
      yield* WorldEdits.patch(everyone, { permissions: rights })
      assert.strictEqual(yield* tag(say(FAR)), "MissingPermissions")
      yield* WorldEdits.patch(everyone, { permissions: [...rights, "USE_EXTERNAL_STICKERS"] })
      assert.strictEqual(yield* tag(say(FAR)), "done")
    })
  )
})
