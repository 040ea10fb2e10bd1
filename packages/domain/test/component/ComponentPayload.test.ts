import { assert, describe, it } from "@effect/vitest"
import type { InteractionRecord } from "../../src/interaction/Interaction.ts"
import type { Entities } from "../../src/interaction/ResolvedData.ts"
import { withReferenced } from "../../src/message/DisplayedMessage.ts"
import { MessageFlag } from "../../src/message/Message.ts"
import { ALICE, BOB, general, MODERATOR } from "../fixture/Harbour.ts"
import { answered, pressed } from "../fixture/SampleComponent.ts"
import { entities, everyEntity, sent } from "../fixture/SampleDelivery.ts"

const { message } = answered()

/** What the app gets when this component is used. */
const using = (component: InteractionRecord["component"], given: Partial<Entities> = {}, shown = message) =>
  sent({
    record: component === undefined ? pressed() : pressed({ component }),
    command: undefined,
    message: shown,
    entities: entities(given)
  })

const select = (component_type: number, values: ReadonlyArray<string>) =>
  using({ custom_id: "s", component_type, id: 2, values }, everyEntity).data

describe("the interaction of a component", () => {
  it("is of type 3 with the fields of §1.1 and the complete message", () => {
    const payload = using(undefined)
    assert.hasAllKeys(
      payload,
      `app_permissions application_id attachment_size_limit authorizing_integration_owners channel channel_id context data
       entitlement_sku_ids entitlements guild guild_id guild_locale id locale member message token type version`.split(
        /\s+/
      )
    )
    assert.strictEqual(payload.type, 3)
    assert.deepStrictEqual(payload.message, JSON.parse(JSON.stringify(message)))
  })
  it("data of a button is custom_id, component_type and id alone", () =>
    assert.deepStrictEqual(using(undefined).data, { custom_id: "more", component_type: 2, id: 2 }))
  it("carries the message though it is ephemeral, flags 64", () => {
    const hidden = answered({ content: "hi", flags: MessageFlag.EPHEMERAL }).message
    assert.deepInclude(using(undefined, {}, hidden).message, { id: hidden.id, flags: 64 })
  })
  it("carries the message that the message replies to, null when it is gone", () => {
    const reply = { ...message, type: 19 as const }
    assert.deepInclude(using(undefined, {}, withReferenced(reply, message)).message.referenced_message, {
      id: message.id,
      content: "hi"
    })
    assert.isNull(using(undefined, {}, withReferenced(reply, undefined)).message.referenced_message)
    assert.notProperty(using(undefined, {}, withReferenced(message, message)).message, "referenced_message")
  })
})

describe("values of selects", () => {
  it.each([5, 6, 7, 8])("that are none resolve nothing: type %i", (type) => {
    const data = select(type, [])
    assert.deepStrictEqual(data.values, [])
    assert.notProperty(data, "resolved")
  })
  it("of strings resolve nothing", () => {
    const data = select(3, [ALICE])
    assert.deepStrictEqual(data.values, [ALICE])
    assert.notProperty(data, "resolved")
  })
  it.each<[string, number, ReadonlyArray<string>, Readonly<Record<string, ReadonlyArray<string>>>]>([
    ["users, with members of the guild", 5, [BOB], { users: [BOB], members: [BOB] }],
    ["roles", 6, [MODERATOR], { roles: [MODERATOR] }],
    ["users and roles", 7, [BOB, MODERATOR], { users: [BOB], members: [BOB], roles: [MODERATOR] }],
    ["channels", 8, [general.id], { channels: [general.id] }]
  ])("resolve %s", (_, type, values, expected) => {
    const { resolved } = select(type, values)
    assert.deepStrictEqual(
      Object.fromEntries(Object.entries(resolved).map(([kind, map]) => [kind, Object.keys(Object(map))])),
      expected
    )
  })
})
