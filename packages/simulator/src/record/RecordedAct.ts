/** The input of every translation, and words that translations share. */
import type { RecordedEntry } from "@backlot/protocol/control/ControlRecording"
import { type Fields, fieldsOf } from "@backlot/scenario/Fields"
import type { Step } from "@backlot/scenario/Step"
import { escapeVariables, mapTexts } from "@backlot/scenario/variable/Interpolation"
import { contentMatcher } from "./RecordedExpectation.ts"
import type { RecordedIds } from "./RecordedIds.ts"
import type { RecordedNames } from "./RecordedNames.ts"

export interface TranslationContext {
  readonly names: RecordedNames
  readonly ids: RecordedIds
  /** The application of steps that name none. */
  readonly application: string | undefined
  /** By user: the interaction that opened the user's current modal. */
  readonly modals: Map<string, string>
}

/** A step without its user and place; undefined if there is nothing to play. */
export type Translation = (entry: RecordedEntry, context: TranslationContext) => Step | undefined

export const bodyOf = ({ body }: RecordedEntry): Fields => fieldsOf(body)

/** The id if the world has it, otherwise the capture of an earlier step. */
export const idText = (id: unknown, { ids }: TranslationContext): string => ids.reference(String(id)) ?? String(id)

/** Refers to a message by id if a step knows it, otherwise by its content. */
export const messageRef = (id: unknown, entry: RecordedEntry, { ids, names }: TranslationContext): string | object => {
  const reference = ids.reference(String(id))
  if (reference !== undefined) return reference
  const noted = entry.messages?.find((message) => message.id === id)
  if (noted === undefined || names.isGiven(noted.id)) return String(id)
  const { content, author_id } = noted
  // A message without text, such as a picture, is referred to by its author. Our choice: docs/choices.md "Recording".
  return content === "" ? { author: { id: author_id } } : { content: contentMatcher(content, names) }
}

/** Copies a value of any depth; captured ids become variables. */
export const translated = (value: unknown, { ids }: TranslationContext): unknown =>
  mapTexts(value, (text) => {
    const reference = /^\d{17,20}$/.test(text) ? ids.reference(text) : undefined
    return reference ?? escapeVariables(text)
  })

/** The application's name, unless it is the default one. */
export const applicationBeside = (id: string | undefined, { names, application }: TranslationContext) =>
  id === undefined || id === application ? {} : { application: names.application(id) }
