/**
 * The building blocks of the decision chart: steps, their input, and their findings. The steps are in
 * ChartPreconditions.ts and ChartStages.ts, their order is in Evaluate.ts. Source: wire-interactions.md §5.
 */
import type { ApplicationCommand, ContextType } from "../record/ApplicationCommand.ts"
import type { IntegrationOwners } from "../record/InteractionKind.ts"
import type { Found } from "./OverwriteLookup.ts"
import type { GuildStanding, Standing } from "./Standing.ts"

export type Refusal = "unknown" | "invisible" | "permission" | "context"

export interface StepDecision {
  readonly step: string
  readonly outcome: "pass" | "fail" | "skip"
  /** One sentence of text. */
  readonly because: string
}

/** The input of the steps: one command, and one user in one place. */
export interface Facts {
  readonly command: ApplicationCommand | undefined
  readonly standing: Standing
  readonly context: ContextType
  readonly owners: IntegrationOwners
  /** In the place's guild, or as the bot of the direct channel. */
  readonly installed_here: boolean
  readonly installed_on_user: boolean
  /** The overwrites of the command and of its application for the member; empty in direct messages. */
  readonly overwrites: { readonly command: Found; readonly application: Found }
}

/** Groups of steps that one finding can settle. `sending`: the right that USER commands need. */
export type Part = "precondition" | "channel" | "who" | "default" | "sending" | "answers"

export interface Finding {
  readonly outcome: StepDecision["outcome"]
  readonly because: string
  /** Skips the later steps of these parts. */
  readonly settles?: ReadonlyArray<Part>
}

export interface Step {
  readonly name: string
  readonly part: Part
  readonly refusal: Refusal
  /** Whether pickers still list a command that fails here. */
  readonly stays_visible?: true
  readonly judge: (facts: Facts) => Finding
}

/** In a guild without the application: only the user has installed it. */
export const isExternal = ({ standing, installed_here }: Facts): boolean => standing.kind === "guild" && !installed_here

export const pass = (because: string): Finding => ({ outcome: "pass", because })
export const fail = (because: string): Finding => ({ outcome: "fail", because })
export const skip = (because: string): Finding => ({ outcome: "skip", because })
export const settle = (because: string, settles: ReadonlyArray<Part>): Finding => ({
  outcome: "pass",
  because,
  settles
})

/** A step about an existing command; `command_exists` runs first, so the command is known. */
export const ofCommand =
  (judge: (command: ApplicationCommand, facts: Facts) => Finding) =>
  (facts: Facts): Finding =>
    facts.command === undefined ? NO_COMMAND : judge(facts.command, facts)

/** A step that is skipped in direct messages, where the chart ends after its preconditions (§5.2). */
export const inGuildOnly =
  (judge: (standing: GuildStanding, facts: Facts) => Finding) =>
  (facts: Facts): Finding =>
    facts.standing.kind === "guild" ? judge(facts.standing, facts) : DIRECT

/** For questions about a channel when the guild as a whole is evaluated. */
export const NO_CHANNEL = skip("asked of the guild as a whole, not of a channel")

const NO_COMMAND = skip("there is no command")
const DIRECT = skip("there are no permissions in direct messages")
