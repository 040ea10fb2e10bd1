/** Which fields of a body of the control plane take a name in place of an id, and of what kind of thing. */
import { NAMED } from "@backlot/domain/world/rule/References"
import type { Kind } from "./NamedThings.ts"

/** The lists of the world that the references of records name. */
const LISTED: Readonly<Record<(typeof NAMED)[keyof typeof NAMED], Kind>> = {
  guilds: "guild",
  applications: "application",
  channels: "channel",
  roles: "role",
  emojis: "emoji",
  scheduled_events: "event",
  account: "user"
}

/** What no record refers to by these names, or by a name that does not say its kind. */
const OTHERS: Readonly<Record<string, Kind>> = {
  application: "application",
  target_id: "user",
  recipients: "user",
  author_ids: "user",
  parent_id: "channel",
  applied_tags: "tag"
}

const ENDING = /(?:^|_)(application|guild|user|channel|role|command|sku|emoji|sticker|sound)_ids?$/

/** Undefined for a field that takes no name. A field of a new kind of record takes them by its own name, or by `NAMED`. */
export const kindOf = (field: string): Kind | undefined => {
  if (Object.hasOwn(OTHERS, field)) return OTHERS[field]
  // The field is a key of the table.
  if (Object.hasOwn(NAMED, field)) return LISTED[NAMED[field as keyof typeof NAMED]]
  // Each alternative of the pattern is a kind.
  return ENDING.exec(field)?.[1] as Kind | undefined
}

/** The kinds of the targets of overwrites, by the field that has a list of them and by their type. */
export const OVERWRITES: Readonly<Record<string, Readonly<Record<number, Kind>>>> = {
  permissions: { 1: "role", 2: "user", 3: "channel" },
  permission_overwrites: { 0: "role", 1: "user" }
}
