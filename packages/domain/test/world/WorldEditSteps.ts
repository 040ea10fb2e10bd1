/** Edits drawn for a world that changes as they are made: sound and unsound, of what is there and of what is not. */

import * as fc from "fast-check"
import type { TargetKind, WorldTarget } from "../../src/element/WorldTarget.ts"
import { PARAMETERS, TARGET_KINDS } from "../../src/record/Kind.ts"
import type { World } from "../../src/record/World.ts"
import { VOICE_TYPES } from "../../src/record/WorldVocabulary.ts"
import { editable } from "../../src/world/element/Elements.ts"

export interface Step {
  readonly method: "put" | "patch" | "delete"
  readonly kind: TargetKind
  /** Which of the elements there are, or, beyond them, a new one. */
  readonly picks: readonly [number, number, number]
  /** Whether a field is given, and which of the values that it may take. */
  readonly fields: ReadonlyArray<number>
}

export const step: fc.Arbitrary<Step> = fc.record({
  method: fc.constantFrom("put", "patch", "delete"),
  kind: fc.constantFrom(...TARGET_KINDS),
  picks: fc.tuple(fc.nat(50), fc.nat(50), fc.nat(50)),
  fields: fc.array(fc.nat(60), { minLength: 16, maxLength: 16 })
})

/** One of every `share` picks is of something new. */
const pickFrom = (ids: ReadonlyArray<string>, pick: number, fresh: string, share = 4): string =>
  pick % share === share - 1 || ids.length === 0 ? `${fresh}${pick}` : (ids[pick % ids.length] ?? fresh)

const idsOf = (items: ReadonlyArray<{ readonly id: string }>): ReadonlyArray<string> => items.map(({ id }) => id)

/** Most edits inside a guild are of one that is there. */
export const targetOf = (world: World, { kind, picks: [first, second] }: Step): WorldTarget => {
  const names = PARAMETERS[kind]
  const holders = {
    guild_id: idsOf(world.guilds),
    user_id: idsOf(world.users),
    application_id: idsOf(world.applications)
  }
  const [holder = "", ...inside] = names
  const own = editable({ kind } as WorldTarget)
  const records: ReadonlyArray<object> = world[own.list]
  if (inside.length === 0) {
    return {
      kind,
      [holder]: pickFrom(
        records.map((one) => own.key(one)[0] ?? ""),
        first,
        "21"
      )
    } as WorldTarget
  }
  const held = pickFrom(holders[holder as keyof typeof holders], first, "22", 12)
  const name = names.at(-1) ?? ""
  const there = records.filter((one) => Reflect.get(one, holder) === held).map((one) => String(own.key(one).at(-1)))
  const ids = name === "user_id" ? accountsOf(world) : name === "application_id" ? holders.application_id : there
  return { kind, [holder]: held, [name]: pickFrom(ids, second, name === "code" ? "New00" : "23") } as WorldTarget
}

/** A picture of one pixel. */
const PIXEL =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="

const EVENT = {
  name: "Regatta",
  entity_type: 3,
  location: "The quay",
  scheduled_start_time: "2027-01-01T00:00:00Z",
  scheduled_end_time: "2027-01-02T00:00:00Z"
}

const CODES = ["Harbour1", "Harbour2", "Quay0001", "short"]

const accountsOf = (world: World) => [...idsOf(world.users), ...world.applications.map((a) => a.bot.id)]

/** A body whose fields refer to what the world has, and now and then to what it has not. */
export const bodyOf = (world: World, { kind, fields, picks: [first, , third] }: Step): object => {
  const guild_id = pickFrom(idsOf(world.guilds), first, "21", kind === "guild" ? 4 : 12)
  const roles = idsOf(world.roles.filter((r) => r.guild_id === guild_id))
  const inGuild = world.channels.filter((c) => c.guild_id === guild_id)
  const channels = idsOf(inGuild)
  const voices = idsOf(inGuild.filter(({ type }) => VOICE_TYPES.includes(type)))
  const texts = idsOf(inGuild.filter(({ type }) => type === 0))
  const some = (ids: ReadonlyArray<string>, n: number) => ids.filter((_, i) => ((n >> i) & 1) === 1)
  const one = (ids: ReadonlyArray<string>, n: number) => pickFrom(ids, n, "99")
  const users = idsOf(world.users)
  const apps = idsOf(world.applications)
  const image = (n: number) => (n % 4 === 0 ? "data:image/png;base64,AAAA" : PIXEL)
  const overwrites = (n: number) => [
    ...some(roles, n).map((id) => ({ id, type: 0, deny: String(n) })),
    { id: one(users, n), type: 1, allow: ["VIEW_CHANNEL"] }
  ]
  const FIELDS: Readonly<Record<TargetKind, Readonly<Record<string, (n: number) => unknown>>>> = {
    application: {
      name: (n) => `App ${n}`,
      owner_id: (n) => one(users, n),
      flags: (n) => (n % 2 === 0 ? ["EMBEDDED"] : []),
      client_secret: (n) => `secret-${n % 5}`,
      bot: (n) => (n % 2 === 0 ? { token: `bot-${n % 5}` } : { username: "Bot" }),
      integration_types: (n) => [n % 3],
      emojis: (n) => [{ id: `29${n % 7}`, name: "wave" }],
      skus: (n) => [0, 1, 2].map((k) => ({ id: `30${k}`, type: n % 9 === 0 ? 4 : 5, name: "Gold" }))
    },
    application_emoji: { name: (n) => `cat_${n % 4}`, image },
    entitlement: {
      sku_id: (n) => `30${n % 3}`,
      user_id: (n) => one(users, n),
      guild_id: (n) => (n % 2 === 0 ? null : guild_id),
      ends_at: (n) => (n % 9 === 0 ? "soon" : "2027-01-01T00:00:00Z"),
      consumed: (n) => n % 2 === 0,
      fulfilled_at: (n) => (n % 4 === 0 ? null : "2026-01-02T00:00:00Z"),
      gifter_user_id: (n) => one(users, n)
    },
    user: {
      username: (n) => `user${n % 9}`,
      locale: (n) => (n % 5 === 0 ? "xx" : "de"),
      installs: (n) => some(apps, n).map((application_id) => ({ application_id }))
    },
    user_install: { scopes: (n) => (n % 3 === 0 ? ["bot"] : ["applications.commands"]) },
    guild: {
      name: () => "Guild",
      owner_id: (n) => one(users, n),
      roles: (n) => [...some(roles, n).map((id) => ({ id, name: "kept" })), { id: `27${n}`, name: "new" }],
      channels: (n) => some(channels, n).map((id) => ({ id, name: "kept" })),
      members: (n) => some(users, n).map((user_id) => ({ user_id, roles: some(roles.slice(1), n) })),
      voice_states: (n) => (n % 3 === 0 ? [{ user_id: one(users, n), channel_id: one(voices, n) }] : []),
      bans: (n) => some(users, n).map((user_id) => ({ user_id })),
      emojis: (n) => [{ id: `28${n % 7}`, name: "ahoy", roles: some(roles.slice(1), n) }],
      invites: (n) => (n % 3 === 0 ? [{ channel_id: one(channels, n), code: CODES[n % CODES.length] }] : []),
      webhooks: (n) =>
        some(channels, n).map((channel_id, i) => ({ id: `28${i}`, channel_id, name: "Hook", token: `hook-${i}` })),
      scheduled_events: (n) => (n % 3 === 0 ? [{ ...EVENT, id: `31${n % 7}`, creator_id: one(users, n) }] : []),
      stickers: (n) => [{ id: `27${n % 7}`, name: "tide", tags: "tide" }],
      system_channel_id: (n) => (n % 11 === 0 ? one(channels, n) : (texts[n % 2] ?? null)),
      afk_channel_id: (n) => (n % 11 === 0 ? one(voices, n) : null),
      features: (n) => (n % 2 === 0 ? ["COMMUNITY"] : []),
      soundboard_sounds: (n) => [{ id: `33${n % 7}`, name: "horn" }],
      installs: (n) =>
        some(apps, n).map((application_id) => ({ application_id, ...(n % 2 ? { scopes: ["identify"] } : {}) }))
    },
    role: { name: () => "Role", position: (n) => n, permissions: (n) => (n % 7 === 0 ? "x" : String(n)) },
    channel: {
      name: () => "Channel",
      type: (n) => [0, 0, 0, 2, 4, 11][n % 6],
      parent_id: (n) => (n % 2 === 0 ? null : one(channels, n)),
      nsfw: (n) => n % 2 === 0,
      owner_id: (n) => (n % 4 === 0 ? one(accountsOf(world), n) : null),
      permission_overwrites: overwrites,
      members: (n) => (n % 2 === 0 ? null : some(users, n).map((user_id) => ({ user_id })))
    },
    member: { nick: (n) => `Nick ${n}`, roles: (n) => some(roles, n), timed_out_until: () => "2027-01-01" },
    voice_state: {
      channel_id: (n) => one(voices, n),
      mute: (n) => n % 2 === 0,
      self_mute: (n) => (n % 9 === 0 ? "yes" : true),
      suppress: () => null,
      request_to_speak_timestamp: (n) => (n % 9 === 0 ? "soon" : "2027-01-01T00:00:00Z")
    },
    emoji: { name: () => "ship", roles: (n) => some(roles, n), user_id: (n) => one(users, n), image },
    sticker: { name: () => "anchor", tags: () => "anchor", user_id: (n) => one(users, n), image },
    soundboard_sound: {
      name: () => "horn",
      volume: (n) => (n % 9 === 0 ? 2 : n / 60),
      emoji_name: (n) => (n % 2 === 0 ? null : "anchor"),
      user_id: (n) => one(users, n)
    },
    invite: {
      channel_id: (n) => one(channels, n),
      inviter_id: (n) => (n % 3 === 0 ? one(accountsOf(world), n) : null),
      uses: (n) => n,
      max_uses: (n) => (n % 2 === 0 ? 0 : 50),
      target_type: (n) => [null, null, 1, 2][n % 4],
      target_user_id: (n) => (n % 4 === 2 ? one(users, n) : null),
      target_application_id: (n) => (n % 4 === 3 ? one(apps, n) : null),
      role_ids: (n) => some(roles.slice(1), n)
    },
    ban: { reason: (n) => (n % 5 === 0 ? "" : "spam") },
    webhook: {
      name: (n) => (n % 9 === 0 ? "Clyde" : "Hook"),
      channel_id: (n) => one(channels, n),
      token: (n) => `hook-${n}`,
      user_id: (n) => (n % 4 === 0 ? one(accountsOf(world), n) : null)
    },
    scheduled_event: {
      name: () => "Regatta",
      entity_type: (n) => (n % 9 === 0 ? 2 : 3),
      location: () => "The quay",
      scheduled_start_time: (n) => (n % 9 === 0 ? "soon" : "2027-01-01T00:00:00Z"),
      scheduled_end_time: () => "2027-01-02T00:00:00Z",
      creator_id: (n) => (n % 4 === 0 ? one(accountsOf(world), n) : null),
      user_ids: (n) => some(users, n),
      status: (n) => 1 + (n % 4)
    },
    stage_instance: { topic: () => "Tides", channel_id: (n) => one(voices, n), privacy_level: (n) => 1 + (n % 3) },
    auto_moderation_rule: {
      name: () => "Rule",
      trigger_type: (n) => [1, 1, 3, 5, 6, 2][n % 6],
      trigger_metadata: (n) => (n % 2 === 0 ? {} : { keyword_filter: ["damn*"] }),
      actions: (n) => (n % 2 === 0 ? [{ type: 2, metadata: { channel_id: one(channels, n) } }] : [{ type: n % 5 }]),
      exempt_roles: (n) => some(roles, n),
      exempt_channels: (n) => some(channels, n),
      creator_id: (n) => (n % 4 === 0 ? one(accountsOf(world), n) : null)
    },
    guild_install: { scopes: (n) => (n % 2 ? ["applications.commands"] : ["bot"]), permissions: (n) => n },
    direct_channel: {
      type: (n) => (n % 2 ? 1 : 3),
      recipients: (n) => [one(users, n), one(accountsOf(world), third)]
    }
  }
  return Object.fromEntries(
    Object.entries(FIELDS[kind]).flatMap(([field, value], i) => {
      const n = fields[i] ?? 0
      return n % 3 === 0 && i > 0 ? [] : [[field, value(n)]]
    })
  )
}
