/** Loads what an edit of entitlements needs. Inside a transaction. */
import type { Snowflake } from "@backlot/domain/base/Snowflake"
import { elementsOf, type Target } from "@backlot/domain/element/WorldTarget"
import * as Body from "@backlot/ports/Body"
import * as Collections from "../store/Collections.ts"
import { type Asked, field, found, idsIn, usersOf } from "./PartReads.ts"

const withIds = (ids: ReadonlyArray<Snowflake>) =>
  Body.map(
    Body.forEach([...new Set(ids)], (id) => Collections.entitlements.by("id", id)),
    (all) => all.flat()
  )

const guildsOf = (ids: ReadonlyArray<Snowflake>) =>
  Collections.guilds.existing([...new Set(ids)].map((guild) => [guild]))

/** A new one has an id that no other has, of an application that has not too many. */
export const ofEntitlement = function* (
  { application_id, entitlement_id }: Target<"entitlement">,
  body: unknown,
  method: Asked["method"]
) {
  const own = yield* found(Collections.entitlements, application_id, entitlement_id)
  const isNew = own.length === 0 && method === "put"
  const others = isNew
    ? [...(yield* Collections.entitlements.list([application_id])), ...(yield* withIds([entitlement_id]))]
    : own
  const named = [...own.flatMap(({ guild_id }) => guild_id ?? []), ...idsIn(field(body, "guild_id"))]
  return {
    applications: yield* found(Collections.applications, application_id),
    entitlements: [...new Map(others.map((one) => [one.id, one])).values()],
    users: yield* usersOf([...own.map(({ user_id }) => user_id), ...idsIn(field(body, "user_id"))]),
    guilds: yield* guildsOf(named)
  }
}

/** The entitlements of an application, those elsewhere that have an id which a body gives, and the guilds of all. */
export const entitlementsOf = function* (applicationId: Snowflake, body: unknown) {
  const own = yield* Collections.entitlements.list([applicationId])
  const given = elementsOf(body, "entitlements")
  const ids = new Set(own.map(({ id }) => id))
  const taken = yield* withIds(given.flatMap(({ id }) => idsIn(id)).filter((id) => !ids.has(id)))
  const guilds = yield* guildsOf([
    ...own.flatMap(({ guild_id }) => guild_id ?? []),
    ...given.flatMap(({ guild_id }) => idsIn(guild_id))
  ])
  return { entitlements: [...own, ...taken], guilds }
}
