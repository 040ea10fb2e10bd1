import { Result } from "effect"
import { describe, expect, test } from "vitest"
import { userObject } from "../../src/guild/UserWire.ts"
import * as Plain from "../../src/interaction/PlainMessage.ts"
import type { MessageRecord } from "../../src/message/Message.ts"
import { censored, isOpenTo, readsContent } from "../../src/message/MessageCensor.ts"
import * as Reaction from "../../src/message/Reaction.ts"

const CHANNEL = "200000000000000021"
const user = (id: string) =>
  userObject({ id, username: `u${id}`, global_name: null, locale: "en-US", adult: false, nsfw_dms: false })
const NOBODY = { users: [], roles: [], everyone: false }

const decode = (body: unknown) => Plain.decodePlain(body, CHANNEL, [])
const draftOf = (body: object) => Result.getOrThrow(decode(body))
const make = (body: object, replied?: MessageRecord) =>
  Plain.plainMessage(draftOf(body), {
    now_ms: 1_767_225_600_000,
    message_id: "5",
    channel_id: CHANNEL,
    guild_id: "2",
    author: user("1"),
    mentionable: NOBODY,
    replied,
    forwarded: undefined,
    stickers: []
  })

const faultsOf = (body: unknown) =>
  Result.match(decode(body), {
    onSuccess: () => [],
    onFailure: (error) => (error._tag === "InvalidForm" ? error.faults.map(({ path }) => path.join(".")) : [error._tag])
  })

describe("the body of a message", () => {
  test.each([
    [{ content: "a" }, []],
    [{}, ["EmptyMessage"]],
    [{ content: "a", message_reference: {} }, ["message_reference.message_id"]],
    [{ content: "a", message_reference: { message_id: "x" } }, ["message_reference.message_id"]],
    [{ content: "a", message_reference: { message_id: "1", channel_id: "7" } }, ["message_reference.channel_id"]],
    [{ content: "a", message_reference: { message_id: "1", type: 2 } }, ["message_reference.type"]],
    [{ message_reference: { message_id: "1", type: 1 } }, ["message_reference.channel_id"]],
    [{ content: "a", message_reference: { message_id: "1", channel_id: "2", type: 1 } }, ["message_reference"]],
    [{ content: "a", message_reference: { message_id: "1", type: 0, channel_id: CHANNEL } }, []],
    [{ content: "a", nonce: 1.5 }, ["nonce"]],
    [{ content: "a", nonce: "x".repeat(25), enforce_nonce: null }, []],
    [{ content: "a", nonce: "x".repeat(26), sticker_ids: ["1", "2", "3", "4"] }, ["nonce", "sticker_ids"]],
    [{ content: "a", sticker_ids: [] }, []],
    [{ sticker_ids: ["1"] }, []],
    [{ sticker_ids: [] }, ["EmptyMessage"]],
    [{ sticker_ids: ["x"] }, ["sticker_ids.0"]],
    [{ content: 5, nonce: true }, ["content", "nonce"]],
    [[], [""]]
  ])("%j is at fault in %j", (body, paths) => {
    expect(faultsOf(body)).toEqual(paths)
  })

  test("of which EPHEMERAL is no part: nobody's message is for one reader alone", () => {
    expect(make({ content: "a", flags: 64 | 4 })).toMatchObject({ visible_to: null, message: { flags: 4 } })
  })

  test.each([
    [{ content: "a" }, []],
    [{ embeds: [{ title: "e" }] }, ["EMBED_LINKS"]],
    [{ content: "a", tts: true }, ["SEND_TTS_MESSAGES"]],
    [{ poll: { question: { text: "q" }, answers: [{ poll_media: { text: "a" } }] } }, ["SEND_POLLS"]]
  ])("%j needs %j", (body, names) => {
    expect(Plain.neededFor(draftOf(body).content)).toEqual(names)
  })
})

describe("a reply", () => {
  const other: MessageRecord = { ...make({ content: "?" }), id: "4" }
  const reply = { content: "!", message_reference: { message_id: "4" } }

  test("mentions whom it answers, unless allowed_mentions says otherwise", () => {
    expect(make(reply, other).message).toMatchObject({ type: 19, mentions: [user("1")] })
    expect(make({ ...reply, allowed_mentions: { parse: [] } }, other).message.mentions).toEqual([])
    expect(make({ ...reply, allowed_mentions: { replied_user: true } }, other).message.mentions).toEqual([user("1")])
  })

  test("mentions them still when it is edited", () => {
    const scene = { now_ms: 1_767_225_700_000, mentionable: NOBODY }
    const edited = Plain.editedPlain(make(reply, other), { content: "!!" }, scene, other)
    expect(edited.message.mentions).toEqual([user("1")])
    const silenced = Plain.editedPlain(make(reply, other), { allowed_mentions: { parse: [] } }, scene, other)
    expect(silenced.message.mentions).toEqual([])
  })
})

describe("an edit", () => {
  const scene = { now_ms: 1_767_225_700_000, mentionable: NOBODY }
  const after = (edit: object) => Plain.editedPlain(make({ content: "a" }), edit, scene, undefined).message

  test("that only hides embeds does not make the text an edited one", () => {
    expect(after({ flags: 4, allowed_mentions: { parse: [] } })).toMatchObject({ flags: 4, edited_timestamp: null })
    expect(after({ content: "b", flags: 4 }).edited_timestamp).not.toBeNull()
  })
})

describe("reactions", () => {
  test.each([
    ["🐈", { id: null, name: "🐈" }],
    ["🇩🇪", { id: null, name: "🇩🇪" }],
    ["1️⃣", { id: null, name: "1️⃣" }],
    ["cat:5", { id: "5", name: "cat" }],
    ["a:cat:5", { id: "5", name: "cat" }],
    ["cat", undefined],
    ["🐈🐈", undefined],
    ["👩‍👩‍👧", { id: null, name: "👩‍👩‍👧" }],
    ["❤", { id: null, name: "❤" }],
    ["", undefined],
    ["cat:", undefined],
    ["🐈".repeat(33), undefined]
  ])("%s is the emoji %j", (name, emoji) => {
    expect(Reaction.emojiOf(name)).toEqual(emoji)
  })

  test("of a message are known by their ids, whatever the name", () => {
    const [cat, paw] = [
      { id: "5", name: "cat" },
      { id: "6", name: "paw" }
    ]
    const message: MessageRecord = make({ content: "a" })
    expect(Reaction.shownIn(message, cat)).toBeUndefined()
    const given = { ...message, reactions: [{ emoji: cat, user_ids: ["1"] }] }
    expect([cat, { ...cat, name: "other" }, paw].map((emoji) => Reaction.shownIn(given, emoji))).toEqual([
      cat,
      cat,
      undefined
    ])
  })

  test.each([
    ["a member", {}, [], true],
    ["no member", {}, undefined, false],
    ["a member without a role of it", { roles: ["7"] }, ["8"], false],
    ["a member with a role of it", { roles: ["7", "8"] }, ["8"], true],
    ["a member, while it is not available", { available: false }, [], false]
  ])("of a guild may be used by %s: %j %j %s", (_, more, held, may) => {
    expect(Reaction.mayUse({ roles: [], ...more }, held)).toBe(may)
  })

  test("are the same with and without the mark that asks for colors", () => {
    expect(Reaction.isSame({ id: null, name: "❤" }, { id: null, name: "❤\ufe0f" })).toBe(true)
    expect(Reaction.isSame({ id: null, name: "❤" }, { id: null, name: "🧡" })).toBe(false)
  })

  test("take the place of counts that a world gives without users", () => {
    const cat = { id: null, name: "🐈" }
    const counted: MessageRecord = make({ content: "a" })
    const given = { ...counted, message: { ...counted.message, reactions: [{ emoji: cat, count: 3 }] } }
    expect(Reaction.added(given, cat, "1")).toEqual(Reaction.added(counted, cat, "1"))
  })

  test("count users, and tell each reader whether they are among them", () => {
    const cat = { id: null, name: "🐈" }
    const two = Reaction.added(Reaction.added(make({ content: "a" }), cat, "1"), cat, "2")
    expect(Reaction.reactionsFor(two, "2").reactions).toMatchObject([{ emoji: cat, count: 2, me: true }])
    expect(Reaction.reactionsFor(two, "3").reactions).toMatchObject([{ count: 2, me: false }])
    expect(Reaction.removed(Reaction.removed(two, cat, "1"), cat, "2")).toEqual(make({ content: "a" }))
  })
})

describe("MESSAGE_CONTENT", () => {
  const application = { id: "9", bot: { id: "10", username: "b", token: "t" } }
  const { message } = make({ content: "secret", embeds: [{ title: "e" }] })

  test.each([
    ["of others in a guild is closed", message, "2", false],
    ["in a direct channel is open", message, null, true],
    ["of its own is open", { ...message, author: user("10") }, "2", true],
    ["of its interactions is open", { ...message, application_id: "9" }, "2", true],
    ["that mentions it is open", { ...message, mentions: [user("10")] }, "2", true]
  ])("a message %s", (_, seen, guildId, open) => {
    expect(isOpenTo(seen, application, guildId)).toBe(open)
  })

  test("is held by flag, limited or not, and without it nothing is said", () => {
    expect(
      ["GATEWAY_MESSAGE_CONTENT", "GATEWAY_MESSAGE_CONTENT_LIMITED", "EMBEDDED"].map((f) =>
        readsContent({ flags: [f] })
      )
    ).toEqual([true, true, false])
    expect(censored(message)).toMatchObject({ content: "", embeds: [], attachments: [], components: [] })
  })
})
