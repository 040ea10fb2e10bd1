/** What a kept text weighs, and whose it is. Our choice: docs/choices.md "Storage and time". */

/** In bytes. */
export interface Weight {
  readonly bytes: number
  /** An application or a user; empty for nobody. */
  readonly owner: string
}

/** What a character takes in memory, outside Latin-1. */
const CHARACTER = 2

export const bytesOf = (characters: number): number => characters * CHARACTER

/** The first application or author in a JSON text. Within a string, its quotes would be escaped. */
const OWNER = /"application_id":"(\d+)"|"author":\{"id":"(\d+)"/

export const weigh = (text: string): Weight => {
  const found = OWNER.exec(text)
  return { bytes: bytesOf(text.length), owner: found?.[1] ?? found?.[2] ?? "" }
}

/** A weight as an index entry has it. Entries of earlier layouts are empty, and weigh nothing. */
export const written = ({ bytes, owner }: Weight): string => `${bytes} ${owner}`

export const read = (entry: string): Weight => {
  const [bytes = "", owner = ""] = entry.split(" ")
  return { bytes: Number(bytes), owner }
}

/** Rows of the event log, and what the large ones weigh. Both survive a new world, as all rows below `meta/` do. */
export const EVENTS = "event/"
export const EVENT_WEIGHTS = "meta/event_weight/"
