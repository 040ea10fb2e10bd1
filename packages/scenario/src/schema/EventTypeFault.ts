/**
 * Checks event types that a step waits for or expects: a step would wait until its end for a type that does not exist.
 */

import { EVENT_TYPES } from "@backlot/domain/event/EventType"
import { nearest } from "@backlot/domain/typing/Nearest"

/** Returns undefined for an existing type. */
export const eventTypeFault = (type: string): string | undefined => {
  if (TYPES.includes(type)) return undefined
  return `there are no events ${JSON.stringify(type)}${hint(type)}`
}

const TYPES: ReadonlyArray<string> = EVENT_TYPES

const nounOf = (type: string): string => type.split(".", 1)[0] ?? ""
const NOUNS = [...new Set(TYPES.map(nounOf))]

const hint = (type: string): string => {
  const [near] = nearest(type, TYPES)
  if (near !== undefined) return `; did you mean ${near}?`
  // The noun alone may be (almost) right: `gateway.session`, `lobby.closed`.
  const noun = nounMeant(type) ?? nounMeant(nounOf(type))
  if (noun === undefined) return "; docs/events.md has their types, such as message.created"
  return `; did you mean ${TYPES.filter((one) => nounOf(one) === noun).join(" or ")}?`
}

const nounMeant = (text: string): string | undefined => {
  const [near] = nearest(folded(text), NOUNS.map(folded))
  return NOUNS.find((noun) => folded(noun) === near)
}

const folded = (text: string): string => text.toLowerCase().replace(/[._\s-]/g, "")
