/** What loads the parts of a world that an edit needs. Inside a transaction. */
import { isSnowflake, type Snowflake } from "@backlot/domain/base/Snowflake"
import { elementsOf, isElement, type WorldTarget } from "@backlot/domain/element/WorldTarget"
import { isInviteCode } from "@backlot/domain/guild/Invite"
import type { Application, Listed, User, World } from "@backlot/domain/record/World"
import { type Element, nameIn } from "@backlot/domain/world/element/Element"
import { LIST_NAMES, STORED } from "@backlot/domain/world/element/Elements"
import { NAMED } from "@backlot/domain/world/rule/References"
import * as Body from "@backlot/ports/Body"
import type { Collection, KeyPart } from "../store/Collection.ts"
import * as Collections from "../store/Collections.ts"
import { LISTS, type ListStore } from "./WorldLists.ts"

/** An edit; without `method` the element is only read. */
export interface Asked {
  readonly method?: "put" | "patch"
  readonly target: WorldTarget
  readonly body?: unknown
}

/** Some lists of a world. */
export type Part = { readonly [L in Listed]?: ReadonlyArray<object> }

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

/** What the elements of a list of a body are called: by ids, or by the codes of invites. */
export const listed = (body: unknown, list: string, name: string): ReadonlyArray<string> =>
  elementsOf(body, list).flatMap((element) => (name === "code" ? codesIn(element[name]) : idsIn(element[name])))

const codesIn = (value: unknown) => (isInviteCode(value) ? [value] : [])

/** Parts of a world as one: of records with one key the first counts. */
export const joined = (...parts: ReadonlyArray<Part>): Part => {
  const lists = new Map<string, Map<string, object>>()
  for (const [list, records] of parts.flatMap((part) => Object.entries<ReadonlyArray<object>>(part))) {
    const { key }: Element = STORED[list as Listed]
    const known = lists.get(list) ?? new Map<string, object>()
    lists.set(list, known)
    for (const record of records) {
      const name = key(record).join(" ")
      if (!known.has(name)) known.set(name, record)
    }
  }
  return Object.fromEntries([...lists].map(([list, records]) => [list, [...records.values()]]))
}

/** Nobody asks for the other lists that are stored otherwise than their elements say. */
export const collectionOf = (list: Listed): Collection<object> =>
  Reflect.get(list === "channels" || list === "direct_channels" ? CHANNELS : Collections.STORED, list)

const CHANNELS = { channels: Collections.channels, direct_channels: Collections.channels }

/**
 * The records of a list with these names. Their keys are made of a name and the ids of a target: where that is in no guild,
 * nothing of a guild is there.
 */
export const withNames = function* (list: Listed, names: Iterable<string>, target: object = {}) {
  const element: Element = STORED[list]
  const keys = [...new Set(names)].map((name) => keyOf(element, name, target))
  const records = yield* collectionOf(list).existing(keys.filter((key) => key.every(isKeyPart)))
  if (list !== "channels" && list !== "direct_channels") return records
  return records.filter((record) => "guild_id" in record === (list === "channels"))
}

const isKeyPart = (part: unknown) => isInviteCode(part) || isSnowflake(part)

const keyOf = (element: Element, name: string, target: object): ReadonlyArray<string> =>
  element.key({ ...target, [nameIn(element)]: name })

/** The records, wherever they are, that have these ids already. Kinds that share a collection share their ids. */
export const taken = function* (list: Listed, ids: ReadonlyArray<string>) {
  const { ids: unique, indexes, collections } = STORED[list]
  const part: { [L in Listed]?: ReadonlyArray<object> } = {}
  if (ids.length === 0 || (unique === undefined && indexes?.["id"] === undefined)) return part
  const shares = (other: Listed) => STORED[other].collections.at(-1) === collections.at(-1)
  for (const other of LIST_NAMES.filter(shares)) part[other] = yield* holding(other, ids)
  return part
}

const holding = function* (list: Listed, ids: ReadonlyArray<string>) {
  const element: Element = STORED[list]
  const { by, list: all } = collectionOf(list)
  if (element.indexes?.["id"] !== undefined) return (yield* Body.forEach(ids, (id) => by("id", id))).flat()
  if (keyOf(element, "", {}).length === 1) return yield* withNames(list, ids)
  return (yield* all([])).filter((record) => ids.includes(String(Reflect.get(record, "id"))))
}

/** The records of a list with their files. */
export const whole = (list: Listed, records: ReadonlyArray<object>) => {
  const { whole: withFiles }: ListStore<object> = LISTS[list]
  return withFiles?.(records) ?? Body.succeed(records)
}

/** What the fields of records and bodies name, in the guild of a target. */
export const named = function* (sources: ReadonlyArray<unknown>, target: object) {
  const names = Map.groupBy(sources.flatMap(namesIn), ([of]) => of)
  const part: { [L in Listed]?: ReadonlyArray<object> } = {}
  for (const [of, all] of names) {
    if (of !== "account")
      part[of] = yield* withNames(
        of,
        all.map(([, id]) => id),
        target
      )
  }
  const accounts = (names.get("account") ?? []).map(([, id]) => id)
  // Bots have roles of their own.
  const managed =
    names.has("roles") && "guild_id" in target ? yield* Collections.guildInstalls.list([String(target.guild_id)]) : []
  return {
    ...part,
    ...(yield* accountsOf(new Set(accounts), part.applications as World["applications"])),
    guild_installs: managed
  } satisfies Part
}

/** What the fields of records and bodies name of one list, or all accounts that they name. */
export const namesOf = (of: Listed | "account", sources: unknown): ReadonlyArray<Snowflake> =>
  namesIn(sources).flatMap(([one, id]) => (one === of ? [id] : []))

const namesIn = (value: unknown): ReadonlyArray<readonly [of: Listed | "account", id: Snowflake]> => {
  if (typeof value !== "object" || value === null) return []
  return Object.entries(value).flatMap(([name, held]) => {
    const of = FIELDS[name]
    return of === undefined ? namesIn(held) : idsIn(held).map((id) => [of, id] as const)
  })
}

/** Names of fields come from outside and may be `constructor`. */
const FIELDS: Readonly<Record<string, Listed | "account">> = Object.assign(Object.create(null), NAMED)
