import { assert, describe, it } from "@effect/vitest"
import type { InteractionOption } from "../../src/interaction/Interaction.ts"
import { ALL } from "../../src/permission/Permission.ts"
import { ALICE, BOB, bot, botDm, general, MODERATOR } from "../fixture/Harbour.ts"
import { bits } from "../fixture/PermissionBits.ts"
import { ATTACHMENT, entities, everyEntity, inBotDm, sent, using } from "../fixture/SampleDelivery.ts"

describe("resolved", () => {
  it.each<[string, InteractionOption, ReadonlyArray<string>]>([
    ["USER (6): users, plus members in guilds", { name: "o", type: 6, value: BOB }, ["members", "users"]],
    ["USER (6) who is no member: users only", { name: "o", type: 6, value: bot.id }, ["users"]],
    ["CHANNEL (7): channels", { name: "o", type: 7, value: general.id }, ["channels"]],
    ["ROLE (8): roles", { name: "o", type: 8, value: MODERATOR }, ["roles"]],
    ["MENTIONABLE (9) user: users + members", { name: "o", type: 9, value: BOB }, ["members", "users"]],
    ["MENTIONABLE (9) role: roles", { name: "o", type: 9, value: MODERATOR }, ["roles"]],
    ["ATTACHMENT (11): attachments", { name: "o", type: 11, value: ATTACHMENT.id }, ["attachments"]]
  ])("%s", (_, option, maps) => {
    const { resolved } = using([{ name: "sub", type: 1, options: [option] }], everyEntity).data
    assert.deepStrictEqual(Object.keys(resolved), maps)
    for (const map of maps) assert.deepStrictEqual(Object.keys(resolved[map]), [String(option.value)])
  })

  it.each<[string, InteractionOption]>([
    ["STRING (3) containing mention text", { name: "o", type: 3, value: `<@${BOB}>` }],
    ["STRING (3) that is an id", { name: "o", type: 3, value: BOB }],
    ["an id that nobody has", { name: "o", type: 6, value: "1" }]
  ])("omitted when nothing resolves: %s", (_, option) =>
    assert.notProperty(using([option], everyEntity).data, "resolved")
  )

  it("member WITHOUT user, deaf, mute; WITH permissions", () => {
    const { members } = using([{ name: "o", type: 6, value: BOB }], everyEntity).data.resolved
    assert.doesNotHaveAnyKeys(members[BOB], ["user", "deaf", "mute"])
    assert.strictEqual(
      members[BOB].permissions,
      String(
        bits(
          "VIEW_CHANNEL",
          "SEND_MESSAGES",
          "USE_APPLICATION_COMMANDS",
          "EMBED_LINKS",
          "KICK_MEMBERS",
          "MANAGE_MESSAGES"
        )
      )
    )
  })
  it("no members in direct messages", () => {
    const fields = {
      ...inBotDm(),
      record: { ...inBotDm().record, options: [{ name: "o", type: 6, value: BOB } as const] }
    }
    assert.deepStrictEqual(Object.keys(sent({ ...fields, entities: entities(everyEntity) }).data.resolved), ["users"])
  })
  it("the direct channel in which the command is used, without overwrites and recipients", () => {
    const { channel } = botDm
    const fields = {
      ...inBotDm(),
      record: { ...inBotDm().record, options: [{ name: "o", type: 7, value: channel.id } as const] }
    }
    assert.deepStrictEqual(sent({ ...fields, entities: entities({ channels: [{ channel }] }) }).data.resolved, {
      channels: {
        [channel.id]: {
          flags: 0,
          id: channel.id,
          last_message_id: null,
          name: null,
          permissions: String(ALL),
          type: 1
        }
      }
    })
  })
  it("complete role object", () => {
    const { roles } = using([{ name: "o", type: 8, value: MODERATOR }], everyEntity).data.resolved
    assert.deepInclude(roles[MODERATOR], {
      id: MODERATOR,
      name: "Moderator",
      colors: { primary_color: 0, secondary_color: null, tertiary_color: null }
    })
    assert.match(roles[MODERATOR].permissions, /^\d+$/)
  })
  it("a channel carries the invoking user's permissions and no overwrites", () => {
    const hidden = {
      ...general,
      permission_overwrites: [{ id: ALICE, type: 1 as const, allow: "0", deny: String(bits("VIEW_CHANNEL")) }]
    }
    const { channels } = using([{ name: "o", type: 7, value: general.id }], { channels: [{ channel: hidden }] }).data
      .resolved
    assert.strictEqual(channels[general.id].permissions, "0")
    assert.notProperty(channels[general.id], "permission_overwrites")
  })
  it("an attachment is ephemeral: true", () => {
    const { attachments } = using([{ name: "o", type: 11, value: ATTACHMENT.id }], everyEntity).data.resolved
    assert.deepStrictEqual(attachments[ATTACHMENT.id], { ...ATTACHMENT, ephemeral: true })
  })
})
