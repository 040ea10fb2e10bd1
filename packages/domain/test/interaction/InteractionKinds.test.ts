/** The interaction object of every kind in every place. Source: wire-interactions.md §1.1 to §1.7. */

import { assert, describe, it } from "@effect/vitest"
import type { Delivery } from "../../src/interaction/InteractionPayload.ts"
import {
  ALICE,
  alice,
  BOB,
  bob,
  bot,
  GUILD,
  general,
  group,
  MODERATOR,
  member,
  petShop,
  thread
} from "../fixture/Harbour.ts"
import { stored } from "../fixture/SampleCommand.ts"
import { delivery, entities, inBotDm, sent } from "../fixture/SampleDelivery.ts"
import { interaction } from "../fixture/SampleInteraction.ts"
import { answer, EVERY_KIND } from "../fixture/SampleKinds.ts"

const P = [
  "app_permissions",
  "application_id",
  "attachment_size_limit",
  "authorizing_integration_owners",
  "channel",
  "channel_id",
  "context",
  "data",
  "entitlements",
  "id",
  "locale",
  "token",
  "type",
  "version"
]
const GUILD_ONLY = ["entitlement_sku_ids", "guild", "guild_id", "guild_locale", "member"]

const named = (name: string): Delivery => {
  const found = EVERY_KIND.find(([one]) => one === name)
  assert.isDefined(found, name)
  return found[1]
}

describe("top-level fields", () => {
  it.each(EVERY_KIND)("%s: every P field, the conditional ones of its kind and place, none null", (_, given) => {
    const payload = sent(given)
    const place = given.place.kind === "guild" ? GUILD_ONLY : ["user"]
    const message = given.message === undefined ? [] : ["message"]
    assert.deepStrictEqual(Object.keys(payload).sort(), [...P, ...place, ...message].sort())
    assert.isFalse(Object.values(payload).includes(null))
  })
})

describe("authorizing_integration_owners and context", () => {
  it.each<[string, number, object]>([
    ["USER command in a guild", 0, { "0": GUILD, "1": ALICE }],
    ["USER command in a foreign guild", 0, { "1": ALICE }],
    ["MESSAGE command in a bot DM", 1, { "0": "0" }],
    ["button in a private DM", 2, { "1": ALICE }],
    ["modal of a command in a group DM", 2, { "1": ALICE }]
  ])("%s", (name, context, owners) =>
    assert.deepInclude(sent(named(name)), { context, authorizing_integration_owners: owners })
  )
})

describe("app_permissions", () => {
  it.each([
    ["button in a foreign guild", "562949953863680"],
    ["USER command in a bot DM", "562949953863680"],
    ["USER command in a private DM", "562949953601536"],
    ["PRIMARY_ENTRY_POINT command in a group DM", "562949953601536"]
  ])("%s: %s", (name, expected) => assert.strictEqual(sent(named(name)).app_permissions, expected))
})

describe("channel", () => {
  it.each<[string, object]>([
    [
      "button in a guild",
      { id: general.id, type: 0, guild_id: GUILD, permissions: sent(named("button in a guild")).member.permissions }
    ],
    ["USER command in a thread", { id: thread.id, type: 11, parent_id: general.id, owner_id: BOB, member_count: 0 }],
    ["USER command in a bot DM", { type: 1, recipients: [alice, bob] }],
    ["USER command in a group DM", { id: group.channel.id, type: 3, name: "The three" }]
  ])("%s", (name, fields) => assert.deepInclude(sent(named(name)).channel, fields))
  it("sends no permission_overwrites, and recipients outside guilds alone", () => {
    for (const [, given] of EVERY_KIND) {
      const { channel } = sent(given)
      assert.notProperty(channel, "permission_overwrites")
      assert.strictEqual("recipients" in channel, given.place.kind === "direct")
    }
  })
})

describe("a USER command", () => {
  const on = (target: string, users: Delivery["entities"]["users"], fields: Partial<Delivery> = {}) =>
    sent({
      record: interaction({ command: { id: "500", name: "Show Profile", type: 2 }, target_id: target }),
      command: stored(500, { type: 2, name: "Show Profile" }),
      entities: entities({ users }),
      ...fields
    }).data

  it("carries target_id, and the user with their membership in guilds", () => {
    const target = { user: bob, member: member(BOB, { nick: "Bobby", roles: [MODERATOR] }) }
    const { id, name, type, target_id, resolved, ...rest } = on(BOB, [{ user: alice }, target])
    assert.deepStrictEqual([id, name, type, target_id], ["500", "Show Profile", 2, BOB])
    assert.deepStrictEqual(Object.keys(rest), [])
    assert.deepStrictEqual(Object.keys(resolved.users), [BOB])
    assert.deepStrictEqual(resolved.users[BOB], bob)
    assert.deepInclude(resolved.members[BOB], { nick: "Bobby", roles: [MODERATOR] })
    assert.match(resolved.members[BOB].permissions, /^\d+$/)
    for (const field of ["user", "deaf", "mute"]) assert.notProperty(resolved.members[BOB], field)
  })
  it("on someone who is no member resolves no member", () =>
    assert.deepStrictEqual(Object.keys(on(BOB, [{ user: bob }]).resolved), ["users"]))
  it("on a bot resolves the bot", () =>
    assert.isTrue(on(petShop.bot.id, [{ user: bot }]).resolved.users[petShop.bot.id].bot))
  it("outside guilds resolves no member", () => {
    const { data } = sent(named("USER command in a private DM"))
    assert.deepStrictEqual(data.resolved, { users: { [BOB]: bob } })
  })
})

describe("a MESSAGE command", () => {
  const PARTIAL = [
    "attachments",
    "author",
    "channel_id",
    "components",
    "content",
    "edited_timestamp",
    "embeds",
    "flags",
    "id",
    "mention_everyone",
    "mention_roles",
    "mentions",
    "pinned",
    "timestamp",
    "tts",
    "type"
  ]
  const resolvedOn = (message: object) => {
    // A world's messages are kept as given, so that fields may be missing.
    const messages = [message as typeof answer]
    return sent({
      record: interaction({ command: { id: "500", name: "Pin It", type: 3 }, target_id: answer.id }),
      command: stored(500, { type: 3, name: "Pin It" }),
      entities: entities({ messages })
    }).data.resolved
  }

  it.each(["guild", "foreign guild", "bot DM", "private DM"])(
    "carries target_id and the partial message in a %s",
    (place) => {
      const { data } = sent(named(`MESSAGE command in a ${place}`))
      assert.deepInclude(data, { id: "500", name: "Pin It", type: 3, target_id: answer.id })
      assert.deepStrictEqual(Object.keys(data.resolved), ["messages"])
      assert.deepStrictEqual(Object.keys(data.resolved.messages[answer.id]), PARTIAL)
    }
  )
  it("shows what the message shows", () => {
    const { content, embeds, components, author } = resolvedOn(answer).messages[answer.id]
    assert.deepStrictEqual([content, embeds.length, components.length], [`hello <@${BOB}>`, 1, 1])
    assert.strictEqual(author.id, petShop.bot.id)
  })
  it("reads a message of a world with whatever it says", () => {
    const { messages } = resolvedOn({ id: answer.id, channel_id: general.id, content: "from the world" })
    assert.deepStrictEqual(Object.keys(messages[answer.id]), PARTIAL)
    assert.deepInclude(messages[answer.id], {
      content: "from the world",
      embeds: [],
      components: [],
      flags: 0,
      type: 0
    })
    assert.match(messages[answer.id].timestamp, /\.\d{6}\+00:00$/)
  })
})

describe("other kinds", () => {
  it("an entry point with APP_HANDLER carries data.type 4 and nothing to fill in", () => {
    const { type, data } = sent(named("PRIMARY_ENTRY_POINT command in a guild"))
    assert.strictEqual(type, 2)
    assert.deepStrictEqual(data, { id: "500", name: "Launch", type: 4 })
  })
  it("autocomplete resolves nothing and carries the version", () => {
    const { data } = sent(named("autocomplete in a guild"))
    assert.notProperty(data, "resolved")
    assert.strictEqual(data.version, "501")
  })
  it("an entity select resolves its values as options do", () => {
    const { data } = sent(named("user select in a guild"))
    assert.deepInclude(data, { custom_id: "who", component_type: 5, values: [BOB] })
    assert.deepStrictEqual(Object.keys(data.resolved), ["members", "users"])
  })
  it("data.guild_id is sent of guild commands alone, wherever they are used", () => {
    const command = stored(500, { type: 2, name: "Show Profile" }, GUILD)
    const record = interaction({
      command: { id: "500", name: "Show Profile", type: 2, guild_id: GUILD },
      target_id: BOB
    })
    assert.strictEqual(sent({ record, command, entities: entities({ users: [{ user: bob }] }) }).data.guild_id, GUILD)
    assert.notProperty(sent(delivery()).data, "guild_id")
    assert.notProperty(sent(inBotDm()).data, "guild_id")
  })
})
