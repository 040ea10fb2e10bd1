import { readFileSync } from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import type { InteractionOption } from "../../src/interaction/Interaction.ts"
import { type Delivery, mintToken, namedByToken, pingPayload } from "../../src/interaction/InteractionPayload.ts"
import { ALL } from "../../src/permission/Permission.ts"
import {
  ADMIN,
  ALICE,
  alice,
  BOB,
  bot,
  GUILD,
  general,
  group,
  guildInstall,
  inGeneral,
  MODERATOR,
  member,
  petShop,
  thread
} from "../fixture/Harbour.ts"
import { bits } from "../fixture/PermissionBits.ts"
import { stored } from "../fixture/SampleCommand.ts"
import { delivery, entities, everyEntity, inBotDm, inPrivate, outside, sent, using } from "../fixture/SampleDelivery.ts"
import { interaction } from "../fixture/SampleInteraction.ts"

describe("goldens: the whole interaction object", () => {
  const rich = delivery({
    record: interaction({
      command: { id: "500", name: "pet adopt", type: 1, guild_id: GUILD },
      options: [
        {
          name: "adopt",
          type: 1,
          options: [
            { name: "animal", type: 3, value: "dog" },
            { name: "who", type: 6, value: BOB },
            { name: "where", type: 7, value: thread.id }
          ]
        }
      ]
    }),
    command: stored(500, { name: "pet" }, GUILD),
    place: inGeneral({ member: member(ALICE, { nick: "Al", roles: [MODERATOR, GUILD] }) }),
    entities: entities(everyEntity)
  })
  const typing: InteractionOption = { name: "age", type: 4, value: "1", focused: true }

  it.each<[string, Delivery]>([
    ["guild", rich],
    [
      "thread",
      delivery({
        record: interaction({ channel_id: thread.id }),
        place: inGeneral({ channel: thread, parent: general })
      })
    ],
    ["bot-dm", inBotDm()],
    ["private-channel", inPrivate()],
    [
      "autocomplete",
      delivery({ record: interaction({ type: 4, options: [{ name: "animal", type: 3, value: "dog" }, typing] }) })
    ]
  ])("%s", (name, given) => {
    const golden = readFileSync(new URL(`goldens/interaction-${name}.golden.json`, import.meta.url), "utf8")
    assert.deepStrictEqual(sent(given), JSON.parse(golden))
  })
})

describe("top-level fields by type and context", () => {
  const ALWAYS = [
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
  const IN_GUILD = ["entitlement_sku_ids", "guild", "guild_id", "guild_locale", "member"]

  it.each<[string, Delivery, ReadonlyArray<string>]>([
    ["guild: guild, guild_id, guild_locale, member present, user absent", delivery(), IN_GUILD],
    ["DM with the app's bot: user present, guild fields omitted, never null", inBotDm(), ["user"]],
    ["DM with another user: user present", inPrivate(), ["user"]],
    ["autocomplete in a guild", delivery({ record: interaction({ type: 4 }) }), IN_GUILD]
  ])("%s", (_, given, extra) => assert.deepStrictEqual(Object.keys(sent(given)), [...ALWAYS, ...extra].sort()))

  it("PING", () =>
    assert.deepStrictEqual(pingPayload({ application: petShop, id: "1", token: "t", user: alice }), {
      id: "1",
      application_id: petShop.id,
      type: 1,
      token: "t",
      user: alice,
      version: 1,
      app_permissions: "562949953863680",
      entitlements: [],
      authorizing_integration_owners: {},
      attachment_size_limit: 10_485_760
    }))
  it("channel_id equals channel.id", () => {
    for (const given of [delivery(), inBotDm(), inPrivate()]) {
      const payload = sent(given)
      assert.strictEqual(payload.channel_id, payload.channel.id)
    }
  })
  it("a user-installed command used in a foreign guild still carries guild, member and channel", () => {
    const record = interaction({ authorizing_integration_owners: { "1": ALICE } })
    const payload = sent({ record, guild_install: undefined })
    assert.containsAllKeys(payload, ["guild", "guild_id", "guild_locale", "member", "channel"])
    assert.deepStrictEqual(payload.authorizing_integration_owners, { "1": ALICE })
  })
  it("locale is the invoking client's language, guild_locale the guild's preferred_locale", () => {
    const payload = sent({ record: interaction({ locale: "fr" }) })
    assert.deepStrictEqual([payload.locale, payload.guild_locale, payload.guild.locale], ["fr", "de", "de"])
  })
})

describe("app_permissions", () => {
  const [foreign, dm] = ["562949953863680", "562949953601536"]
  const everyone = bits("VIEW_CHANNEL", "SEND_MESSAGES", "USE_APPLICATION_COMMANDS", "EMBED_LINKS")

  it.each<[string, Delivery, string]>([
    [
      "guild, app installed: the bot's computed permissions in the channel",
      delivery(),
      String(everyone | bits("MANAGE_MESSAGES"))
    ],
    ["guild, user-installed only", delivery({ guild_install: undefined }), foreign],
    ["DM with others", inPrivate(), dm],
    ["bot DM: as DM plus USE_EXTERNAL_EMOJIS", inBotDm(), foreign]
  ])("%s", (_, given, permissions) => assert.strictEqual(sent(given).app_permissions, permissions))

  it("counts the bot's own roles", () => {
    const payload = sent({ bot_member: member(petShop.bot.id, { roles: [MODERATOR] }) })
    assert.strictEqual(payload.app_permissions, String(everyone | bits("MANAGE_MESSAGES", "KICK_MEMBERS")))
  })
  it("in a private thread are those of its channel, also for a bot and for members that are not in it", () => {
    const mentioned: InteractionOption = { name: "who", type: 6, value: BOB }
    const seenIn = (type: number) => {
      const channel = { ...thread, type, members: [{ user_id: ALICE }] }
      const { app_permissions, data } = sent({
        place: inGeneral({ channel, parent: general }),
        record: interaction({ channel_id: thread.id, options: [mentioned] }),
        entities: entities(everyEntity)
      })
      const { permissions } = Object(data).resolved.members[BOB]
      return { app_permissions, permissions }
    }
    assert.deepStrictEqual(seenIn(12), seenIn(11))
    assert.notInclude(Object.values(seenIn(12)), "0")
  })
  it("without the bot scope there is no managed role", () => {
    const payload = sent({ guild_install: { ...guildInstall, scopes: ["applications.commands"] } })
    assert.strictEqual(payload.app_permissions, String(everyone))
  })
})

describe("member and user objects", () => {
  it("member.permissions = computed permissions in that channel, overwrites applied", () => {
    const channel = {
      ...general,
      permission_overwrites: [
        { id: ALICE, type: 1 as const, allow: String(bits("MANAGE_THREADS")), deny: String(bits("SEND_MESSAGES")) }
      ]
    }
    const payload = sent({ place: inGeneral({ channel }) })
    assert.strictEqual(
      payload.member.permissions,
      String(bits("VIEW_CHANNEL", "USE_APPLICATION_COMMANDS", "MANAGE_THREADS"))
    )
    assert.strictEqual(payload.channel.permissions, payload.member.permissions)
  })
  it("Administrator/owner gets all bits", () =>
    assert.strictEqual(
      sent({ place: inGeneral({ member: member(ALICE, { roles: [ADMIN] }) }) }).member.permissions,
      String(ALL)
    ))
  it("roles never contains the @everyone role", () =>
    assert.deepStrictEqual(
      sent({ place: inGeneral({ member: member(ALICE, { roles: [GUILD, MODERATOR] }) }) }).member.roles,
      [MODERATOR]
    ))
  it("timestamps have six fractional digits and a numeric zero offset", () =>
    assert.strictEqual(sent().member.joined_at, "2025-06-06T10:06:39.888000+00:00"))
  it("communication_disabled_until is set while a member is timed out", () => {
    const until = (timed_out_until: string) =>
      sent({ place: inGeneral({ member: member(ALICE, { timed_out_until }) }) }).member.communication_disabled_until
    assert.strictEqual(until("2026-01-02"), "2026-01-02T00:00:00.000000+00:00")
    assert.isNull(until("2025-12-31"))
  })
  it("all fields of service.md (is_pending too) and the newer ones", () =>
    assert.hasAllKeys(sent().member, [
      ..."avatar banner collectibles communication_disabled_until deaf display_name_styles flags is_pending".split(" "),
      ..."joined_at mute nick pending permissions premium_since roles unusual_dm_activity_until user".split(" ")
    ]))
  it("bot: true for bots only", () => {
    assert.notProperty(alice, "bot")
    assert.isTrue(bot.bot)
  })
})

describe("partial channel", () => {
  it.each([
    [
      "guild text",
      delivery(),
      "flags guild_id id last_message_id name nsfw parent_id permissions position rate_limit_per_user topic type"
    ],
    ["DM", inBotDm(), "flags id last_message_id recipient_flags recipients type"],
    [
      "group DM",
      delivery({ record: outside(2, {}), place: group }),
      "flags icon id last_message_id name recipient_flags recipients type"
    ]
  ])("%s", (_, given, keys) => assert.deepStrictEqual(Object.keys(sent(given).channel), keys.split(" ")))

  it("thread adds owner_id, counts and thread_metadata", () => {
    const { channel } = sent({ place: inGeneral({ channel: { ...thread, archived: true }, parent: general }) })
    assert.deepStrictEqual([channel.type, channel.parent_id, channel.owner_id], [11, general.id, BOB])
    assert.containsAllKeys(channel, ["member_count", "message_count", "total_message_sent"])
    assert.isTrue(channel.thread_metadata.archived)
    assert.hasAllKeys(
      channel.thread_metadata,
      "archive_timestamp archived auto_archive_duration create_timestamp locked".split(" ")
    )
  })
})

describe("data", () => {
  it("name is always the DEFAULT name, never localized, without subcommands", () => {
    const command = stored(500, { name: "pet", name_localizations: { fr: "animal" } })
    const record = interaction({ locale: "fr", command: { id: "500", name: "pet adopt", type: 1 } })
    assert.strictEqual(sent({ command, record }).data.name, "pet")
  })
  it("options are omitted when empty", () => assert.hasAllKeys(sent().data, ["id", "name", "type"]))
  it("guild_id ONLY when the command is registered to a guild", () => {
    assert.strictEqual(sent({ command: stored(500, {}, GUILD) }).data.guild_id, GUILD)
    assert.notProperty(sent().data, "guild_id")
  })
  it("options carry typed values and nest in group and subcommand", () => {
    const options: ReadonlyArray<InteractionOption> = [
      {
        name: "group",
        type: 2,
        options: [
          {
            name: "sub",
            type: 1,
            options: [
              { name: "text", type: 3, value: "" },
              { name: "count", type: 4, value: 0 },
              { name: "sure", type: 5, value: false },
              { name: "weight", type: 10, value: 0.5 }
            ]
          }
        ]
      }
    ]
    assert.deepStrictEqual(using(options).data.options, options)
  })
  it("autocomplete data carries version and no resolved", () => {
    const record = interaction({ type: 4, options: [{ name: "who", type: 6, value: BOB }] })
    const { data } = sent({ record, entities: entities(everyEntity) })
    assert.strictEqual(data.version, "501")
    assert.notProperty(data, "resolved")
  })
  it("data of a use carries no version", () => assert.notProperty(sent().data, "version"))
})

describe("token", () => {
  const random = "aZ09".repeat(32)

  it("is unpadded base64 of the text interaction:<id>:<128 alphanumerics>", () => {
    for (const id of ["50000000000000001", "500000000000000001", "5000000000000000001"]) {
      const token = mintToken(id, random)
      assert.strictEqual(Buffer.from(token, "base64url").toString("ascii"), `interaction:${id}:${random}`)
      assert.match(token, /^[A-Za-z0-9_-]{210,218}$/)
    }
  })
  it("names its interaction; another text names none", () => {
    assert.strictEqual(namedByToken(mintToken("1234567890123456789", random)), "1234567890123456789")
    const others = ["", "%%%", "é", "token", mintToken("none", random), Buffer.from("1:2:3").toString("base64url")]
    for (const other of others) assert.isUndefined(namedByToken(other))
  })
  it("is 214–218 characters for ids of 19 digits and begins recognisably", () => {
    const token = mintToken("1234567890123456789", random)
    assert.isAtLeast(token.length, 214)
    assert.isTrue(token.startsWith("aW50ZXJhY3Rpb246"))
  })
})
