/**
 * May this user see and use this command here? One decision for pickers, invocations and explanations: an ordered
 * table of small steps, each of which says what it found. Source: wire-interactions.md §5.2 (preconditions), §5.3
 * (stage 3), §1.2; service.md "Subcommand structure rules"; decisions 7, 8, 9, 13.
 */
import { type ApplicationCommand, ContextType, IntegrationType, OptionType } from "./ApplicationCommand.ts"
import { integrationOwners, isInstalledHere } from "./IntegrationOwners.ts"
import type { IntegrationOwners } from "./Interaction.ts"
import * as Permission from "./Permission.ts"
import { contextOf, isTimedOut, type Place, permissionsIn } from "./Place.ts"
import type { Snowflake } from "./Snowflake.ts"
import type { GuildInstall, UserInstall } from "./World.ts"
import { ChannelType } from "./WorldVocabulary.ts"

export interface Question {
  /** undefined when no such command exists. */
  readonly command: ApplicationCommand | undefined
  readonly user_id: Snowflake
  /** The application's bot user. */
  readonly bot_id: Snowflake
  readonly place: Place
  /** The application in the place's guild. */
  readonly guild_install?: GuildInstall | undefined
  /** The application on the invoking user. */
  readonly user_install?: UserInstall | undefined
  readonly now_ms: number
}

export type Refusal = "unknown" | "invisible" | "permission" | "context"

export interface StepDecision {
  readonly step: string
  readonly outcome: "pass" | "fail" | "skip"
  /** One sentence for a person. */
  readonly because: string
}

export interface Evaluation {
  /** Whether pickers list the command and the user may use it. */
  readonly usable: boolean
  /** Of the first step that failed. */
  readonly reason?: Refusal
  /** Every step, in the order of the chart. */
  readonly decisions: ReadonlyArray<StepDecision>
  readonly context: ContextType
  /** §1.2; empty when the command is not installed for this use. */
  readonly integration_owners: IntegrationOwners
  /** Whether the application is installed in the place's guild, however the command came there; see IntegrationOwners. */
  readonly installed_here: boolean
}

/** Judges every step until one fails or settles the matter. */
export const evaluate = (question: Question): Evaluation => {
  const facts = factsOf(question)
  const decisions: Array<StepDecision> = []
  let failed: Step | undefined
  let ended: string | undefined
  for (const step of STEPS) {
    const finding = ended === undefined ? step.judge(facts) : skip(ended)
    decisions.push({ step: step.name, outcome: finding.outcome, because: finding.because })
    if (finding.outcome === "fail") failed = step
    if (finding.outcome === "fail") ended = `not reached: ${step.name} failed`
    if (finding.settles === true) ended = `not asked: ${step.name} settles it`
  }
  return {
    usable: failed === undefined,
    ...(failed === undefined ? {} : { reason: failed.refusal }),
    decisions,
    context: facts.context,
    integration_owners: facts.owners,
    installed_here: isInstalledHere(question, facts.context)
  }
}

interface Facts extends Question {
  readonly context: ContextType
  readonly owners: IntegrationOwners
  /** The invoking user's permissions in the channel; all bits in direct messages. */
  readonly permissions: bigint
}

interface Finding {
  readonly outcome: StepDecision["outcome"]
  readonly because: string
  /** The steps below do not matter any more. */
  readonly settles?: true
}

interface Step {
  readonly name: string
  /** What an invocation that fails here is refused with. */
  readonly refusal: Refusal
  readonly judge: (facts: Facts) => Finding
}

const pass = (because: string): Finding => ({ outcome: "pass", because })
const fail = (because: string): Finding => ({ outcome: "fail", because })
const skip = (because: string): Finding => ({ outcome: "skip", because })
const settle = (because: string): Finding => ({ outcome: "pass", because, settles: true })

const step = (name: string, refusal: Refusal, judge: Step["judge"]): Step => ({ name, refusal, judge })

/** A step that asks something of an existing command; `command_exists` comes first, so there is one. */
const ofCommand = (judge: (command: ApplicationCommand, facts: Facts) => Finding) => (facts: Facts) =>
  facts.command === undefined ? skip("there is no command") : judge(facts.command, facts)

const existence = (facts: Facts): Finding => {
  const { command, place } = facts
  if (command === undefined) return fail("no such command exists")
  if (command.guild_id === undefined) return pass("the command is global")
  if (place.kind === "direct") return fail("a guild command never runs in direct messages")
  return command.guild_id === place.guild.id
    ? pass("the command belongs to this guild")
    : fail("the command belongs to another guild")
}

const subcommands = ofCommand((command) =>
  onlyEmptyGroups(command) ? fail("the command consists of empty groups only") : pass("the command can be completed")
)

const installation = ofCommand((command, { owners, place }) => {
  const where = place.kind === "guild" ? "in this guild" : "for this conversation"
  if (owners["0"] !== undefined && owners["1"] !== undefined) return pass(`installed ${where} and on the user`)
  if (owners["0"] !== undefined) return pass(`installed ${where}`)
  if (owners["1"] !== undefined) return pass("installed on the user")
  const types = (command.integration_types ?? [IntegrationType.GUILD_INSTALL]).join(", ")
  return fail(`the application is not installed here in a way the command supports (integration types ${types})`)
})

/** Channels that hold other channels, and no messages. Ours: §1.1 lists forums and media channels, so they may be used. */
const WITHOUT_MESSAGES: ReadonlyArray<number> = [ChannelType.GUILD_CATEGORY, ChannelType.GUILD_DIRECTORY]

const channel = ({ place }: Facts): Finding =>
  WITHOUT_MESSAGES.includes(place.channel.type)
    ? fail(`a channel of type ${place.channel.type} holds no messages, so nothing can be used there`)
    : pass("the channel can hold messages")

const contexts = ofCommand((command, { context }) => {
  const name = CONTEXT_NAMES[context]
  const listed = command.guild_id === undefined ? (command.contexts ?? null) : [ContextType.GUILD]
  if (listed !== null) {
    return listed.includes(context) ? pass(`its contexts contain ${name}`) : fail(`its contexts do not contain ${name}`)
  }
  if (command.dm_permission === false && context !== ContextType.GUILD) return fail("dm_permission is false")
  return pass("contexts is null: every context that the installation allows")
})

/** A step of §5.2 and below, which ask nothing in direct messages. */
const inGuildOnly = (judge: (facts: Facts) => Finding) => (facts: Facts) =>
  facts.place.kind === "guild" ? judge(facts) : skip("there are no permissions in direct messages")

const viewChannel = inGuildOnly(({ permissions }) =>
  Permission.has(permissions, Permission.BITS.VIEW_CHANNEL)
    ? pass("the member can view the channel")
    : fail("the member lacks VIEW_CHANNEL in this channel")
)

const timeout = inGuildOnly(({ place, permissions, now_ms }) => {
  if (place.kind === "direct" || !isTimedOut(place.member, now_ms)) return pass("the member is not timed out")
  if (permissions === Permission.ALL) return pass("a time-out does not bind administrators")
  return fail(`the member is timed out until ${place.member.timed_out_until}`)
})

const useCommands = inGuildOnly(({ permissions }) =>
  Permission.has(permissions, Permission.BITS.USE_APPLICATION_COMMANDS)
    ? pass("the member can use application commands in the channel")
    : fail("the member lacks USE_APPLICATION_COMMANDS in this channel")
)

const administrator = inGuildOnly(({ place, user_id, permissions }) => {
  if (place.kind === "guild" && place.guild.owner_id === user_id) return settle("the member owns the guild")
  return permissions === Permission.ALL
    ? settle("the member is an administrator")
    : skip("the member is neither owner nor administrator")
})

const defaultPermissions = inGuildOnly(
  ofCommand((command, { permissions }) => {
    // Decision 7: false without default_member_permissions acts as "0".
    const impliedZero = command.default_member_permissions === null && command.default_permission === false
    const needed = impliedZero ? "0" : command.default_member_permissions
    if (needed === null) return pass("default_member_permissions is null")
    if (BigInt(needed) === 0n) {
      return fail(
        `${impliedZero ? "default_permission is false" : 'default_member_permissions is "0"'}: administrators only`
      )
    }
    const missing = BigInt(needed) & ~permissions
    if (missing === 0n) return pass("the member holds default_member_permissions in this channel")
    return fail(`the member lacks ${describe(missing)} in this channel`)
  })
)

/**
 * The chart of wire-interactions.md §5.3, without two steps that are not judged yet: age restriction is to stand after
 * contexts, command permission overwrites between administrator and default permissions.
 */
const STEPS: ReadonlyArray<Step> = [
  step("command_exists", "unknown", existence),
  step("subcommands", "invisible", subcommands),
  step("installation", "invisible", installation),
  step("channel", "context", channel),
  step("contexts", "context", contexts),
  step("view_channel", "permission", viewChannel),
  step("timeout", "permission", timeout),
  step("use_application_commands", "permission", useCommands),
  step("administrator", "permission", administrator),
  step("default_member_permissions", "permission", defaultPermissions)
]

const CONTEXT_NAMES = {
  [ContextType.GUILD]: "GUILD",
  [ContextType.BOT_DM]: "BOT_DM",
  [ContextType.PRIVATE_CHANNEL]: "PRIVATE_CHANNEL"
} as const

const factsOf = (question: Question): Facts => {
  const { command, place } = question
  const context = contextOf(place, question.bot_id)
  return {
    ...question,
    context,
    owners: command === undefined ? {} : integrationOwners(command, question, context),
    permissions: place.kind === "guild" ? permissionsIn(place, place, place, question.now_ms) : Permission.ALL
  }
}

/** Names of bits, and the number of those without a name. */
const describe = (bits: bigint): string => {
  const names = Permission.names(bits)
  const unnamed = names.reduce((rest, name) => rest & ~Permission.BITS[name], bits)
  return [...names, ...(unnamed === 0n ? [] : [String(unnamed)])].join(", ")
}

/** Decision 13. */
const onlyEmptyGroups = ({ options = [] }: ApplicationCommand): boolean =>
  options.length > 0 && options.every((o) => o.type === OptionType.SUB_COMMAND_GROUP && (o.options ?? []).length === 0)
