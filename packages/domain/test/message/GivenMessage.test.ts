import { assert, describe, it } from "@effect/vitest"
import fc from "fast-check"
import { everyComponent } from "../../src/component/ComponentObject.ts"
import { complete, isComplete, ownersOf, senderOf } from "../../src/message/GivenMessage.ts"
import type { MessageObject, MessageRecord } from "../../src/message/Message.ts"
import { ALICE, alice, bot, GUILD, general, petShop } from "../fixture/Harbour.ts"
import { answered } from "../fixture/SampleComponent.ts"

const ID = "700000000000000001"

const given = (fields: object = {}): MessageRecord => ({
  id: ID,
  channel_id: general.id,
  visible_to: null,
  // A world's message holds anything besides these two.
  message: { id: ID, channel_id: general.id, ...fields } as unknown as MessageObject
})

/** The message with all that it leaves out. */
const whole = (fields: object = {}) => complete(given(fields), bot).message

/** Texts that the fields of messages have, and any JSON. */
const anything = fc.dictionary(
  fc.constantFrom("type", "content", "author", "timestamp", "components", "embeds", "flags", "application_id", "x"),
  fc.oneof(
    fc.jsonValue({ maxDepth: 4 }),
    fc.array(fc.record({ type: fc.nat(20), id: fc.nat(3), components: fc.jsonValue(), accessory: fc.jsonValue() }))
  )
)

describe("a message of a world", () => {
  it("has every field that libraries need, as a message that says nothing", () =>
    assert.deepStrictEqual(whole(), {
      id: ID,
      channel_id: general.id,
      type: 0,
      content: "",
      author: bot,
      timestamp: "2020-04-15T15:10:05.371000+00:00",
      edited_timestamp: null,
      tts: false,
      mention_everyone: false,
      mentions: [],
      mention_roles: [],
      attachments: [],
      embeds: [],
      components: [],
      pinned: false,
      flags: 0
    }))
  it("keeps what it says", () => {
    const said = { content: "Ahoy", flags: 64, tts: true, extra: 5, interaction_metadata: { id: "1" } }
    assert.deepStrictEqual({ ...whole(), ...said }, { ...whole(said) })
  })
  it("says nothing where it says what no message does", () =>
    assert.deepInclude(whole({ content: 5, flags: "64", embeds: {}, pinned: null }), {
      content: "",
      flags: 0,
      embeds: [],
      pinned: false
    }))
  it("is by its author, with what is known of the sender", () => {
    assert.deepStrictEqual(whole({ author: { id: bot.id, username: "Shop" } }).author, { ...bot, username: "Shop" })
    assert.deepStrictEqual(whole({ author: alice }).author, alice)
    assert.deepStrictEqual(whole({ author: "alice" }).author, bot)
  })
  it("gives each component the id that it was given, or the next free one in reading order", () => {
    const button = { type: 2, style: 1, label: "a", custom_id: "a" }
    const { components } = whole({ components: [{ type: 1, components: [button, { ...button, id: 1 }] }] })
    assert.deepStrictEqual(
      everyComponent(components).map(({ type, id }) => [type, id]),
      [
        [1, 2],
        [2, 3],
        [2, 1]
      ]
    )
  })
  it("has no components where it gives none", () =>
    assert.deepStrictEqual(whole({ components: [5, null, {}, { type: "row" }, [{ type: 2 }]] }).components, []))
  it("that the service made itself is left as it is", () => {
    const record = answered()
    assert.isTrue(isComplete(record))
    assert.strictEqual(complete(record, bot), record)
  })
  it("is complete after it was completed, whatever it says", () =>
    fc.assert(
      fc.property(anything, (fields) => {
        const once = complete(given(fields), bot)
        assert.isTrue(isComplete(once))
        assert.isAbove(Math.min(1, ...everyComponent(once.message.components).map(({ id }) => id)), 0)
        senderOf(once)
        ownersOf(once)
      })
    ))
})

describe("the sender of a message", () => {
  it.each([
    ["its application", { application_id: petShop.id }, { application_id: petShop.id, author_id: undefined }],
    ["its author", { author: { id: bot.id } }, { application_id: undefined, author_id: bot.id }],
    ["nobody", { application_id: 5, author: ["1"] }, { application_id: undefined, author_id: undefined }]
  ])("is %s", (_, fields, expected) => assert.deepStrictEqual(senderOf(given(fields)), expected))
})

describe("the installations behind a message", () => {
  const owners = (interaction_metadata: unknown) => ownersOf(given({ interaction_metadata }))

  it("are those of the interaction that it answers", () =>
    assert.deepStrictEqual(owners({ authorizing_integration_owners: { "0": GUILD, "1": ALICE, "2": "x" } }), {
      "0": GUILD,
      "1": ALICE
    }))
  it.each([[undefined], [null], [5], [{}], [{ authorizing_integration_owners: [] }]])(
    "are not told by %j",
    (metadata) => assert.isUndefined(owners(metadata))
  )
})
