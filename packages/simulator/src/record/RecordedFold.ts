/** Entries that belong to others: what became of a deferred answer, and consent that an act needs anyway. */
import type { RecordedEntry } from "@backlot/protocol/control/ControlRecording"
import { fieldsOf } from "./RecordedWorld.ts"

export const folded = (entries: ReadonlyArray<RecordedEntry>): ReadonlyArray<RecordedEntry> =>
  withoutConsent(withSettled(entries))

/**
 * An answer that settled before anything else was done is the answer. What settled later is waited for, where its
 * interaction is still the last one of its user.
 */
const withSettled = (entries: ReadonlyArray<RecordedEntry>): ReadonlyArray<RecordedEntry> => {
  const told: Array<RecordedEntry> = []
  const last = new Map<string, string>()
  let run = 0
  for (const entry of entries) {
    const interaction = interactionOf(entry)
    if (entry.operation !== "settled") {
      if (interaction !== undefined) last.set(entry.user_id ?? "", interaction)
      told.push(entry)
      run = 0
      continue
    }
    const at = told.length - 1 - run
    const before = told[at]
    if (before !== undefined && interactionOf(before) === interaction) {
      const { interaction_id } = fieldsOf(before.answer)
      told[at] = { ...before, answer: { ...fieldsOf(entry.answer), interaction_id } }
    } else if (last.get(entry.user_id ?? "") === interaction) {
      told.push(entry)
      run++
    }
  }
  return told
}

const interactionOf = ({ operation, params, answer }: RecordedEntry): string | undefined => {
  const id = operation === "settled" ? params["interaction_id"] : fieldsOf(answer)["interaction_id"]
  return typeof id === "string" ? id : undefined
}

/** Scopes that a step asks for by itself, by the operations that it comes to. */
const ASKED: Readonly<Record<string, string>> = {
  create_or_join_lobby: "openid sdk.social_layer",
  leave_lobby: "openid sdk.social_layer",
  set_guild_application_command_permissions: "applications.commands.permissions.update"
}

/** Such a step authorizes its application by itself when it is played. */
const withoutConsent = (entries: ReadonlyArray<RecordedEntry>): ReadonlyArray<RecordedEntry> =>
  entries.filter((entry, index) => {
    if (entry.operation !== "authorize") return true
    const scopes = (entry.query["scope"] ?? "").split(/[ +]/).join(" ")
    const isNeeded = entries
      .slice(index + 1)
      .some(
        ({ operation, user_id, application_id }) =>
          ASKED[operation] === scopes && user_id === entry.user_id && application_id === entry.query["client_id"]
      )
    return !isNeeded
  })
