/** Mentions in a message's text, filtered by `allowed_mentions`. Source: wire-interactions.md §4.3. */
import { Schema } from "effect"
import { isSnowflake, type Snowflake } from "../base/Snowflake.ts"
import type { Fault } from "../error/Fault.ts"
import * as FormError from "../error/FormError.ts"
import type { UserObject } from "../guild/GuildWire.ts"
import { limitError } from "../validation/Limit.ts"
import { at, gather } from "../validation/Rule.ts"
import * as Shape from "../validation/Shape.ts"
import { oneOf } from "../validation/ShapeLimits.ts"

const PARSES = ["everyone", "roles", "users"]
const IDS_MAX = 100

const Parse = oneOf(Shape.Text, PARSES)

export const AllowedMentionsShape = Schema.Struct({
  // The official document allows null among the elements; it has no effect.
  parse: Shape.field(Shape.list(Shape.nullable(Parse), PARSES.length)),
  users: Shape.field(Shape.list(Shape.nullable(Shape.Id), IDS_MAX)),
  roles: Shape.field(Shape.list(Shape.nullable(Shape.Id), IDS_MAX)),
  replied_user: Shape.field(Shape.Bool)
}).annotate({ identifier: "AllowedMentionsBody" })

export type AllowedMentions = typeof AllowedMentionsShape.Type

/** The users and roles that can be mentioned in the message's channel. */
export interface Mentionable {
  readonly users: ReadonlyArray<UserObject>
  readonly roles: ReadonlyArray<Snowflake>
  /** Whether the @everyone role may mention everyone in the channel. */
  readonly everyone: boolean
}

export const NOBODY: Mentionable = { users: [], roles: [], everyone: false }

/** Every fault of `allowed_mentions`, with paths from the message. */
export const judgeAllowedMentions = (allowed: AllowedMentions): ReadonlyArray<Fault> => [
  ...gather(allowed.parse ?? [], (parse, i) => at(["allowed_mentions", "parse", i], limitError(Parse, parse))),
  ...gather(["parse", "users", "roles"] as const, (field) => {
    const values = allowed[field] ?? []
    return at(["allowed_mentions", field], new Set(values).size < values.length ? FormError.notUnique : undefined)
  }),
  ...gather(["users", "roles"] as const, (kind) => {
    const ids = allowed[kind] ?? []
    if (ids.length > IDS_MAX) return at(["allowed_mentions", kind], FormError.maxLength(IDS_MAX))
    const both = ids.length > 0 && (allowed.parse ?? []).includes(kind)
    return at(["allowed_mentions"], both ? exclusive(kind) : undefined)
  })
]

/** The first hundred users that a text may mention, for `mentionsOf`. Our choice: docs/choices.md "Messages". */
export const namedUsers = (content: string, allowed: AllowedMentions | null): ReadonlyArray<Snowflake> =>
  idsIn(content, /<@!?(\d{1,20})>/g)
    .filter(permits(allowed, "users"))
    .slice(0, IDS_MAX)

/** The mentions of a message; without `allowed_mentions`, everything that its text mentions. */
export const mentionsOf = (content: string, allowed: AllowedMentions | null, around: Mentionable) => {
  const users = new Set(namedUsers(content, allowed))
  const roles = idsIn(content, /<@&(\d{1,20})>/g).filter(permits(allowed, "roles"))
  const everyone = allowed === null || (allowed.parse ?? []).includes("everyone")
  return {
    mention_everyone: everyone && around.everyone && /@(everyone|here)/.test(content),
    mentions: around.users.filter((user) => users.has(user.id)),
    mention_roles: roles.filter((id) => around.roles.includes(id))
  }
}

/** Text of the public platform. */
const exclusive = (kind: "users" | "roles") =>
  FormError.of(
    "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE",
    `parse:["${kind}"] and ${kind}: [ids...] are mutually exclusive.`
  )

const permits = (allowed: AllowedMentions | null, kind: "users" | "roles") => (id: Snowflake) =>
  allowed === null || (allowed.parse ?? []).includes(kind) || (allowed[kind] ?? []).includes(id)

const idsIn = (content: string, pattern: RegExp): ReadonlyArray<Snowflake> => [
  ...new Set([...content.matchAll(pattern)].map((match) => match[1]).filter(isSnowflake))
]
