/** Components in responses. Source: wire-interactions.md §1.4; official OpenAPI document, `*ComponentResponse`. */
import { scalarText } from "../base/Scalar.ts"
import { ComponentType } from "./ComponentFields.ts"

export interface ComponentObject {
  readonly type: number
  readonly id: number
  readonly components?: ReadonlyArray<ComponentObject>
  readonly accessory?: ComponentObject
  readonly component?: ComponentObject
  readonly [field: string]: unknown
}

/** Draws the ids 1, 2, … that are not taken. */
export const freeIds = (taken: ReadonlySet<unknown>) => {
  let last = 0
  return (): number => {
    do last++
    while (taken.has(last))
    return last
  }
}

/** Maps every component of a tree, parents before children. */
export const mapComponents = (
  components: ReadonlyArray<ComponentObject>,
  change: (component: ComponentObject) => ComponentObject
): ReadonlyArray<ComponentObject> => components.map((component) => mapOne(component, change))

/** Every component of a tree, in reading order. */
export const everyComponent = (components: ReadonlyArray<ComponentObject>): ReadonlyArray<ComponentObject> =>
  components.flatMap((component) => [component, ...everyComponent(childrenOf(component))])

/** All text of a message, in content and components, to search for mentions. */
export const wordsOf = (content: string, components: ReadonlyArray<ComponentObject>): string =>
  [
    content,
    ...everyComponent(components)
      .filter(({ type }) => type === ComponentType.TEXT_DISPLAY)
      .map((display) => scalarText(display["content"]))
  ].join("\n")

const childrenOf = ({ components = [], accessory, component }: ComponentObject): ReadonlyArray<ComponentObject> => [
  ...components,
  ...(accessory ? [accessory] : []),
  ...(component ? [component] : [])
]

const mapOne = (before: ComponentObject, change: (component: ComponentObject) => ComponentObject): ComponentObject => {
  const after = change(before)
  const { components, accessory, component } = after
  // Spread last to keep the order of the fields.
  return {
    ...after,
    ...(components === undefined ? {} : { components: mapComponents(components, change) }),
    ...(accessory === undefined ? {} : { accessory: mapOne(accessory, change) }),
    ...(component === undefined ? {} : { component: mapOne(component, change) })
  }
}
