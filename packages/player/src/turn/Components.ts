/** Components of messages and modals, found by custom_id or by the text on them. */
import { ComponentType as T } from "@backlot/domain/component/ComponentFields"
import { field, isObject, listOf } from "@backlot/scenario/Fields"
import { Result } from "effect"
import { hint } from "../name/Finder.ts"

/** Fields of the components that a user acts on. */
export interface Component extends Readonly<Record<string, unknown>> {
  readonly type: number
  readonly custom_id?: string
  readonly label?: string | null
  readonly placeholder?: string | null
  readonly url?: string
  readonly emoji?: { readonly name?: string | null } | null
  readonly options?: ReadonlyArray<{ readonly label: string; readonly value: string }>
}

/** A component with the texts that people call it by. */
export interface Called {
  readonly component: Component
  readonly names: ReadonlyArray<string>
}

export const SELECTS: ReadonlyArray<number> = [
  ...[T.STRING_SELECT, T.USER_SELECT, T.ROLE_SELECT],
  ...[T.MENTIONABLE_SELECT, T.CHANNEL_SELECT]
]

/** All components, also those inside rows and labels. The text of a label also names the component in it. */
export const componentsOf = (holder: unknown, names: ReadonlyArray<string> = []): ReadonlyArray<Called> => {
  // A message, a modal, or a component that holds others; some slots are empty.
  const inside = [...listOf(holder, "components"), field(holder, "accessory"), field(holder, "component")]
  return inside.flatMap((one) => {
    if (!isComponent(one)) return []
    // Absent fields may be null.
    const own = [one.custom_id, one.label, one.placeholder, one.emoji?.name].filter((name) => typeof name === "string")
    return [{ component: one, names: [...names, ...own] }, ...componentsOf(one, one.type === T.LABEL ? own : [])]
  })
}

const isComponent = (value: unknown): value is Component => isObject(value) && typeof value["type"] === "number"

/** The component of this name: by custom_id first. */
export const called = (name: string, all: ReadonlyArray<Called>): Called | undefined =>
  all.find(({ component }) => component.custom_id === name) ?? all.find(({ names }) => names.includes(name))

/** The values to send: a label becomes its value, a name the id that `entity` finds. */
export const valuesOf = (
  { type, options }: Component,
  chosen: ReadonlyArray<string>,
  entity: (name: string, type: number) => Result.Result<string, string>
): Result.Result<ReadonlyArray<string>, string> => {
  const one = (text: string): Result.Result<string, string> => {
    if (options === undefined) return SELECTS.includes(type) ? entity(text, type) : Result.succeed(text)
    const option = options.find(({ value }) => value === text) ?? options.find(({ label }) => label === text)
    if (option !== undefined) return Result.succeed(option.value)
    const labels = options.map(({ label }) => label)
    return Result.fail(`there is no option ${JSON.stringify(text)}${hint(text, labels)}`)
  }
  return Result.all(chosen.map(one))
}
