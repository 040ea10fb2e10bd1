/** What the gateway says, beside the platform's published types, at run time; PublishedGateway.ts does so at compile time. */

import { judgeDispatch } from "@backlot/test-judges/published/DispatchJudge"
import { describe, expect, it } from "vitest"
import { guildCreateData, guildMemberData, guildUpdateData } from "../../src/gateway/GatewayGuild.ts"
import { INTENTS } from "../../src/gateway/GatewayIntent.ts"
import { censoring, messageData } from "../../src/gateway/GatewayMessage.ts"
import { readyData, selfUser } from "../../src/gateway/GatewayReady.ts"
import { chunksOf, idsAskedFor, peopleFound } from "../../src/gateway/MembersChunk.ts"
import { OFFLINE, presenceData } from "../../src/gateway/Presence.ts"
import { channelDetails, type InstalledBot, memberDetails } from "../../src/guild/GuildObject.ts"
import { roleObject } from "../../src/guild/GuildWire.ts"
import { botObject, unknownUser, userObject } from "../../src/guild/UserWire.ts"
import { managedRole } from "../../src/record/ManagedRole.ts"
import { DEFAULTS } from "../../src/record/RecordDefaults.ts"
import type { Application, Guild, GuildChannel, Member, Role, VoiceState } from "../../src/record/World.ts"
import { answer } from "../fixture/SampleKinds.ts"

const NOW = 1_767_225_600_000
const [GUILD, BOT, ALICE] = ["200000000000000001", "100000000000000001", "300000000000000001"]
const FIRST_LOOK_MS = 60_000

const application = (id: string): Application => ({
  id,
  name: "Pet Shop",
  description: "",
  owner_id: ALICE,
  bot: { id, username: "Pet Shop", token: "token" },
  client_secret: "secret",
  redirect_uris: [],
  interactions_endpoint_url: null,
  event_webhooks_url: null,
  private_key: "ab".repeat(32),
  integration_types: [0],
  flags: ["GATEWAY_MESSAGE_CONTENT"],
  discoverable: true,
  tags: [],
  custom_install_url: null,
  role_connections_verification_url: null,
  install_params: null,
  integration_types_config: null,
  max_participants: null,
  explicit_content_filter: 0
})

const bot: InstalledBot = {
  application: application(BOT),
  install: { guild_id: GUILD, application_id: BOT, scopes: ["bot"], permissions: "8" }
}
const guild: Guild = { id: GUILD, name: "Harbour", owner_id: ALICE, preferred_locale: "en-US", features: [] }
const everyone: Role = { id: GUILD, guild_id: GUILD, name: "@everyone", permissions: "1024", position: 0 }
const channel = (type: number, rest: Partial<GuildChannel> = {}): GuildChannel => ({
  id: `20000000000000002${type % 10}`,
  guild_id: GUILD,
  name: "general",
  type,
  position: 0,
  parent_id: null,
  nsfw: false,
  topic: null,
  permission_overwrites: [],
  ...rest
})
const member = (user_id: string): Member => ({
  guild_id: GUILD,
  user_id,
  nick: null,
  roles: [],
  joined_at: "2025-06-06T10:06:39Z",
  timed_out_until: "2027-01-01T00:00:00Z"
})
const alice = userObject({
  id: ALICE,
  username: "alice",
  global_name: "Alice",
  locale: "en-US",
  adult: true,
  nsfw_dms: false
})
const text = channel(0)
const thread = channel(11, { parent_id: text.id, owner_id: ALICE })
const voiceState: VoiceState = {
  ...DEFAULTS.voice_state,
  guild_id: GUILD,
  user_id: ALICE,
  channel_id: channel(2).id,
  session_id: "5e55",
  request_to_speak_timestamp: "2026-01-01T00:00:00Z"
}
const whole = {
  guild,
  roles: [everyone],
  channels: [text, channel(2), channel(4), thread],
  bots: [bot],
  members: [member(BOT), member(ALICE)],
  voice_states: [voiceState],
  emojis: [],
  scheduled_events: [],
  histories: new Map(),
  stage_instances: [],
  stickers: [],
  soundboard_sounds: []
}
const viewer = { ...bot, member: member(BOT) }
const dancing = presenceData(ALICE, GUILD, {
  status: "idle",
  activities: [
    {
      name: "Tango",
      type: 0,
      state: "step by step",
      details: "slow",
      url: "https://example.com/tango",
      created_at: NOW,
      timestamps: { start: NOW, end: NOW + 1 },
      application_id: GUILD,
      party: { id: "p", size: [1, 2] },
      assets: { large_image: "hall", large_text: "The hall" },
      instance: true,
      flags: 1,
      buttons: ["Join"],
      sync_id: "s",
      session_id: "t"
    },
    { name: "Custom Status", type: 4, state: "out", emoji: { name: "\u{1F43E}" }, created_at: NOW }
  ],
  client_status: { desktop: "idle", mobile: "idle" }
})
const telling = {
  members: whole.members,
  users: [botObject(bot.application), alice],
  presences: [dancing],
  voice_states: whole.voice_states,
  large: false,
  now_ms: NOW
}
const memberOf = () => {
  const { user: _, ...partial } = memberDetails(member(ALICE), alice, NOW)
  return partial
}
const message = { ...answer, mentions: [alice] }
const data = messageData(message, { guild_id: GUILD, channel_type: 0, memberOf, referenced: undefined })
const request = { guild_id: GUILD, query: "", limit: 0 }

const EVENTS: ReadonlyArray<readonly [t: string, d: object]> = [
  [
    "READY",
    { ...readyData(bot.application, [GUILD]), v: 10, session_id: "s", resume_gateway_url: "ws://h", shard: [0, 1] }
  ],
  ["GUILD_CREATE", guildCreateData(whole, viewer, { ...telling, joined: false })],
  ["GUILD_CREATE", guildCreateData(whole, viewer, { ...telling, joined: true })],
  ["GUILD_UPDATE", guildUpdateData(whole)],
  ["GUILD_ROLE_CREATE", { guild_id: GUILD, role: roleObject(managedRole(bot.application, bot.install)) }],
  ["GUILD_MEMBER_ADD", guildMemberData(member(ALICE), alice, undefined, NOW)],
  ["GUILD_MEMBER_UPDATE", guildMemberData(member(BOT), botObject(bot.application), bot, NOW)],
  ["GUILD_MEMBER_REMOVE", { guild_id: GUILD, user: unknownUser(ALICE) }],
  ["GUILD_MEMBERS_CHUNK", chunksOf([memberDetails(member(ALICE), alice, NOW)], ["1"], request, 0)[0] ?? {}],
  ["PRESENCE_UPDATE", dancing],
  ["PRESENCE_UPDATE", presenceData(ALICE, GUILD, OFFLINE)],
  ["CHANNEL_CREATE", channelDetails(text)],
  ["THREAD_CREATE", { ...channelDetails(thread), newly_created: true }],
  ["MESSAGE_CREATE", data],
  ["MESSAGE_UPDATE", censoring(data, GUILD)(application("5")) ?? {}],
  ["USER_UPDATE", selfUser(bot.application)]
]

describe("the data of an event is of its published type", { timeout: FIRST_LOOK_MS }, () => {
  it.each(EVENTS)("%s", (t, d) => expect(judgeDispatch(t, d)).toEqual([]))
})

describe("GUILD_CREATE", () => {
  it("has the key unavailable for a guild of READY alone", () => {
    expect(guildCreateData(whole, viewer, { ...telling, joined: false }).unavailable).toBe(false)
    expect(guildCreateData(whole, viewer, { ...telling, joined: true })).not.toHaveProperty("unavailable")
  })
})

describe("a message without the intent MESSAGE_CONTENT", () => {
  const told = messageData(
    { ...message, content: "hi", author: alice, mentions: [], type: 19 },
    { guild_id: GUILD, channel_type: 0, memberOf: () => undefined, referenced: { ...message, content: "first" } }
  )
  it("is the same object for each application that sees the same", () => {
    const censored = censoring(told, GUILD)
    expect(censored(application("5"))).toBe(censored(application("6")))
  })
  it("hides nothing in direct messages", () => {
    expect(censoring(told, null)(application("5"))).toBeUndefined()
  })
})

describe("a request for members", () => {
  const people = Array.from({ length: 2_500 }, (_, i) => ({
    member: member(String(i)),
    user: { ...alice, id: String(i), username: `user${i}` }
  }))
  it("finds a hundred at most by the beginning of a name, and everyone by none", () => {
    expect(peopleFound(people, { ...request, query: "user" })).toHaveLength(100)
    expect(peopleFound(people, { ...request, query: "USER24", limit: 7 })).toHaveLength(7)
    expect(peopleFound(people, request)).toHaveLength(2_500)
    expect(peopleFound(people, { ...request, limit: 300 })).toHaveLength(300)
  })
  it("of everyone without the intent looks at the bot alone", () => {
    expect(idsAskedFor(request, 0, BOT)).toEqual([BOT])
    expect(idsAskedFor(request, 2, BOT)).toBeUndefined()
    expect(idsAskedFor({ ...request, query: "a" }, 0, BOT)).toBeUndefined()
    expect(idsAskedFor({ ...request, user_ids: ["1", "1"] }, 0, BOT)).toEqual(["1"])
  })
  it("is answered with chunks of a thousand, one of nobody at least", () => {
    const chunks = chunksOf(people, ["9"], { ...request, nonce: "n" }, 0)
    expect(chunks.map(({ members, chunk_index }) => [chunk_index, members.length])).toEqual([
      [0, 1_000],
      [1, 1_000],
      [2, 500]
    ])
    expect(chunks.every(({ chunk_count, nonce }) => chunk_count === 3 && nonce === "n")).toBe(true)
    expect(chunks.map((chunk) => "not_found" in chunk)).toEqual([true, false, false])
    expect(chunksOf([], [], request, 0)).toHaveLength(1)
  })
  it("is answered with the presences of those who are not offline, if it asks for them with the intent", () => {
    const presences = people.map((_, i) => (i === 1_001 ? dancing : undefined))
    const asked = { ...request, presences: true }
    const pages = chunksOf(people, [], asked, INTENTS.GUILD_PRESENCES, presences).map((chunk) => chunk.presences)
    expect(pages).toEqual([[], [dancing], []])
    expect(chunksOf(people, [], asked, 0, presences)[1]).not.toHaveProperty("presences")
  })
})
