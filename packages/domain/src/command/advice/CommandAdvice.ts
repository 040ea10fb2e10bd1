/**
 * Advice on commands that register without a fault but are useless or do something unexpected. Plain functions, no
 * Effect runtime needed. Source: decision 11; product.md "First minute" (`check`), "Library use".
 */

import * as Permission from "../../permission/Permission.ts"
import { type CommandContent, ContextType, IntegrationType } from "../../record/ApplicationCommand.ts"
import type { ValidationContext } from "../CommandValidation.ts"
import { type Advice, type AdviceRule, advise, nothing, when } from "./AdviceRule.ts"
import { LIST_ADVICE } from "./CommandListAdvice.ts"
import { adviseTexts, TEXT_RULES } from "./LocalizationAdvice.ts"
import { adviseOptions, OPTION_ADVICE } from "./OptionAdvice.ts"

export type { Advice } from "./AdviceRule.ts"

interface CommandCase extends ValidationContext {
  /** The fields as written. */
  readonly written: Readonly<Record<string, unknown>>
  readonly content: CommandContent
  /** Where the command can be used; undefined means everywhere that its installation allows. */
  readonly contexts: ReadonlyArray<ContextType> | undefined
}

const { GUILD, BOT_DM, PRIVATE_CHANNEL } = ContextType

const COMMAND_RULES: ReadonlyArray<AdviceRule<CommandCase>> = [
  {
    code: "IGNORED_IN_GUILD",
    sentence: "a guild command has no dm_permission, contexts or integration_types: they are ignored",
    source: "decision 6",
    judge: ({ scope, written }) =>
      scope === "global"
        ? nothing
        : ["dm_permission", "contexts", "integration_types"].flatMap((field) =>
            // Some libraries send `dm_permission: true` with every command.
            when(
              isGiven(written[field]) && written[field] !== true,
              [field],
              `Ignored: a guild command has no ${field}.`
            )
          )
  },
  {
    code: "DM_PERMISSION_IGNORED",
    sentence: "dm_permission says nothing beside contexts that say otherwise",
    source: 'service.md "Application command"; decision 8',
    judge: ({ scope, written, contexts }) =>
      when(
        scope === "global" &&
          isGiven(written["dm_permission"]) &&
          contexts !== undefined &&
          contexts.includes(BOT_DM) !== written["dm_permission"],
        ["dm_permission"],
        "Ignored: contexts alone say where the command can be used, and they say otherwise."
      )
  },
  {
    code: "DM_PERMISSION_DEPRECATED",
    sentence: "dm_permission false hides a command in direct messages, and contexts say so better",
    source: 'service.md "Application command"; decision 8',
    judge: ({ scope, written }) =>
      when(
        scope === "global" && written["dm_permission"] === false && !isGiven(written["contexts"]),
        ["dm_permission"],
        "Deprecated: contexts [0] says that the command is for guilds only."
      )
  },
  {
    code: "DEFAULT_PERMISSION_REPLACED",
    sentence: 'default_permission false is ignored beside default_member_permissions, and acts as their "0" without',
    source: "decision 7",
    judge: ({ written, content }) =>
      when(
        written["default_permission"] === false,
        ["default_permission"],
        content.default_member_permissions === null
          ? 'Deprecated: it acts as default_member_permissions "0".'
          : "Ignored: default_member_permissions say who may use the command."
      )
  },
  {
    code: "PERMISSION_UNKNOWN",
    sentence: "default_member_permissions with a bit that is no permission leave the command to administrators",
    source: 'wire-rest.md §2 "Permission bits"',
    judge: ({ content }) => {
      const strange = BigInt(content.default_member_permissions ?? "0") & ~KNOWN
      return when(
        strange !== 0n,
        ["default_member_permissions"],
        `No member can hold bit ${bitsOf(strange).join(", ")}: only administrators and overwrites get past it.`
      )
    }
  },
  {
    code: "PERMISSIONS_NEVER_ASKED",
    sentence: "default_member_permissions of a command for direct messages only are never asked",
    source: "wire-interactions.md §5.2",
    judge: ({ content, contexts }) =>
      when(
        content.default_member_permissions !== null && contexts?.includes(GUILD) === false,
        ["default_member_permissions"],
        "Never asked: there are no permissions in direct messages, and contexts leave out guilds."
      )
  },
  {
    code: "PERMISSIONS_NOT_ASKED_IN_DIRECT_MESSAGES",
    sentence: "default_member_permissions keep nobody from a command in direct messages",
    source: "wire-interactions.md §5.2",
    judge: ({ scope, content, contexts }) =>
      when(
        scope === "global" &&
          content.default_member_permissions !== null &&
          (contexts === undefined || contexts.includes(GUILD)) &&
          showsInDirectMessages(content, contexts),
        ["default_member_permissions"],
        "In direct messages everybody can use it all the same: contexts [0] keeps it in guilds."
      )
  },
  {
    code: "NEVER_SHOWN",
    sentence: "contexts that no installation of the command reaches hide it everywhere",
    source: 'service.md "Integration types and interaction contexts"; wire-interactions.md §1.2',
    judge: ({ content, contexts }) =>
      when(
        contexts?.every((context) => !reaches(content, context)),
        ["contexts"],
        "Never shown: PRIVATE_CHANNEL needs integration_types with USER_INSTALL (1)."
      )
  },
  {
    code: "CONTEXT_WITHOUT_EFFECT",
    sentence: "the context PRIVATE_CHANNEL means nothing to a command that no user installs",
    source: 'service.md "Integration types and interaction contexts"; decision 5',
    judge: ({ content, contexts }) =>
      when(
        contexts?.some((context) => reaches(content, context)) &&
          !reaches(content, PRIVATE_CHANNEL) &&
          contexts.includes(PRIVATE_CHANNEL),
        ["contexts", contexts?.indexOf(PRIVATE_CHANNEL) ?? 0],
        "Without effect: PRIVATE_CHANNEL needs integration_types with USER_INSTALL (1)."
      )
  },
  {
    code: "AGE_RESTRICTED_WITHOUT_GUILD",
    sentence: "an age-restricted command for direct messages only is seen by few",
    source: 'service.md "Age restriction"; wire-interactions.md §5.2',
    judge: ({ content, contexts }) =>
      when(
        content.nsfw && contexts?.includes(GUILD) === false,
        ["nsfw"],
        "Seen only by adults who allowed age-restricted commands in their direct messages."
      )
  }
]

/** Every rule, in order of application. */
export const ADVICE: ReadonlyArray<Pick<AdviceRule<never>, "code" | "sentence" | "source">> = [
  ...LIST_ADVICE,
  ...COMMAND_RULES,
  ...TEXT_RULES,
  ...OPTION_ADVICE
].map(({ code, sentence, source }) => ({ code, sentence, source }))

/** Advice on one command: its body, and the content that `validate` returned for it. Paths begin at the body. */
export const adviseCommand = (
  body: unknown,
  content: CommandContent,
  context: ValidationContext
): ReadonlyArray<Advice> => {
  const written = typeof body === "object" && body !== null ? Object.fromEntries(Object.entries(body)) : {}
  const contexts = context.scope === "guild" ? [GUILD] : (content.contexts ?? undefined)
  return [
    ...advise(COMMAND_RULES, { ...context, written, content, contexts }),
    ...adviseTexts(content, []),
    ...adviseOptions(content.options ?? [], [])
  ]
}

const KNOWN = Object.values(Permission.BITS).reduce((set, bit) => set | bit, 0n)

const bitsOf = (set: bigint): ReadonlyArray<number> =>
  [...set.toString(2)].reverse().flatMap((digit, bit) => (digit === "1" ? [bit] : []))

const isGiven = (value: unknown): boolean => value !== undefined && value !== null

/**
 * A guild installation makes a command available in guilds and in its bot's direct messages, a user installation
 * everywhere.
 */
const reaches = ({ integration_types }: CommandContent, context: ContextType): boolean =>
  context !== PRIVATE_CHANNEL || integration_types?.includes(IntegrationType.USER_INSTALL) === true

const showsInDirectMessages = (content: CommandContent, contexts: ReadonlyArray<ContextType> | undefined): boolean =>
  contexts === undefined
    ? content.dm_permission !== false
    : contexts.includes(BOT_DM) || (contexts.includes(PRIVATE_CHANNEL) && reaches(content, PRIVATE_CHANNEL))
