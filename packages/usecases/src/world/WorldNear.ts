/** Finds the records that an edit and its body name. Inside a transaction. */
import { isSnowflake, type Snowflake } from "@backlot/domain/base/Snowflake"
import { elementsOf, isElement } from "@backlot/domain/element/WorldTarget"
import type { Application, User } from "@backlot/domain/record/World"
import * as Body from "@backlot/ports/Body"
import type { Collection, KeyPart } from "../store/Collection.ts"
import * as Collections from "../store/Collections.ts"

export const found = <A extends object>(collection: Collection<A>, ...key: ReadonlyArray<KeyPart>) =>
  Body.map(collection.get(...key), (value): ReadonlyArray<A> => (value === undefined ? [] : [value]))

export const usersOf = (ids: Iterable<Snowflake>) => Collections.users.existing([...new Set(ids)].map((user) => [user]))

export const field = (value: unknown, name: string): unknown => (isElement(value) ? value[name] : undefined)

/** The users and bots with some ids. `known`: applications that are loaded already. */
export const accountsOf = function* (ids: Iterable<Snowflake>, known: ReadonlyArray<Application> = []) {
  const users: ReadonlyArray<User> = yield* usersOf(ids)
  const others = new Set(ids)
  for (const user of users) others.delete(user.id)
  for (const { bot } of known) others.delete(bot.id)
  const applications = [...known]
  for (const bot of others) applications.push(...(yield* Collections.applications.by("bot", bot)))
  return { users, applications }
}

/** Every value that may be an id; too many do no harm. Exact integers count (Shape.Id). */
export const idsIn = (value: unknown): ReadonlyArray<Snowflake> => {
  if (typeof value === "number") return Number.isSafeInteger(value) && value >= 0 ? [String(value)] : []
  if (isSnowflake(value)) return [value]
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(idsIn) : []
}

/** The ids of the elements of a list of a body. */
export const listed = (body: unknown, list: string): ReadonlyArray<Snowflake> =>
  elementsOf(body, list).flatMap((element) => idsIn(element["id"]))
