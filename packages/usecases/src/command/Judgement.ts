/**
 * Judges whether a user may see and use a command in a place: the pure decision over what a transaction loaded.
 * Pickers, uses and explanations call it. Source: wire-interactions.md §5.
 */

import type { Snowflake } from "@backlot/domain/base/Snowflake"
import { type Asked, type Evaluation, evaluateIn } from "@backlot/domain/permission/Evaluate"
import { standingIn } from "@backlot/domain/permission/Standing"
import type { Candidate, UserPlace } from "../access/UserPlace.ts"

export interface Judged extends Candidate {
  readonly evaluation: Evaluation
}

export const judge = (candidate: Candidate, place: UserPlace, now: number): Judged => judging(place, now)(candidate)

/** Judges many commands in one place. What they share is computed once. */
export const judging = (place: UserPlace, now: number): ((candidate: Candidate) => Judged) => {
  const standing = standingIn({ user: place.user, place, now_ms: now })
  const asked = asking(place)
  return (candidate) => ({ ...candidate, evaluation: evaluateIn(standing, asked(candidate)) })
}

/** The facts of the place about a command and its application. */
const asking = (place: UserPlace): ((candidate: Candidate) => Asked) => {
  const guildInstalls = byApplication(place.kind === "guild" ? place.guildInstalls : [])
  const userInstalls = byApplication(place.userInstalls)
  const all = place.kind === "guild" ? place.commandPermissions : []
  const overwrites = new Map(all.map((entry) => [keyOf(entry.application_id, entry.id), entry.permissions]))
  return ({ command, application: { id, bot } }) => ({
    command,
    bot_id: bot.id,
    guild_install: guildInstalls.get(id),
    user_install: userInstalls.get(id),
    command_overwrites: overwrites.get(keyOf(id, command.id)),
    application_overwrites: overwrites.get(keyOf(id, id))
  })
}

const byApplication = <A extends { readonly application_id: Snowflake }>(installs: ReadonlyArray<A>) =>
  new Map(installs.map((install) => [install.application_id, install]))

const keyOf = (applicationId: Snowflake, id: Snowflake): string => `${applicationId} ${id}`
