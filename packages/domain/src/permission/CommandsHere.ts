/** Judges whether a user may see and use commands in a place. Source: wire-interactions.md §5. */
import { compare, type Snowflake } from "../base/Snowflake.ts"
import type { ApplicationCommand, Scope } from "../record/ApplicationCommand.ts"
import type { Application, GuildCommandPermissions, GuildInstall, User, UserInstall } from "../record/World.ts"
import { type Asked, type Evaluation, evaluateIn } from "./Evaluate.ts"
import type { Place } from "./Place.ts"
import { standingIn } from "./Standing.ts"

/** A user, with the applications of their place. */
export interface UserHere {
  readonly user: User
  readonly userInstalls: ReadonlyArray<UserInstall>
  readonly guildInstalls: ReadonlyArray<GuildInstall>
  /** Overwrites of every command and every application in the guild. */
  readonly commandPermissions: ReadonlyArray<GuildCommandPermissions>
}

/** A command that could be offered, with its application. */
export interface Candidate {
  readonly command: ApplicationCommand
  readonly application: Application
}

export interface Judged extends Candidate {
  readonly evaluation: Evaluation
}

/** The scopes whose commands could be offered in a place, in the order in which they are listed. */
export const scopesHere = (place: Place): ReadonlyArray<Scope> =>
  place.kind === "guild" ? ["global", place.guild.id] : ["global"]

/**
 * The applications that could offer a command in a place, by ascending id: those installed, and in a direct channel those of the
 * bots that it is with.
 */
export const applicationsHere = (
  { guildInstalls, userInstalls }: Pick<UserHere, "guildInstalls" | "userInstalls">,
  ofBots: ReadonlyArray<Snowflake>
): ReadonlyArray<Snowflake> => {
  const installed = [...guildInstalls, ...userInstalls].map((install) => install.application_id)
  return [...new Set([...ofBots, ...installed])].sort(compare)
}

export const judging = (place: Place & UserHere, now: number): ((candidate: Candidate) => Judged) => {
  const standing = standingIn({ user: place.user, place, now_ms: now })
  const asked = asking(place)
  return (candidate) => ({ ...candidate, evaluation: evaluateIn(standing, asked(candidate)) })
}

/** The facts of the place about a command and its application. */
const asking = (place: UserHere): ((candidate: Candidate) => Asked) => {
  const guildInstalls = byApplication(place.guildInstalls)
  const userInstalls = byApplication(place.userInstalls)
  const overwrites = new Map(
    place.commandPermissions.map((entry) => [keyOf(entry.application_id, entry.id), entry.permissions])
  )
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
