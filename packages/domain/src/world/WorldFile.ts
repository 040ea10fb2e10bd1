/**
 * The world file, composed of its elements: its shape, the places of all its elements, its rules, and the World that is
 * built from it. Every field of a shape is optional; the rules say what is required. Lists of plain values are `Any`, so
 * that one wrong element does not hide its neighbours. `WorldCommands` has the rules of commands.
 * Source: product.md "World file"; service.md "Limits".
 */
import * as Record from "../record/RecordDefaults.ts"
import type { Lists, World } from "../record/World.ts"
import { Bool, dict, Text } from "../validation/Shape.ts"
import { listsOf, uniqueOf, withHeld } from "./element/Composed.ts"
import { type Building, type Element, type Mint, type Rooted, sorted } from "./element/Element.ts"
import { LIST_NAMES, ROOTS, STORED } from "./element/Elements.ts"
import { fieldsOf } from "./rule/Fields.ts"
import { place } from "./rule/Placed.ts"
import * as Value from "./rule/Value.ts"

const own = fieldsOf(
  "world",
  {
    now: [Text, Value.time, Value.clockTime],
    automatic_launch: [Bool],
    ...listsOf(ROOTS),
    rate_limits: [dict(ROOTS.rate_limits.shape), ...ROOTS.rate_limits.keyed.rules],
    pictures: [dict(ROOTS.pictures.shape), ...ROOTS.pictures.keyed.rules]
  },
  ROOTS
)

export const WorldShape = own.shape

export type Draft = typeof WorldShape.Type

export type Places = ReturnType<typeof own.places>

/** Every element of a world with its place, by kind. */
export const placesOf = (world: Draft): Places => own.places([place([], world)])

const KINDS: ReadonlyArray<Element> = Object.values(ROOTS)

/** The rules of every field, by kind. */
export const RULES = own.rules

/** The defaults of fields, by kind. */
export const DEFAULTS: Readonly<Record<string, object>> = Object.assign(
  { world: Record.DEFAULTS.world },
  ...KINDS.flatMap(withHeld).map(({ defaults }) => defaults)
)

/** What may occur only once, in the order in which the faults are listed. */
export const UNIQUE = uniqueOf(KINDS.flatMap(withHeld))

/**
 * Fills in every default of a world that has no fault. `commands` are built where they are judged. `now` counts where the
 * world has none.
 */
export const build = (draft: Draft, commands: World["commands"], mint: Mint, now: number): World => {
  const applications = (draft.applications ?? []).map((a) => ROOTS.applications.build(a, { mint }))
  const bots = new Map(applications.map((a) => [a.id, a.bot.id]))
  const at = Value.timeOr(draft.now)
  const building: Building = { mint, now: at ?? now, botOf: (id) => bots.get(id) }
  const { commands: _, ...roots } = ROOTS
  const lists = Object.entries(roots).map(([name, kind]) => listsIn(draft[name as keyof typeof roots], kind, building))
  return {
    now: at,
    automatic_launch: draft.automatic_launch ?? Record.DEFAULTS.world.automatic_launch,
    ...inOrder(Object.assign({ commands }, ...lists))
  }
}

/** The records of a list of a file, and of the lists that its elements hold. */
const listsIn = (given: object | null | undefined, kind: Element & Rooted<object, object>, building: Building) => {
  const drafts: ReadonlyArray<readonly [string, object]> = Object.entries(given ?? {})
  const built = drafts.map(([, draft]) => kind.buildHeld?.(draft, building))
  const held = Object.values(kind.holds ?? {}).map(({ list }) => [
    list,
    built.flatMap((lists): ReadonlyArray<object> => lists?.[list] ?? [])
  ])
  return { [kind.list]: drafts.map(([key, draft]) => kind.build(draft, building, key)), ...Object.fromEntries(held) }
}

const inOrder = (lists: Lists): Lists =>
  // Object.fromEntries widens its keys to string; each list keeps its own records.
  Object.fromEntries(LIST_NAMES.map((list) => [list, sorted<object>(STORED[list], lists[list])])) as unknown as Lists
