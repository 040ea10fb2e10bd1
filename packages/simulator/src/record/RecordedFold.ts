/**
 * Merges entries that belong to others: the result of a deferred answer, and consent that a later act requests itself.
 */
import type { RecordedEntry } from "@backlot/protocol/control/ControlRecording"
import { fieldsOf } from "@backlot/scenario/Fields"

export const folded = (entries: ReadonlyArray<RecordedEntry>): ReadonlyArray<RecordedEntry> =>
  withoutConsent(withSettled(entries))

/**
 * An answer that settled before the next act is the answer. One that settled later becomes a wait, if its interaction
 * is still the user's last.
 */
const withSettled = (entries: ReadonlyArray<RecordedEntry>): ReadonlyArray<RecordedEntry> => {
  const merged: Array<RecordedEntry> = []
  const last = new Map<string, string>()
  let run = 0
  for (const entry of entries) {
    const interaction = interactionOf(entry)
    if (entry.operation !== "settled") {
      if (interaction !== undefined) last.set(entry.user_id ?? "", interaction)
      merged.push(entry)
      run = 0
      continue
    }
    const at = merged.length - 1 - run
    const before = merged[at]
    if (before !== undefined && interactionOf(before) === interaction) {
      const { interaction_id } = fieldsOf(before.answer)
      merged[at] = { ...before, answer: { ...fieldsOf(entry.answer), interaction_id } }
    } else if (last.get(entry.user_id ?? "") === interaction) {
      merged.push(entry)
      run++
    }
  }
  return merged
}

const interactionOf = ({ operation, params, answer }: RecordedEntry): string | undefined => {
  const id = operation === "settled" ? params["interaction_id"] : fieldsOf(answer)["interaction_id"]
  return typeof id === "string" ? id : undefined
}

/** Scopes that a step requests itself, by operation. */
const ASKED: Readonly<Record<string, string>> = {
  create_or_join_lobby: "openid sdk.social_layer",
  leave_lobby: "openid sdk.social_layer",
  set_guild_application_command_permissions: "applications.commands.permissions.update"
}

/** Such a step authorizes its application when it is played. */
const withoutConsent = (entries: ReadonlyArray<RecordedEntry>): ReadonlyArray<RecordedEntry> =>
  entries.filter((entry, index) => {
    if (entry.operation !== "authorize") return true
    const scopes = (entry.query["scope"] ?? "").split(/[ +]/).join(" ")
    const asksItself = ({ operation, user_id, application_id }: RecordedEntry) =>
      ASKED[operation] === scopes && user_id === entry.user_id && application_id === entry.query["client_id"]
    return !entries.slice(index + 1).some(asksItself)
  })
