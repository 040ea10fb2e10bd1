/** The names behind the ids that cards mention: `<@1>`, `<@&2>`, `<#3>`. */

import { isObject, textOf } from "@backlot/scenario/Fields"
import type { Outcome } from "@backlot/scenario/Outcome"
import type { Attempt } from "../run/RunResult.ts"

/** By id. Only those that outcomes mention: a world may have many thousands of others. */
export type CardNames = Readonly<Record<string, string>>

/** Where names are looked for. A world is left out where nobody kept it. */
type Named = Partial<Pick<Attempt, "world_before" | "world_after" | "screens">> & {
  readonly steps: ReadonlyArray<{ readonly outcome?: Outcome | undefined }>
}

/** A name of the world after the attempt wins over one of the world before: a channel may have been renamed. */
export const cardNamesOf = ({ steps, world_before, world_after, screens }: Named): CardNames => {
  const outcomes = steps.flatMap(({ outcome }) => outcome ?? [])
  const wanted = new Set([...outcomes.flatMap(mentionedIn), ...idsIn(screens?.messages)])
  const found: Record<string, string> = {}
  const seen = new Set<unknown>()
  const look = (value: unknown): void => {
    if (typeof value !== "object" || value === null || seen.has(value)) return
    seen.add(value)
    const id = isObject(value) ? value["id"] : undefined
    if (typeof id === "string" && wanted.has(id)) {
      const name = nameOf(value)
      if (name !== undefined && !Object.hasOwn(found, id)) found[id] = name
    }
    for (const inner of Object.values(value)) look(inner)
  }
  if (wanted.size > 0) for (const value of [world_after, world_before, screens, outcomes]) look(value)
  return found
}

const nameOf = (value: unknown): string | undefined =>
  textOf(value, "global_name") ?? textOf(value, "username") ?? textOf(value, "name")

const MENTION = /<(?:@[!&]?|#)(\d+)>/g

const idsIn = (value: unknown): ReadonlyArray<string> =>
  [...(JSON.stringify(value) ?? "").matchAll(MENTION)].flatMap(([, id]) => id ?? [])

const mentionedIn = ({ application_id, message, messages, modal, body }: Outcome): ReadonlyArray<string> => [
  ...idsIn([message, messages, modal, body]),
  ...(application_id === undefined ? [] : [application_id])
]
