/**
 * Finds the command that a user means, by id or by text, and judges whether they may use it here. A command that they
 * may not use is refused with the reason. Source: wire-interactions.md §5.2, §5.8; decision 33.
 */

import type { Snowflake } from "@backlot/domain/base/Snowflake"
import type { Fault } from "@backlot/domain/error/Fault"
import { tellFaults } from "@backlot/domain/error/FaultText"
import { judgeAutocomplete } from "@backlot/domain/interaction/CommandTarget"
import type { Evaluation, StepDecision } from "@backlot/domain/permission/Evaluate"
import { type ApplicationCommand, CommandType } from "@backlot/domain/record/ApplicationCommand"
import type { Application } from "@backlot/domain/record/World"
import { type DirectoryAttachment, directoryOf } from "@backlot/domain/typing/Directory"
import { type ReadUse, readUse, type UseFaults, type UseInput } from "@backlot/domain/typing/UseReading"
import { Data, Effect, Result } from "effect"
import { entriesOf, type Surroundings } from "../access/Surroundings.ts"
import * as UserPlace from "../access/UserPlace.ts"
import * as Collections from "../store/Collections.ts"
import * as Target from "./CommandTarget.ts"
import { type Judged, judge, judging } from "./Judgement.ts"

export type RefusalReason = "unknown" | "invisible" | "permission" | "context" | "stale" | "options"

/** Refused before delivery: nothing was stored or sent. */
export class UseRefused extends Data.TaggedError("UseRefused")<{
  readonly reason: RefusalReason
  readonly because: string
  readonly faults: ReadonlyArray<Fault>
  /** The command that was meant, in its current version, if known. */
  readonly command?: ApplicationCommand
  /** Every step of its evaluation, if there was one. */
  readonly decisions?: ReadonlyArray<StepDecision>
}> {}

/** What a user asks for. Without an id, the text names one of the commands that the user may use. */
interface Asked extends UseInput {
  readonly command_id: Snowflake | undefined
  /** The version that the user's client knows. */
  readonly version: Snowflake | undefined
  /** The target of a USER or MESSAGE command. */
  readonly target_id: Snowflake | undefined
  readonly attachments: ReadonlyArray<DirectoryAttachment>
}

export interface Chosen {
  readonly application: Application
  readonly filled: ReadUse
  readonly target: Target.Target
  readonly evaluation: Evaluation
}

/** The command that the user may use, filled in. Inside a transaction. */
export const choose = Effect.fnUntraced(function* (
  asked: Asked,
  place: UserPlace.UserPlace,
  surroundings: Surroundings,
  now: number
) {
  return asked.command_id === undefined
    ? yield* typed(asked, place, surroundings, now)
    : yield* named(asked.command_id, asked, place, surroundings, now)
})

const named = Effect.fnUntraced(function* (
  commandId: Snowflake,
  asked: Asked,
  place: UserPlace.UserPlace,
  surroundings: Surroundings,
  now: number
) {
  const [command] = yield* Collections.commands.by("id", commandId)
  if (command === undefined) return yield* unknown("no such command exists")
  const application = yield* Collections.applications.get(command.application_id)
  if (application === undefined) return yield* unknown("its application is gone")
  const judged = judge({ command, application }, place, now)
  return yield* filledIn(judged, asked, place, readUse(asked, [command], directory(asked, surroundings)))
})

const typed = Effect.fnUntraced(function* (
  asked: Asked,
  place: UserPlace.UserPlace,
  surroundings: Surroundings,
  now: number
) {
  const candidates = (yield* UserPlace.candidates(place)).filter(
    ({ command }) => command.type === CommandType.CHAT_INPUT
  )
  const judged = candidates.map(judging(place, now))
  const around = directory(asked, surroundings)
  const readAmong = (among: ReadonlyArray<Judged>) => {
    const commands = among.map(({ command }) => command)
    const reading = readUse(asked, commands, around)
    const { command } = Result.isSuccess(reading) ? reading.success : reading.failure
    return { reading, meant: among.find((one) => one.command.id === command?.id) }
  }
  const shown = readAmong(judged.filter(({ evaluation }) => evaluation.usable))
  // The user sees no such command. If it is hidden from them, the refusal can say why.
  const { meant, reading } = shown.meant === undefined ? readAmong(judged) : shown
  if (meant !== undefined) return yield* filledIn(meant, asked, place, reading)
  const told = Result.isFailure(shown.reading) ? shown.reading.failure : undefined
  if (told === undefined) return yield* unknown("no such command exists")
  return yield* unknown(candidates.length > 0 ? told : noneHere(told, yield* UserPlace.installed(place)))
})

const directory = ({ attachments }: Asked, surroundings: Surroundings) =>
  directoryOf({ ...entriesOf(surroundings), attachments })

/**
 * If nobody has a slash command here, the spelling is not the cause. Our choice: docs/choices.md "Picker and typing".
 */
const noneHere = (told: UseFaults, installed: ReadonlyArray<Application>): UseFaults => {
  const names = installed.slice(0, INSTALLED).map(({ name }) => name)
  const more = installed.length > INSTALLED ? ` and ${installed.length - INSTALLED} more` : ""
  const why =
    names.length === 0
      ? "No application is installed here."
      : `No application has slash commands here (installed: ${names.join(", ")}${more}).`
  const because = `${told.because} ${why}`
  return { ...told, because, faults: told.faults.map((one) => ({ ...one, message: because })) }
}

/** Applications that one sentence names. */
const INSTALLED = 10

const filledIn = Effect.fnUntraced(function* (
  judged: Judged,
  { version, target_id, autocomplete }: Asked,
  place: UserPlace.UserPlace,
  reading: Result.Result<ReadUse, UseFaults>
) {
  const { command, application, evaluation } = judged
  if (!evaluation.usable) return yield* notUsable(judged)
  // Decision 33: global commands only, any mismatch is stale.
  if (command.guild_id === undefined && version !== undefined && version !== command.version) {
    return yield* refused(judged, "stale", `the version is now ${command.version}`)
  }
  const unasked = judgeAutocomplete(command, autocomplete)
  if (unasked.length > 0) return yield* refused(judged, "options", tellFaults(unasked), unasked)
  const { faults, target } = yield* Target.find(command, target_id, place)
  if (Result.isFailure(reading)) return yield* unfit(judged, faults, reading.failure)
  if (faults.length > 0) return yield* unfit(judged, faults)
  return { application, evaluation, filled: reading.success, target } satisfies Chosen
})

/** Every fault of the target and of the options. */
const unfit = (judged: Judged, target: ReadonlyArray<Fault>, options?: UseFaults) => {
  const told = [...(options === undefined ? [] : [options.because]), ...(target.length > 0 ? [tellFaults(target)] : [])]
  return refused(judged, "options", told.join("; "), [...(options?.faults ?? []), ...target])
}

const unknown = (told: string | UseFaults) =>
  typeof told === "string"
    ? new UseRefused({ reason: "unknown", because: told, faults: [] })
    : new UseRefused({ reason: told.reason, because: told.because, faults: told.faults })

const refused = (
  { command, evaluation }: Judged,
  reason: RefusalReason,
  because: string,
  faults: ReadonlyArray<Fault> = []
) => new UseRefused({ reason, because, faults, command, decisions: evaluation.decisions })

const notUsable = (judged: Judged) => {
  const { reason, decisions } = judged.evaluation
  const failed = decisions.find(({ outcome }) => outcome === "fail")
  return refused(judged, reason ?? "invisible", failed?.because ?? "it is hidden here")
}
