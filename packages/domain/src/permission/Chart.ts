/**
 * The parts that the decision chart is made of: steps, what they are asked, and what they find. The steps themselves
 * stand in ChartPreconditions.ts and ChartStages.ts, their order in Evaluate.ts. Source: wire-interactions.md §5.
 */
import type { ApplicationCommand, ContextType } from "../record/ApplicationCommand.ts"
import type { IntegrationOwners } from "../record/InteractionKind.ts"
import type { Found } from "./OverwriteLookup.ts"
import type { GuildStanding, Standing } from "./Standing.ts"

/** What an invocation is refused with. */
export type Refusal = "unknown" | "invisible" | "permission" | "context"

export interface StepDecision {
  readonly step: string
  readonly outcome: "pass" | "fail" | "skip"
  /** One sentence for a person. */
  readonly because: string
}

/** What the steps are asked about: one command, for one user where they stand. */
export interface Facts {
  readonly command: ApplicationCommand | undefined
  readonly standing: Standing
  readonly context: ContextType
  readonly owners: IntegrationOwners
  /** In the place's guild, or as the bot of the conversation. */
  readonly installed_here: boolean
  readonly installed_on_user: boolean
  /** What the command's list and its application's say of the member; nothing in direct messages. */
  readonly overwrites: { readonly command: Found; readonly application: Found }
}

/**
 * Steps that one finding can settle together: the stages of the chart, the sending that USER commands need, and who sees
 * the answers.
 */
export type Part = "precondition" | "channel" | "who" | "default" | "sending" | "answers"

export interface Finding {
  readonly outcome: StepDecision["outcome"]
  readonly because: string
  /** The steps below of these parts do not matter any more. */
  readonly settles?: ReadonlyArray<Part>
}

export interface Step {
  readonly name: string
  readonly part: Part
  /** What an invocation that fails here is refused with. */
  readonly refusal: Refusal
  /** Whether pickers still list a command that fails here. */
  readonly stays_visible?: true
  readonly judge: (facts: Facts) => Finding
}

/** In a guild where the application is not installed: only the user brings it. */
export const isExternal = ({ standing, installed_here }: Facts): boolean => standing.kind === "guild" && !installed_here

export const pass = (because: string): Finding => ({ outcome: "pass", because })
export const fail = (because: string): Finding => ({ outcome: "fail", because })
export const skip = (because: string): Finding => ({ outcome: "skip", because })
export const settle = (because: string, settles: ReadonlyArray<Part>): Finding => ({
  outcome: "pass",
  because,
  settles
})

/** A step that asks something of an existing command; `command_exists` comes first, so there is one. */
export const ofCommand =
  (judge: (command: ApplicationCommand, facts: Facts) => Finding) =>
  (facts: Facts): Finding =>
    facts.command === undefined ? NO_COMMAND : judge(facts.command, facts)

/** A step that asks nothing in direct messages: there the chart ends with its preconditions (§5.2). */
export const inGuildOnly =
  (judge: (standing: GuildStanding, facts: Facts) => Finding) =>
  (facts: Facts): Finding =>
    facts.standing.kind === "guild" ? judge(facts.standing, facts) : DIRECT

/** What only a channel could answer, of a member in the guild as a whole. */
export const NO_CHANNEL = skip("asked of the guild as a whole, not of a channel")

const NO_COMMAND = skip("there is no command")
const DIRECT = skip("there are no permissions in direct messages")
