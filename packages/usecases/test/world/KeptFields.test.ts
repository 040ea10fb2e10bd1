/** Exports and imports keep every field: each is given another value, which must be there again behind an export. */
import { exportWorld } from "@backlot/domain/world/WorldExport"
import { worldJsonSchema } from "@backlot/domain/world/WorldJsonSchema"
import { assert, it } from "@effect/vitest"
import { Effect, Result } from "effect"
import { fullHarbour } from "../fixture/FullHarbour.ts"
import * as Play from "../fixture/Harbour.ts"
import { STORES, services } from "../fixture/Stores.ts"

type Node = Readonly<Record<string, unknown>>

const schema = Object(worldJsonSchema()) as Node
const kinds = Object(schema["$defs"]) as Readonly<Record<string, Node>>

/** The objects that a node of the schema describes, behind names, choices and lists. */
const objectsIn = (kind: string, node: Node): ReadonlyArray<readonly [kind: string, node: Node]> => {
  const { $ref, anyOf, items } = node
  const named =
    String($ref ?? "")
      .split("/")
      .at(-1) ?? ""
  if (named !== "") return objectsIn(named, kinds[named] ?? {})
  if (Array.isArray(anyOf)) return anyOf.flatMap((one) => objectsIn(kind, one))
  return items === undefined ? [[kind, node]] : objectsIn(kind, Object(items))
}

type Place = readonly [field: string, holder: Record<string, unknown>, name: string, node: Node]

/** Every field of every object of a file, as `kind.field`. */
const placesIn = (kind: string, node: Node, value: unknown): ReadonlyArray<Place> => {
  if (typeof value !== "object" || value === null) return []
  if (Array.isArray(value)) return value.flatMap((one) => placesIn(kind, node, one))
  const holder = value as Record<string, unknown>
  return objectsIn(kind, node).flatMap(([of, { properties, additionalProperties }]) => {
    if (properties === undefined)
      return Object.values(holder).flatMap((one) => placesIn(of, Object(additionalProperties), one))
    return Object.entries(properties as Readonly<Record<string, Node>>).flatMap(
      ([name, field]): ReadonlyArray<Place> => [
        [`${of}.${name}`, holder, name, field],
        ...placesIn(of, field, holder[name])
      ]
    )
  })
}

const HASH = "0123456789abcdef0123456789abcdef"
const TEXTS = [
  ..."12",
  "text",
  "a@example.test",
  "🐶",
  HASH,
  "2026-01-02T03:04:05.000Z",
  "de",
  "https://example.test/a",
  Play.PIXEL,
  Play.ALICE,
  Play.GENERAL,
  Play.MODERATOR
]
const NUMBERS = [0, 1, 2, 3, 60, 3600, 9000, 0.5]

/** Values to try. */
const valuesFor = (field: Node): ReadonlyArray<unknown> => {
  const text = JSON.stringify(field)
  const of = (type: string, values: ReadonlyArray<unknown>) => (text.includes(`"${type}"`) ? values : [])
  const one = [
    ...of("boolean", [true, false]),
    ...of("integer", NUMBERS),
    ...of("number", NUMBERS),
    ...of("string", TEXTS)
  ]
  const values = one.length > 0 ? one : [...TEXTS, ...NUMBERS, {}]
  return text.includes('"array"') ? values.map((value) => [value]) : [...values, ...of("object", [{ key: "value" }])]
}

/**
 * The fields that `fullHarbour` gives no other value and that take none of those above. Only shorten this: a new field gets
 * a sample.
 */
const UNTRIED_IN: Readonly<Record<string, string>> = {
  role_connection_metadata: "type key name name_localizations description description_localizations",
  application_emoji: "animated",
  subscription: "country",
  team_member: "user_id role membership_state",
  team: "id name icon owner_user_id members",
  application: "event_webhooks_types event_webhooks_status flags icon cover_image role_connections_metadata team",
  role_connection: "application_id platform_name platform_username metadata",
  connection: "type id name verified visible revoked",
  user_install: "scopes",
  user: "closed_dms email avatar banner accent_color flags role_connections connections",
  role: "premium_subscriber",
  overwrite: "allow",
  channel:
    "rate_limit_per_user bitrate user_limit rtc_region video_quality_mode status default_auto_archive_duration auto_archive_duration active_at",
  member: "premium_since pending",
  invite: "target_type target_user_id target_application_id",
  recurrence_rule: "end by_year_day count",
  trigger_metadata: "presets mention_total_limit mention_raid_protection_enabled",
  auto_moderation_action_metadata: "duration_seconds",
  guild_install: "scopes",
  guild: "vanity_url_code vanity_url_uses",
  token: "kind token_hash expires_in family",
  rate_limit_bucket: "method path limit window_seconds",
  rate_limit: "buckets",
  command: "type options handler default_permission",
  lobby: "override_event_webhooks_url linked_channel_id secret_hash",
  link_embed: "description color timestamp thumbnail image"
}

const UNTRIED = Object.entries(UNTRIED_IN).flatMap(([kind, names]) => names.split(" ").map((name) => `${kind}.${name}`))

it.effect("every field of a world file is kept", () =>
  Effect.gen(function* () {
    const file = exportWorld(yield* Play.decode(fullHarbour()))
    const text = JSON.stringify(file)
    const again = Effect.fnUntraced(function* (input: unknown) {
      const world = yield* Effect.result(Play.decode(input))
      return Result.isFailure(world) ? undefined : JSON.stringify(exportWorld(world.success))
    })
    assert.strictEqual(yield* again(file), text)
    const kept = new Set<string>()
    const places = placesIn("world", schema, file)
    for (const [field, holder, name, node] of places) {
      const isUsual = JSON.stringify(holder[name]) === JSON.stringify(node["default"])
      if (holder[name] !== undefined && !isUsual) kept.add(field)
    }
    const tried = new Map<string, number>()
    for (const [field, holder, name, node] of places) {
      const times = tried.get(field) ?? 0
      if (kept.has(field) || times === 2) continue
      tried.set(field, times + 1)
      const before = holder[name]
      for (const value of valuesFor(node)) {
        holder[name] = value
        const wanted = JSON.stringify(file)
        if (wanted !== text && (yield* again(file)) === wanted) kept.add(field)
        if (kept.has(field)) break
      }
      if (before === undefined) delete holder[name]
      else holder[name] = before
    }
    const all = Object.entries(kinds).flatMap(([kind, { properties }]) =>
      Object.keys(Object(properties)).map((name) => `${kind}.${name}`)
    )
    const left = all.filter((field) => !kept.has(field))
    assert.deepStrictEqual(left, UNTRIED)
  }).pipe(Effect.provide(services(STORES.memory), { local: true }))
)
