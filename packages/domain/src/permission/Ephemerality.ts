/** Why only the user sees an answer. Sources: wire-interactions.md §4.3 "Forced ephemeral", §5.6; wire-rest.md §2. */
import * as Permission from "./Permission.ts"
import { type GuildStanding, isLockedOut, lacking, may, type Standing, sendPermission } from "./Standing.ts"

/** `interaction_metadata.ephemerality_reason`. */
export const EphemeralityReason = {
  NONE: 0,
  FEATURE_LIMITED: 1,
  GUILD_FEATURE_LIMITED: 2,
  USER_FEATURE_LIMITED: 3,
  SLOWMODE: 4,
  RATE_LIMIT: 5,
  CANNOT_MESSAGE_USER: 6,
  USER_VERIFICATION_LEVEL: 7,
  CANNOT_UNARCHIVE_THREAD: 8,
  CANNOT_JOIN_THREAD: 9,
  MISSING_PERMISSIONS: 10,
  CANNOT_SEND_ATTACHMENTS: 11,
  CANNOT_SEND_EMBEDS: 12,
  CANNOT_SEND_STICKERS: 13,
  AUTOMOD_BLOCKED: 14,
  HARMFUL_LINK: 15,
  CANNOT_USE_COMMAND: 16,
  BETA_GUILD_SIZE: 17,
  CANNOT_USE_EXTERNAL_APPS: 18
} as const
export type EphemeralityReason = (typeof EphemeralityReason)[keyof typeof EphemeralityReason]

export interface Contents {
  readonly attachments: ReadonlyArray<unknown>
  readonly embeds: ReadonlyArray<unknown>
}

interface Rule {
  readonly reason: EphemeralityReason
  /** Whether the rule can affect answers of this use. */
  readonly concerns: (standing: GuildStanding) => boolean
  readonly holds: (message: Contents) => boolean
  /** Which messages the rule affects, in words. */
  readonly answers: string
  /** The cause, in words. */
  readonly because: (standing: GuildStanding) => string
}

const EVERY = "every answer"
const everyAnswer = { holds: () => true, answers: EVERY }

const without = (nameIn: (standing: GuildStanding) => Permission.PermissionName) => ({
  concerns: (standing: GuildStanding) => !may(standing, nameIn(standing)),
  because: (standing: GuildStanding) => lacking(standing, Permission.BITS[nameIn(standing)])
})

/** In the order in which they are reported. The other reasons never occur: there is no slow mode, no AutoMod, … */
const RULES: ReadonlyArray<Rule> = [
  { reason: EphemeralityReason.CANNOT_USE_EXTERNAL_APPS, ...without(() => "USE_EXTERNAL_APPS"), ...everyAnswer },
  {
    reason: EphemeralityReason.CANNOT_UNARCHIVE_THREAD,
    concerns: isLockedOut,
    because: () => "the thread is archived and locked",
    ...everyAnswer
  },
  { reason: EphemeralityReason.MISSING_PERMISSIONS, ...without(sendPermission), ...everyAnswer },
  {
    reason: EphemeralityReason.CANNOT_SEND_ATTACHMENTS,
    ...without(() => "ATTACH_FILES"),
    holds: ({ attachments }) => attachments.length > 0,
    answers: "an answer with files"
  },
  {
    reason: EphemeralityReason.CANNOT_SEND_EMBEDS,
    ...without(() => "EMBED_LINKS"),
    holds: ({ embeds }) => embeds.length > 0,
    answers: "an answer with embeds"
  }
]

/**
 * The reasons that can apply to answers of a use, in reporting order. Only answers of user-installed applications in a
 * guild are forced. An application that is installed in the guild answers as it likes, and so does every application in
 * direct messages. Our choice: docs/choices.md "Interactions".
 */
export const ephemeralityOf = (
  standing: Standing,
  evaluation: { readonly installed_here: boolean }
): ReadonlyArray<EphemeralityReason> => {
  if (standing.kind === "direct" || evaluation.installed_here) return NONE
  return RULES.filter(({ concerns }) => concerns(standing)).map(({ reason }) => reason)
}

/** The same reasons as a sentence, for user-installed applications in a guild. */
export const describeEphemerality = (standing: GuildStanding): string => {
  const concerning = RULES.filter(({ concerns }) => concerns(standing))
  const whole = concerning.find(({ answers }) => answers === EVERY)
  const rules = whole === undefined ? concerning : [whole]
  if (rules.length === 0) return "answers are shown as the application asks"
  return rules.map(({ answers, because }) => `${answers} is shown to the user alone: ${because(standing)}`).join("; ")
}

/** The first of a use's reasons that applies to this message; undefined when everyone may see it. */
export const reasonFor = (ephemerality: ReadonlyArray<number>, message: Contents): EphemeralityReason | undefined =>
  RULES.find(({ reason, holds }) => ephemerality.includes(reason) && holds(message))?.reason

const NONE: ReadonlyArray<EphemeralityReason> = []
