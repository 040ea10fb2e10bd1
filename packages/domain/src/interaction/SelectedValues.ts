/**
 * Judges the values that a user selects against their select. Source: wire-interactions.md §1.4 (type 3); the
 * platform's documentation of selects (`min_values`, `max_values`, `channel_types`). Codes and texts follow the style
 * of §8. Our choice: docs/choices.md "Components and modals".
 */
import { scalarText } from "../base/Scalar.ts"
import { isSnowflake } from "../base/Snowflake.ts"
import { ComponentType } from "../component/ComponentFields.ts"
import type { ComponentObject } from "../component/ComponentObject.ts"
import { type Fault, fault } from "../error/Fault.ts"
import * as FormError from "../error/FormError.ts"
import { at, gather, none } from "../validation/Rule.ts"
import { ENTITY_SELECTS, type Entities } from "./ResolvedData.ts"

/** The entities that a user can select in their channel. */
export type Nameable = Pick<Entities, "users" | "channels" | "roles">

export const isSelect = (type: number): boolean => type === ComponentType.STRING_SELECT || namesEntities(type)

/** True for selects of users, roles or channels. */
export const namesEntities = (type: number): boolean => ENTITY_SELECTS[type] !== undefined

/** True for selects whose values may be users. */
export const namesUsers = (type: number): boolean => ENTITY_SELECTS[type]?.includes("users") ?? false

/** True for selects whose values are channels. */
export const namesChannels = (type: number): boolean => ENTITY_SELECTS[type]?.includes("channels") ?? false

/** Every fault of the values; paths are `values` or `values[i]`. */
export const judgeSelected = (
  select: ComponentObject,
  values: ReadonlyArray<string>,
  nameable: Nameable
): ReadonlyArray<Fault> => {
  const [min, max] = [numberOr(select["min_values"], 1), numberOr(select["max_values"], 1)]
  const judgeOne = namesEntities(select.type) ? named(select, nameable) : offered(select)
  return [
    ...(values.length < min || values.length > max ? [fault(["values"], wrongCount(min, max))] : none),
    ...gather(values, (value, i) =>
      at(["values", i], values.indexOf(value) < i ? FormError.notUnique : judgeOne(value))
    )
  ]
}

type Judge = (value: string) => FormError.FormError | undefined

/** Allows the option values of a string select or group; any file for an upload. */
const offered = (select: ComponentObject): Judge => {
  if (!Array.isArray(select["options"])) return () => undefined
  const options: ReadonlyArray<unknown> = select["options"]
  const values = options.flatMap((option) =>
    typeof option === "object" && option !== null && "value" in option ? [scalarText(option.value)] : []
  )
  return (value) => (values.includes(value) ? undefined : FormError.choices(values))
}

const named = (select: ComponentObject, nameable: Nameable): Judge => {
  const kinds = ENTITY_SELECTS[select.type] ?? []
  const types: ReadonlyArray<unknown> = Array.isArray(select["channel_types"]) ? select["channel_types"] : []
  return (value) => {
    if (!isSnowflake(value)) return FormError.notSnowflake(value)
    if (!kinds.some((kind) => KNOWS[kind](nameable, value))) return unresolved(kinds)
    const channel = kinds.includes("channels") ? channelOf(nameable, value) : undefined
    return channel === undefined || types.length === 0 || types.includes(channel.type) ? undefined : wrongType(types)
  }
}

const KNOWS: { readonly [kind in keyof Nameable]: (nameable: Nameable, id: string) => boolean } = {
  users: ({ users }, id) => users.some(({ user }) => user.id === id),
  roles: ({ roles }, id) => roles.some((role) => role.id === id),
  channels: (nameable, id) => channelOf(nameable, id) !== undefined
}

const channelOf = ({ channels }: Nameable, id: string) => channels.find(({ channel }) => channel.id === id)?.channel

const numberOr = (value: unknown, otherwise: number): number => (typeof value === "number" ? value : otherwise)

const error = (suffix: string, message: string) => FormError.of(`COMPONENT_USE_${suffix}`, message)

const wrongCount = (min: number, max: number) =>
  error("VALUE_COUNT", min === max ? `Select exactly ${min}.` : `Select between ${min} and ${max}.`)
const unresolved = (kinds: ReadonlyArray<string>) =>
  error("UNRESOLVED", `No such ${kinds.map((kind) => kind.slice(0, -1)).join(" or ")} can be selected here`)
const wrongType = (types: ReadonlyArray<unknown>) =>
  error("CHANNEL_TYPE", `The channel must be of type (${types.join(", ")})`)
