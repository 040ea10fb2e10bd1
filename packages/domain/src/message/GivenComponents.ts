/** Reads the components of a world's message, which are stored as given. Our choice: docs/choices.md "World file". */
import { Predicate } from "effect"
import { type ComponentObject, everyComponent, freeIds, mapComponents } from "../component/ComponentObject.ts"

/** Whether every value is a component with an id. */
export const isGivenWell = (value: unknown): boolean => Array.isArray(value) && value.every(isWhole)

/** Returns the components among the given values. One without an id gets the next free one in reading order. */
export const givenComponents = (value: unknown): ReadonlyArray<ComponentObject> => {
  const found = listOf(value).flatMap(read)
  const next = freeIds(new Set(everyComponent(found).map(({ id }) => id)))
  return mapComponents(found, (component) => (component.id > 0 ? component : { ...component, id: next() }))
}

const listOf = (value: unknown): ReadonlyArray<unknown> => (Array.isArray(value) ? value : [])

/** Fields that hold a single component. */
const ALONE = ["accessory", "component"] as const

const isWhole = (value: unknown): boolean =>
  Predicate.isReadonlyObject(value) &&
  isNumber(value["type"]) &&
  isNumber(value["id"]) &&
  value["id"] > 0 &&
  (value["components"] === undefined || isGivenWell(value["components"])) &&
  ALONE.every((slot) => value[slot] === undefined || isWhole(value[slot]))

/** An id of 0 means that one is to be assigned. */
const read = (value: unknown): ReadonlyArray<ComponentObject> => {
  if (!Predicate.isReadonlyObject(value)) return []
  const { type, id, components, accessory, component, ...rest } = value
  if (!isNumber(type)) return []
  const [beside] = read(accessory)
  const [inside] = read(component)
  return [
    {
      ...rest,
      type,
      id: isNumber(id) ? id : 0,
      ...(components === undefined ? {} : { components: listOf(components).flatMap(read) }),
      ...(beside === undefined ? {} : { accessory: beside }),
      ...(inside === undefined ? {} : { component: inside })
    }
  ]
}

const isNumber = (value: unknown): value is number => Number.isInteger(value)
