import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import { formatPath } from "../../src/error/Fault.ts"
import { editedMessage, newMessage } from "../../src/interaction/ResponseMessage.ts"
import { mentionsOf, namedUsers } from "../../src/message/Mention.ts"
import { MessageFlag, viewFor } from "../../src/message/Message.ts"
import { decodeEdit, readMessage } from "../../src/message/MessageBody.ts"
import type { MessageGround } from "../../src/message/MessageFlags.ts"
import { ALICE, alice, BOB, bob, bot, GUILD, general, MODERATOR, NOW, petShop } from "../fixture/Harbour.ts"
import { INTERACTION, interaction, MESSAGE, scene } from "../fixture/SampleInteraction.ts"
import { faults, sound } from "../fixture/SampleMessage.ts"

const { EPHEMERAL, LOADING, SUPPRESS_EMBEDS, SUPPRESS_NOTIFICATIONS } = MessageFlag

const hi = sound({ content: "hi" })

describe("content ≤ 2000 characters", () => {
  it.each([
    ["2000 letters", "x".repeat(2000), []],
    ["2001 letters", "x".repeat(2001), ["content: BASE_TYPE_MAX_LENGTH"]],
    ["2000 code points outside the BMP", "🐈".repeat(2000), []],
    ["2001 code points outside the BMP", "🐈".repeat(2001), ["content: BASE_TYPE_MAX_LENGTH"]],
    ["a number", 5, ["content: STRING_TYPE_CONVERT"]]
  ])("%s", (_, content, expected) => assert.deepStrictEqual(faults({ content }), expected))
})

describe("nothing at all", () => {
  it.each([
    ["{}", {}],
    ["empty text", { content: "" }],
    ["blank text", { content: " \n " }],
    ["null everywhere", { content: null, embeds: null, components: null, attachments: null, poll: null, flags: null }],
    ["empty lists", { embeds: [], components: [], attachments: [] }],
    ["an embed without anything to show", { embeds: [{}] }],
    ["an embed with a color only", { embeds: [{ color: 5, title: null, description: "" }] }],
    ["an embed with empty parts only", { embeds: [{ thumbnail: {}, footer: { icon_url: "https://a.b/c.png" } }] }],
    ["flags only", { flags: 64 }]
  ])("%s is an empty message", (_, body) => assert.deepStrictEqual(faults(body), ["EmptyMessage"]))
  it.each([
    ["text", { content: "hi" }],
    ["an embed", { embeds: [{ title: "t" }] }],
    ["components", { components: [{ type: 1, components: [{ type: 2, style: 5, url: "http://a.b" }] }] }]
  ])("%s alone is a message", (_, body) => assert.deepStrictEqual(faults(body), []))
})

describe("flags settable", () => {
  it("SUPPRESS_EMBEDS, EPHEMERAL, SUPPRESS_NOTIFICATIONS are kept", () => {
    const all = SUPPRESS_EMBEDS | EPHEMERAL | SUPPRESS_NOTIFICATIONS
    assert.strictEqual(sound({ content: "hi", flags: all }).flags, all)
  })
  it("bits that cannot be set are ignored", () =>
    assert.strictEqual(sound({ content: "hi", flags: LOADING | 1 | EPHEMERAL }).flags, EPHEMERAL))
})

describe("IS_VOICE_MESSAGE: one audio file with duration_secs and waveform", () => {
  const flags = MessageFlag.IS_VOICE_MESSAGE
  const file = {
    index: 0,
    id: "70",
    filename: "a.ogg",
    size: 3,
    url: "http://files/70/a.ogg",
    content_type: "audio/ogg"
  }
  const attachments = [{ id: "0", duration_secs: 1.5, waveform: "AAAA" }]
  const on = (body: object, ground: MessageGround) =>
    readMessage({ flags, ...body }, ground).faults.map(({ path, code }) => `${formatPath(path)}: ${code}`)

  it("is sound", () => assert.deepStrictEqual(on({ attachments }, { files: [file] }), []))
  it("needs the file", () => assert.deepStrictEqual(on({}, {}), ["attachments: MESSAGE_VOICE_ATTACHMENT_INVALID"]))
  it("needs to know how long it is and how it looks", () =>
    assert.deepStrictEqual(on({}, { files: [file] }), [
      "attachments[0].duration_secs: BASE_TYPE_REQUIRED",
      "attachments[0].waveform: BASE_TYPE_REQUIRED"
    ]))
  it("has nothing beside it", () =>
    assert.deepStrictEqual(on({ attachments, content: "hi", embeds: [], components: null }, { files: [file] }), [
      "content: MESSAGE_VOICE_MESSAGE_FIELD_INVALID"
    ]))
  it("is only sent back by an edit", () => {
    const before = { content: "", embeds: [], attachments: [], flags }
    assert.deepStrictEqual(on({}, { before }), [])
  })
})

describe("a body", () => {
  it("unknown fields are ignored", () => assert.deepStrictEqual(faults({ content: "hi", username: "x" }), []))
})

describe("allowed_mentions: standard", () => {
  const allowed = (allowed_mentions: unknown) => faults({ content: "hi", allowed_mentions })

  it.each<[string, unknown, ReadonlyArray<string>]>([
    ["parse of everything", { parse: ["users", "roles", "everyone"] }, []],
    ["unknown parse", { parse: ["all"] }, ["allowed_mentions.parse[0]: BASE_TYPE_CHOICES"]],
    [
      "parse and ids of one kind",
      { parse: ["users"], users: ["1"] },
      ["allowed_mentions: MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE"]
    ],
    ["parse and ids of two kinds", { parse: ["users"], roles: ["1"] }, []],
    [
      "101 ids",
      { users: Array.from({ length: 101 }, (_, i) => String(i)) },
      ["allowed_mentions.users: BASE_TYPE_MAX_LENGTH"]
    ],
    ["a parse twice", { parse: ["users", "users"] }, ["allowed_mentions.parse: SET_TYPE_CONTAINS_DUPLICATE"]],
    ["an id twice", { roles: ["1", "1"] }, ["allowed_mentions.roles: SET_TYPE_CONTAINS_DUPLICATE"]],
    ["null among the elements", { parse: [null, "users"], roles: [null, "1"] }, []],
    ["what discord.js sends for a reply", { replied_user: false }, []],
    ["an id that is none", { roles: ["x"] }, ["allowed_mentions.roles[0]: NUMBER_TYPE_COERCE"]]
  ])("%s", (_, value, expected) => assert.deepStrictEqual(allowed(value), expected))

  const text = `<@${ALICE}> <@!${BOB}> <@&${MODERATOR}> @everyone <@${ALICE}>`
  const around = { users: [alice, bob], roles: [MODERATOR], everyone: true }

  it("a text names users once each", () => assert.deepStrictEqual(namedUsers(text, null), [ALICE, BOB]))
  it("a text names only those whom it may mention", () =>
    assert.deepStrictEqual(namedUsers(text, { users: [BOB] }), [BOB]))
  it("a text names at most a hundred users, and no numbers that are no ids", () => {
    const many = Array.from({ length: 150 }, (_, i) => `<@${i}>`).join("")
    assert.strictEqual(namedUsers(many, null).length, 100)
    assert.deepStrictEqual(namedUsers("<@99999999999999999999> <@007>", null), [])
  })
  it.each<[string, Parameters<typeof mentionsOf>[1], ReturnType<typeof mentionsOf>]>([
    [
      "without it everything is mentioned",
      null,
      { mention_everyone: true, mentions: [alice, bob], mention_roles: [MODERATOR] }
    ],
    ["parse [] mentions nothing", { parse: [] }, { mention_everyone: false, mentions: [], mention_roles: [] }],
    ["users by id", { users: [BOB] }, { mention_everyone: false, mentions: [bob], mention_roles: [] }],
    ["roles by parse", { parse: ["roles"] }, { mention_everyone: false, mentions: [], mention_roles: [MODERATOR] }],
    ["everyone by parse", { parse: ["everyone"] }, { mention_everyone: true, mentions: [], mention_roles: [] }]
  ])("%s", (_, value, expected) => assert.deepStrictEqual(mentionsOf(text, value, around), expected))
  it("@everyone in responses follows the @everyone role's permission", () =>
    assert.isFalse(mentionsOf("@everyone", null, { ...around, everyone: false }).mention_everyone))
})

describe("decoding an edit", () => {
  const edit = (body: unknown) => Result.getOrThrow(decodeEdit(body))

  it("what it does not name stays", () => assert.deepStrictEqual(edit({}), {}))
  it("null empties", () =>
    assert.deepStrictEqual(edit({ content: null, embeds: null, components: null }), {
      content: "",
      embeds: [],
      components: []
    }))
  it("keeps the rules of a message", () => assert.isTrue(Result.isFailure(decodeEdit({ content: "x".repeat(2001) }))))
})

describe("message object of a response", () => {
  const record = interaction({ command: { id: "500", name: "pet adopt", type: 1 } })
  const made = newMessage(record, "answer", hi, scene()).message

  it("has every field that is always there", () =>
    assert.deepStrictEqual(made, {
      id: MESSAGE,
      channel_id: general.id,
      type: 20,
      content: "hi",
      author: bot,
      timestamp: "2026-01-01T00:00:00.000000+00:00",
      edited_timestamp: null,
      tts: false,
      mention_everyone: false,
      mentions: [],
      mention_roles: [],
      attachments: [],
      embeds: [],
      components: [],
      pinned: false,
      flags: 0,
      application_id: petShop.id,
      webhook_id: petShop.id,
      interaction: { id: INTERACTION, type: 2, name: "pet adopt", user: alice },
      interaction_metadata: {
        id: INTERACTION,
        type: 2,
        user: alice,
        authorizing_integration_owners: { "0": GUILD },
        name: "pet adopt",
        command_type: 1
      }
    }))
  it("type 20 for slash, 23 for USER/MESSAGE", () => {
    for (const [type, message] of [
      [1, 20],
      [2, 23],
      [3, 23]
    ] as const) {
      const other = interaction({ command: { id: "500", name: "n", type } })
      assert.strictEqual(newMessage(other, "answer", hi, scene()).message.type, message)
    }
  })
  it("author: the bot user (bot: true) of the application", () =>
    assert.deepInclude(made.author, { id: petShop.bot.id, bot: true }))
  it("guild_id and member are not in REST results", () => assert.doesNotHaveAnyKeys(made, ["guild_id", "member"]))
  it("flag LOADING marks the deferred message", () =>
    assert.strictEqual(
      newMessage(record, "loading", { ...hi, flags: EPHEMERAL }, scene()).message.flags,
      LOADING | EPHEMERAL
    ))
  it("a follow-up carries original_response_message_id and replies to it", () => {
    const { message } = newMessage({ ...record, original_message_id: "1" }, "follow_up", hi, scene())
    assert.strictEqual(message.interaction_metadata?.original_response_message_id, "1")
    assert.strictEqual(message.type, 19)
    assert.deepStrictEqual(message.message_reference, {
      type: 0,
      channel_id: general.id,
      message_id: "1",
      guild_id: GUILD
    })
    assert.notProperty(message, "interaction")
  })
})

describe("editing a message", () => {
  const before = newMessage(interaction(), "answer", { ...hi, flags: EPHEMERAL | SUPPRESS_EMBEDS }, scene())
  const after = (edit: Parameters<typeof editedMessage>[1]) => editedMessage(before, edit, scene(1000)).message

  it("edited_timestamp tells when", () =>
    assert.strictEqual(after({}).edited_timestamp, "2026-01-01T00:00:01.000000+00:00"))
  it("EPHEMERAL cannot be changed later", () => {
    assert.strictEqual(after({ flags: 0 }).flags, EPHEMERAL)
    const open = newMessage(interaction(), "answer", hi, scene())
    assert.strictEqual(editedMessage(open, { flags: EPHEMERAL }, scene()).message.flags, 0)
  })
  it("SUPPRESS_EMBEDS stays when flags are left out, else follows them", () => {
    assert.strictEqual(after({ content: "new" }).flags, EPHEMERAL | SUPPRESS_EMBEDS)
    assert.strictEqual(after({ flags: SUPPRESS_EMBEDS }).flags, EPHEMERAL | SUPPRESS_EMBEDS)
  })
  it("mentions follow the new text", () => {
    const around = scene(0, { mentionable: { users: [bob], roles: [], everyone: false } })
    assert.deepStrictEqual(editedMessage(before, { content: `<@${BOB}>` }, around).message.mentions, [bob])
  })
  it("mentions follow text displays, and go with the last of them", () => {
    const around = scene(0, { mentionable: { users: [bob], roles: [], everyone: false } })
    const shown = { type: 10, id: 1, content: `<@${BOB}>` }
    const mentioning = editedMessage(before, { components: [shown] }, around)
    assert.deepStrictEqual(mentioning.message.mentions, [bob])
    assert.deepStrictEqual(
      editedMessage(mentioning, { components: [{ type: 14, id: 1 }] }, around).message.mentions,
      []
    )
    assert.deepStrictEqual(editedMessage(mentioning, { embeds: [] }, around).message.mentions, [bob])
  })
  it("mentions of a text stay when other components than text are changed", () => {
    const around = scene(0, { mentionable: { users: [bob], roles: [], everyone: false } })
    const silent = editedMessage(before, { content: `<@${BOB}>`, allowed_mentions: { parse: [] } }, around)
    assert.deepStrictEqual(editedMessage(silent, { components: [{ type: 14, id: 1 }] }, around).message.mentions, [])
  })
})

describe("ephemeral messages are visible only to the invoking user", () => {
  const ephemeral = newMessage(interaction(), "answer", { ...hi, flags: EPHEMERAL }, scene())
  const open = newMessage(interaction(), "answer", hi, scene())

  it("to the invoking user", () => assert.strictEqual(viewFor(ALICE, ephemeral), ephemeral.message))
  it("to nobody else", () => assert.isUndefined(viewFor(BOB, ephemeral)))
  it("while others are visible to everyone", () => {
    assert.isNull(open.visible_to)
    assert.strictEqual(viewFor(BOB, open), open.message)
  })
  it("and the wire object does not say for whom", () => assert.notProperty(ephemeral.message, "visible_to"))
  it("made at the time of the service clock", () => assert.strictEqual(NOW, Date.parse(open.message.timestamp)))
})
