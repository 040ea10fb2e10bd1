/**
 * May this user see and use this command here? Pickers, invocations and explanations share this decision: an ordered
 * table of small steps, each of which reports its finding. Source: wire-interactions.md §5; decisions 7 to 9, 13, 30 to
 * 33.
 */
import type { Snowflake } from "../base/Snowflake.ts"
import type { ApplicationCommand, ContextType } from "../record/ApplicationCommand.ts"
import type { IntegrationOwners } from "../record/InteractionKind.ts"
import type { CommandPermission, GuildInstall, UserInstall } from "../record/World.ts"
import type { Facts, Part, Refusal, Step, StepDecision } from "./Chart.ts"
import { PRECONDITIONS } from "./ChartPreconditions.ts"
import { STAGES } from "./ChartStages.ts"
import { type EphemeralityReason, ephemeralityOf } from "./Ephemerality.ts"
import { integrationOwners, isInstalled, isInstalledHere } from "./IntegrationOwners.ts"
import { lookUp, NOTHING } from "./OverwriteLookup.ts"
import type { Place } from "./Place.ts"
import { contextOfStanding, type Invoker, type Standing, standingIn } from "./Standing.ts"

// The parts of an evaluation, for modules that only read one.
export type { Refusal, StepDecision } from "./Chart.ts"

/** One command, and the facts about its application in the user's place. */
export interface Asked {
  /** Undefined when no such command exists. */
  readonly command: ApplicationCommand | undefined
  readonly bot_id: Snowflake
  readonly guild_install?: GuildInstall | undefined
  readonly user_install?: UserInstall | undefined
  /** The command's own overwrites in the place's guild: C in §5.1. */
  readonly command_overwrites?: ReadonlyArray<CommandPermission> | undefined
  /** The overwrites of the application for all its commands: A in §5.1. */
  readonly application_overwrites?: ReadonlyArray<CommandPermission> | undefined
}

export interface Question extends Asked {
  readonly user: Invoker
  readonly place: Place
  readonly now_ms: number
}

export interface Evaluation {
  /** True also for an entry point, which only the App Launcher lists. Our choice: docs/choices.md "Permissions". */
  readonly visible: boolean
  /** Whether a use is delivered. Only a USER command can be visible but not usable (decision 32). */
  readonly usable: boolean
  readonly reason?: Refusal
  readonly decisions: ReadonlyArray<StepDecision>
  readonly context: ContextType
  /** §1.2; empty when the command is not installed for this use. */
  readonly integration_owners: IntegrationOwners
  /** In the place's guild, whichever installation the command comes from; see IntegrationOwners. */
  readonly installed_here: boolean
  /** Why answers to this use may be visible to the user only; see Ephemerality. */
  readonly ephemerality: ReadonlyArray<EphemeralityReason>
}

interface EvaluateOptions {
  /** False skips stage 1 of the chart (decision 31). */
  readonly channelStage?: false
}

export const evaluate = ({ user, place, now_ms, ...asked }: Question): Evaluation =>
  evaluateIn(standingIn({ user, place, now_ms }), asked)

/** Evaluates one of many commands for the same user and place. */
export const evaluateIn = (standing: Standing, asked: Asked, options: EvaluateOptions = {}): Evaluation => {
  const context = contextOfStanding(standing, asked.bot_id)
  const { command, guild_install } = asked
  const guild_id = standing.kind === "guild" ? standing.guild.id : undefined
  const installed_here = isInstalledHere({ guild_id, guild_install, context })
  const installed_on_user = isInstalled(asked.user_install)
  const guild = installed_here ? (guild_id ?? "0") : undefined
  const user = installed_on_user ? standing.user.id : undefined
  const owners = command === undefined ? {} : integrationOwners(command, { guild, user })
  const overwrites = overwritesOf(standing, asked)
  const facts = { command, standing, context, owners, installed_here, installed_on_user, overwrites }
  const { decisions, failed } = walk(facts, options)
  return {
    visible: failed === undefined || failed.stays_visible === true,
    usable: failed === undefined,
    ...(failed === undefined ? {} : { reason: failed.refusal }),
    decisions,
    context,
    integration_owners: owners,
    installed_here,
    ephemerality: ephemeralityOf(standing, { installed_here })
  }
}

const STEPS: ReadonlyArray<Step> = [...PRECONDITIONS, ...STAGES]

const NO_CHANNEL_STAGE = "not asked: judged without the channel stage"

/** Runs the steps until one fails, except those that an earlier step settled. */
const walk = (facts: Facts, { channelStage }: EvaluateOptions) => {
  const decisions: Array<StepDecision> = []
  const settled: { [P in Part]?: string } = channelStage === false ? { channel: NO_CHANNEL_STAGE } : {}
  let failed: Step | undefined
  let unreached = ""
  for (const step of STEPS) {
    const left = failed === undefined ? settled[step.part] : unreached
    if (left !== undefined) {
      decisions.push({ step: step.name, outcome: "skip", because: left })
      continue
    }
    const finding = step.judge(facts)
    decisions.push({ step: step.name, outcome: finding.outcome, because: finding.because })
    if (finding.outcome === "fail") {
      failed = step
      unreached = `not reached: ${step.name} failed`
    }
    for (const part of finding.settles ?? []) settled[part] ??= `not asked: ${step.name} settles it`
  }
  return { decisions, failed }
}

const overwritesOf = (standing: Standing, asked: Asked): Facts["overwrites"] =>
  standing.kind === "direct"
    ? NO_OVERWRITES
    : {
        command: lookUp(asked.command_overwrites, standing),
        application: lookUp(asked.application_overwrites, standing)
      }

const NO_OVERWRITES: Facts["overwrites"] = { command: NOTHING, application: NOTHING }
