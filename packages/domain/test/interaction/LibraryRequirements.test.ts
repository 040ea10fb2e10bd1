/** What each library crashes on when it is missing: wire-interactions.md §1.10, over every kind in every place. */
import { assert, describe, it } from "@effect/vitest"
import { sent } from "../fixture/SampleDelivery.ts"
import { EVERY_KIND } from "../fixture/SampleKinds.ts"

type Json = Readonly<Record<string, unknown>>

const PAYLOADS: ReadonlyArray<readonly [name: string, payload: Json]> = EVERY_KIND.map(([name, given]) => [
  name,
  sent(given)
])

type Check = (value: unknown) => boolean
const text: Check = (v) => typeof v === "string"
const textOrNull: Check = (v) => v === null || text(v)
const bits: Check = (v) => typeof v === "string" && /^\d+$/.test(v)
const id: Check = (v) => typeof v === "string" && /^\d{17,20}$/.test(v)
const int: Check = (v) => Number.isInteger(v)
const bool: Check = (v) => typeof v === "boolean"
const list: Check = (v) => Array.isArray(v)
const object = (v: unknown): v is Json => typeof v === "object" && v !== null && !Array.isArray(v)
const oneOf =
  (...values: ReadonlyArray<unknown>): Check =>
  (v) =>
    values.includes(v)
/** Six fractional digits and a numeric zero offset (§1.6). */
const timestamp: Check = (v) => typeof v === "string" && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}\+00:00$/.test(v)

/** Every value at a path; `*` stands for each element or entry. */
const at = (value: unknown, path: string): ReadonlyArray<unknown> =>
  path === "" ? [value] : path.split(".").reduce<ReadonlyArray<unknown>>((all, key) => all.flatMap(step(key)), [value])

const step = (key: string) => (value: unknown) => {
  if (Array.isArray(value)) return key === "*" ? value : []
  if (!object(value)) return []
  return key === "*" ? Object.values(value) : key in value ? [value[key]] : []
}

/** Whether each object at `of` has these fields. */
interface Needs {
  readonly of: string
  readonly has: Readonly<Record<string, Check>>
}

const needs = (of: string, has: Needs["has"]): Needs => ({ of, has })

/** Fields of the objects found by a path, and what must hold of a payload as a whole. */
interface Library {
  readonly reads: ReadonlyArray<Needs>
  readonly rules: Readonly<Record<string, (payload: Json) => boolean | undefined>>
}

const invoker = (payload: Json): boolean => {
  const [user] = [...at(payload, "user"), ...at(payload, "member.user")]
  return object(user) && id(user["id"])
}

const dataType = (payload: Json): unknown => at(payload, "data.type")[0]

/** JSON type of an option's value by the option's type. */
const VALUES: Readonly<Record<number, Check>> = {
  3: text,
  4: int,
  5: bool,
  6: id,
  7: id,
  8: id,
  9: id,
  10: Number.isFinite,
  11: id
}

const user = { id, username: text, discriminator: text, avatar: textOrNull }

const LIBRARIES: Readonly<Record<string, Library>> = {
  "discord.js": {
    reads: [
      needs("", {
        entitlements: list,
        authorizing_integration_owners: object,
        app_permissions: bits,
        "channel.id": id
      }),
      needs("message", { embeds: list, components: list, "author.id": id }),
      needs("message.interaction_metadata", { user: object, authorizing_integration_owners: object }),
      needs("data.resolved.roles.*", { permissions: bits, "colors.primary_color": int }),
      needs("data.resolved.messages.*", { embeds: list, components: list, attachments: list, author: object })
    ],
    rules: {
      "user or member.user": invoker,
      "data.type is known": (p) => (p["type"] === 2 || p["type"] === 4 ? oneOf(1, 2, 3, 4)(dataType(p)) : undefined),
      "context menus have data.resolved": (p) =>
        p["type"] === 2 && oneOf(2, 3)(dataType(p)) ? object(at(p, "data.resolved")[0]) : undefined,
      "what is chosen in a modal is resolved": (p) => {
        const selects = at(p, "data.components.*.component").filter((c) =>
          at(c, "type").some((t) => t === 5 || t === 19)
        )
        const isResolved = (select: unknown) => {
          const [map] = at(p, at(select, "type")[0] === 5 ? "data.resolved.users" : "data.resolved.attachments")
          return at(select, "values.*").every((value) => text(value) && Object.hasOwn(Object(map), String(value)))
        }
        return selects.length === 0 ? undefined : selects.every(isResolved)
      },
      "every resolved.members key is in resolved.users too": (p) => {
        const [members] = at(p, "data.resolved.members")
        const users = Object.keys(Object(at(p, "data.resolved.users")[0]))
        return object(members) ? Object.keys(members).every((key) => users.includes(key)) : undefined
      }
    }
  },
  "discord.py": {
    reads: [
      needs("", { id, type: int, token: text, version: int, application_id: id, attachment_size_limit: int }),
      needs("member", { user: object, roles: list, flags: int, joined_at: timestamp, permissions: bits }),
      needs("member.user", user),
      needs("user", user),
      needs("data.resolved.users.*", user),
      needs("data.resolved.members.*", { roles: list, flags: int, permissions: bits }),
      needs("data.resolved.channels.*", { id, type: int, name: text, permissions: bits }),
      needs("data.resolved.attachments.*", { id, size: int, filename: text, url: text, proxy_url: text }),
      needs("data.resolved.messages.*", { id, type: int, content: text, timestamp, edited_timestamp: textOrNull }),
      needs("data.resolved.roles.*", { name: text }),
      needs("message", { id, type: int, content: text, timestamp }),
      needs("channel.thread_metadata", { archived: bool, auto_archive_duration: int, archive_timestamp: timestamp })
    ],
    rules: {
      "a thread has parent_id, owner_id, member_count and message_count": (p) => {
        const [channel] = at(p, "channel")
        if (!object(channel) || channel["thread_metadata"] === undefined) return undefined
        const { parent_id, owner_id, member_count, message_count } = channel
        return id(parent_id) && bits(owner_id) && int(member_count) && int(message_count)
      },
      "a voice channel has bitrate and user_limit": (p) => {
        const [channel] = at(p, "channel")
        return object(channel) && channel["type"] === 2
          ? int(channel["bitrate"]) && int(channel["user_limit"])
          : undefined
      },
      "data.guild_id only of guild commands": (p) => !Object.hasOwn(Object(p["data"]), "guild_id")
    }
  },
  discordgo: {
    reads: [needs("", { type: int, data: object, app_permissions: text }), needs("member", { permissions: text })],
    rules: {
      "an option's value has the JSON type of the option": (p) => {
        const options = p["type"] === 2 ? at(p, "data.options.*") : []
        return options.length === 0
          ? undefined
          : options.every((o) => object(o) && VALUES[Number(o["type"])]?.(o["value"]) === true)
      }
    }
  },
  "slash-create": {
    reads: [needs("", { channel: object })],
    rules: {
      "no guild_id outside guilds, not even null": (p) => (p["context"] === 0 ? id(p["guild_id"]) : !("guild_id" in p)),
      "data.type and data.name lead to the command": (p) =>
        p["type"] === 2 || p["type"] === 4 ? int(dataType(p)) && text(at(p, "data.name")[0]) : undefined,
      "a row and a label of a modal hold a component with custom_id, and value or values": (p) => {
        if (p["type"] !== 5) return undefined
        const held = [...at(p, "data.components.*.components.*"), ...at(p, "data.components.*.component")]
        return held.length > 0 && held.every((c) => object(c) && text(c["custom_id"]) && "value" in c !== "values" in c)
      },
      "guild fields and user exclude each other": (p) => "member" in p !== "user" in p
    }
  },
  hikari: {
    reads: [
      needs("", {
        channel: object,
        context: oneOf(0, 1, 2),
        locale: text,
        app_permissions: bits,
        authorizing_integration_owners: object,
        attachment_size_limit: int,
        version: oneOf(1),
        entitlements: list
      }),
      needs("data.resolved.messages.*", { author: object, mention_roles: list, mention_everyone: bool, tts: bool })
    ],
    rules: { "guild_locale in guilds": (p) => (p["context"] === 0 ? text(p["guild_locale"]) : undefined) }
  },
  Oceanic: {
    reads: [needs("", { channel_id: id })],
    rules: {
      "user or member.user": invoker,
      "channel_id is the channel's": (p) => at(p, "channel.id")[0] === p["channel_id"]
    }
  },
  eris: {
    reads: [needs("member", { "user.id": id, roles: list })],
    rules: { "a member comes with the id of its guild": (p) => ("member" in p ? id(p["guild_id"]) : undefined) }
  }
}

describe.each(Object.entries(LIBRARIES))("%s finds what it cannot do without", (_, { reads, rules }) => {
  it.each(
    reads.flatMap(({ of, has }) =>
      Object.entries(has).map(([field, check]) => [`${of}.${field}`, of, field, check] as const)
    )
  )("%s", (_path, of, field, check) => {
    let found = 0
    for (const [name, payload] of PAYLOADS) {
      for (const holder of at(payload, of)) {
        found++
        const values = at(holder, field)
        assert.isTrue(values.length === 1 && values.every(check), `${name}: ${JSON.stringify(values)}`)
      }
    }
    assert.isAbove(found, 0)
  })

  it.each(Object.entries(rules))("%s", (_sentence, rule) => {
    let asked = 0
    for (const [name, payload] of PAYLOADS) {
      const held = rule(payload)
      if (held === undefined) continue
      asked++
      assert.isTrue(held, name)
    }
    assert.isAbove(asked, 0)
  })
})

it("every kind is asked in every place", () => {
  assert.strictEqual(PAYLOADS.length, 72)
  assert.deepStrictEqual([...new Set(PAYLOADS.map(([, { type }]) => type))].sort(), [2, 3, 4, 5])
})
