/** Reads the components of a world's message, which are stored as given. Our choice: docs/choices.md "World file". */
import { type ComponentObject, everyComponent, mapComponents } from "../component/ComponentObject.ts"

/** Whether every value is a component with an id. */
export const isGivenWell = (value: unknown): boolean => Array.isArray(value) && value.every(isWhole)

/** Returns the components among the given values. One without an id gets the next free one in reading order. */
export const givenComponents = (value: unknown): ReadonlyArray<ComponentObject> => {
  const found = listOf(value).flatMap(read)
  const taken = new Set(everyComponent(found).map(({ id }) => id))
  let last = 0
  const next = (): number => {
    do last++
    while (taken.has(last))
    return last
  }
  return mapComponents(found, (component) => (component.id > 0 ? component : { ...component, id: next() }))
}

type Given = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is Given =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const listOf = (value: unknown): ReadonlyArray<unknown> => (Array.isArray(value) ? value : [])

/** Fields that hold a single component. */
const ALONE = ["accessory", "component"] as const

const isWhole = (value: unknown): boolean =>
  isObject(value) &&
  isNumber(value["type"]) &&
  isNumber(value["id"]) &&
  value["id"] > 0 &&
  (value["components"] === undefined || isGivenWell(value["components"])) &&
  ALONE.every((slot) => value[slot] === undefined || isWhole(value[slot]))

/** An id of 0 means that one is to be assigned. */
const read = (value: unknown): ReadonlyArray<ComponentObject> => {
  if (!isObject(value)) return []
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
