/** The expectation of a recorded act: what its user saw. */
import type { RecordedEntry } from "@backlot/protocol/control/ControlRecording"
import { defined, fieldsOf } from "@backlot/scenario/Fields"
import type { Step } from "@backlot/scenario/Step"
import { escapeVariables } from "@backlot/scenario/variable/Interpolation"
import type { RecordedNames } from "./RecordedNames.ts"

type Expected = NonNullable<Step["expect"]>

/** For a use, a press or a submit. Nothing is expected of an answer that was still pending. */
export const expectationOf = ({ status, answer }: RecordedEntry, names: RecordedNames): Expected | undefined => {
  if (status >= 400) return refusalOf(status, answer)
  const { state, response, message, choices, modal } = fieldsOf(answer)
  if (state === "pending") return undefined
  // The app may complete it at any moment.
  if (state === "deferred") return { state: { $any: ["deferred", "responded"] } }
  const { custom_id, title } = fieldsOf(modal)
  return defined({
    state: typeof state === "string" ? state : undefined,
    choices: Array.isArray(choices) ? choices.map(choiceOf) : undefined,
    modal: modal === undefined ? undefined : escapeVariables({ custom_id, title }),
    message: message === undefined ? undefined : messageOf(message, response, names)
  })
}

/** For an act that shows only whether it was refused. */
export const refusalOf = (status: number, answer: unknown): Expected | undefined => {
  if (status < 400) return undefined
  const { reason, code } = fieldsOf(answer)
  return typeof reason === "string" ? { refused: reason } : { status, ...(typeof code === "number" ? { code } : {}) }
}

const choiceOf = (choice: unknown) => {
  const { name, value } = fieldsOf(choice)
  return { name: textMatcher(String(name)), value: typeof value === "string" ? textMatcher(value) : value }
}

const messageOf = (message: unknown, response: unknown, names: RecordedNames) => {
  const { content, embeds, flags } = fieldsOf(message)
  const isEphemeral = typeof flags === "number" ? (flags & EPHEMERAL) !== 0 : fieldsOf(response)["ephemeral"] === true
  const shown = Array.isArray(embeds) ? embeds.map((embed) => embedOf(embed, names)) : []
  return {
    content: contentMatcher(String(content ?? ""), names),
    ephemeral: isEphemeral,
    ...(shown.length === 0 ? {} : { embeds: shown })
  }
}

const EPHEMERAL = 1 << 6

const embedOf = (embed: unknown, names: RecordedNames) =>
  Object.fromEntries(
    ["title", "description"].flatMap((name) => {
      const text = fieldsOf(embed)[name]
      return typeof text === "string" ? [[name, contentMatcher(text, names)]] : []
    })
  )

/** The text as a matcher; ids that another run does not have may be any. */
export const contentMatcher = (content: string, names: RecordedNames): unknown => {
  const parts = content.split(/(\d{17,20})/)
  const isOther = (part: string) => /^\d{17,20}$/.test(part) && !names.isGiven(part)
  if (!parts.some(isOther)) return textMatcher(content)
  return escapeVariables(`/^${parts.map((part) => (isOther(part) ? "\\d+" : escapePattern(part))).join("")}$/`)
}

/** A text as a matcher of itself: between slashes it would be a pattern. */
const textMatcher = (text: string): unknown =>
  /^\/.*\/[a-z]*$/s.test(text) ? { $exactly: escapeVariables(text) } : escapeVariables(text)

const escapePattern = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&").replace(/\n/g, "\\n")
