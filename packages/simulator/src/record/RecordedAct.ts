/** What the translation of each act is given, and the words they share. */
import type { RecordedEntry } from "@backlot/protocol/control/ControlRecording"
import type { Step } from "@backlot/scenario/Step"
import { escapeVariables } from "@backlot/scenario/variable/Interpolation"
import { contentMatcher } from "./RecordedExpectation.ts"
import type { RecordedIds } from "./RecordedIds.ts"
import type { RecordedNames } from "./RecordedNames.ts"
import { fieldsOf } from "./RecordedWorld.ts"

export interface Telling {
  readonly names: RecordedNames
  readonly ids: RecordedIds
  /** The application that a scenario's steps mean where they name none. */
  readonly application: string | undefined
  /** By user: the interaction that opened the modal which is open for them. */
  readonly modals: Map<string, string>
}

/** A step without who and where; undefined where there is nothing to play. */
export type Translation = (entry: RecordedEntry, telling: Telling) => Step | undefined

export const bodyOf = ({ body }: RecordedEntry): Readonly<Record<string, unknown>> => fieldsOf(body)

/** The id itself where the world has it, or what a step before captured. */
export const idText = (id: unknown, { ids }: Telling): string => ids.reference(String(id)) ?? String(id)

/** Which message: by its id where a step knows it, else as it looked. */
export const messageRef = (id: unknown, entry: RecordedEntry, { ids, names }: Telling): string | object => {
  const reference = ids.reference(String(id))
  if (reference !== undefined) return reference
  const noted = entry.messages?.find((message) => message.id === id)
  if (noted === undefined || names.isGiven(noted.id)) return String(id)
  const { content, author_id } = noted
  // Ours: what has no text, such as a picture, is known by its author.
  return content === "" ? { author: { id: author_id } } : { content: contentMatcher(content, names) }
}

/** A value of any depth as a step has it: ids that steps captured in their place, everything else as it is. */
export const retold = (value: unknown, telling: Telling): unknown => {
  if (Array.isArray(value)) return value.map((item) => retold(item, telling))
  if (typeof value === "object" && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, held]) => [key, retold(held, telling)]))
  }
  if (typeof value !== "string") return value
  const reference = /^\d{17,20}$/.test(value) ? telling.ids.reference(value) : undefined
  return reference ?? escapeVariables(value)
}

/** The application's name where it is not the one that is meant anyway. */
export const applicationBeside = (id: string | undefined, { names, application }: Telling) =>
  id === undefined || id === application ? {} : { application: names.application(id) }
