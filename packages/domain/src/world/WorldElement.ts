/** Finds one element of a world. Source: product.md "Control plane", "World file". */
import { Result } from "effect"
import type { Snowflake } from "../base/Snowflake.ts"
import { type FileElement, idsOf, type WorldTarget } from "../element/WorldTarget.ts"
import { UnknownApplication, UnknownGuild, UnknownUser } from "../error/ServiceError.ts"
import type { Listed, World } from "../record/World.ts"
import { type Element, sorted } from "./element/Element.ts"
import { editable } from "./element/Elements.ts"

/** The stored element; undefined when the world has none. */
export const recordOf = (world: World, target: WorldTarget): object | undefined => {
  const kind = editable(target)
  return world[kind.list].find(isAt(kind, target))
}

/** The world with a record in place of the stored element, or behind the others. */
export const withRecord = (world: World, target: WorldTarget, record: object): World => {
  const kind = editable(target)
  const records: ReadonlyArray<object> = world[kind.list]
  const index = records.findIndex(isAt(kind, target))
  return { ...world, [kind.list]: index < 0 ? [...records, record] : records.with(index, record) }
}

const isAt = ({ key, order = key }: ReturnType<typeof editable>, target: WorldTarget) => {
  const ids = idsOf(target)
  return (record: object) => order(record).every((id, i) => id === ids[i])
}

/** The element as the world file has it, secrets in clear; undefined when the world has none. */
export const elementOf = (world: World, target: WorldTarget): FileElement | undefined => {
  const record = recordOf(world, target)
  return (
    record && fileOf(editable(target), record, (list, of, id) => world[list].filter((one) => holderOf(one, of) === id))
  )
}

/** The id of what holds a record. `of`: its kind. */
export const holderOf = (record: object, of: string): unknown => Reflect.get(record, `${of}_id`)

/** A record as the world file has it. `heldBy`: the records of a list that an element of a kind holds. */
export const fileOf = (
  kind: Element,
  record: object,
  heldBy: (list: Listed, of: string, id: Snowflake) => ReadonlyArray<object>
): FileElement => {
  const own = kind.toFile?.(record) ?? { ...record }
  if (kind.holds === undefined) return own
  const [id = ""] = kind.key(record)
  const lists = Object.entries(kind.holds).map(([name, held]) => [
    name,
    sorted(held, heldBy(held.list, kind.kind, id)).map((one) => held.toFile?.(one) ?? one)
  ])
  return { ...own, ...Object.fromEntries(lists) }
}

/** Fails where the path names a guild, a user or an application beside the element that does not exist. */
export const requireAround = (
  { guilds, users, applications }: Pick<World, "guilds" | "users" | "applications">,
  target: WorldTarget
): Result.Result<void, UnknownGuild | UnknownUser | UnknownApplication> => {
  const beside = { ...target, [`${target.kind}_id`]: undefined }
  const { guild_id, user_id, application_id } = beside as Partial<Record<string, Snowflake>>
  if (guild_id !== undefined && !guilds.some((g) => g.id === guild_id)) return Result.fail(new UnknownGuild())
  const isUser = target.kind === "user_install" ? users.some((u) => u.id === user_id) : undefined
  if (user_id !== undefined && !(isUser ?? isAccount(users, applications, user_id))) {
    return Result.fail(new UnknownUser())
  }
  if (application_id !== undefined && !applications.some((a) => a.id === application_id)) {
    return Result.fail(new UnknownApplication())
  }
  return Result.void
}

const isAccount = (users: World["users"], applications: World["applications"], id: Snowflake): boolean =>
  users.some((u) => u.id === id) || applications.some((a) => a.bot.id === id)
