/**
 * Which command a user means, and whether they may use it here: named by id, or typed. What they may not use is
 * refused with the reason, not denied to exist. Source: wire-interactions.md §5.2, §5.8; decision 33.
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
import * as Collection from "../store/Collection.ts"
import * as Collections from "../store/Collections.ts"
import * as Target from "./CommandTarget.ts"
import { type Judged, judge, judging } from "./Judgement.ts"

export type RefusalReason = "unknown" | "invisible" | "permission" | "context" | "stale" | "options"

/** Refused before delivery: nothing was made, nothing was sent. */
export class UseRefused extends Data.TaggedError("UseRefused")<{
  readonly reason: RefusalReason
  readonly because: string
  readonly faults: ReadonlyArray<Fault>
  /** The one that was meant as it is now, once that is known. */
  readonly command?: ApplicationCommand
  /** Every step of its evaluation, when it came to one. */
  readonly decisions?: ReadonlyArray<StepDecision>
}> {}

/** What a user asks for. Without an id, the text names one of the commands that the user may use. */
interface Asked extends UseInput {
  readonly command_id: Snowflake | undefined
  /** The version that the user's client knows. */
  readonly version: Snowflake | undefined
  /** What a USER or MESSAGE command is used on. */
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
  const [command] = yield* Collections.commands.by("id", Collection.id(commandId))
  if (command === undefined) return yield* unknown("no such command exists")
  const application = yield* Collections.applications.get(Collection.id(command.application_id))
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
  // Nobody sees such a command here; perhaps it is hidden from this user, and then there is a reason to tell.
  const { meant, reading } = shown.meant === undefined ? readAmong(judged) : shown
  if (meant !== undefined) return yield* filledIn(meant, asked, place, reading)
  const told = Result.isFailure(shown.reading) ? shown.reading.failure : undefined
  if (told === undefined) return yield* unknown("no such command exists")
  return yield* unknown(candidates.length > 0 ? told : noneHere(told, yield* UserPlace.installed(place)))
})

const directory = ({ attachments }: Asked, surroundings: Surroundings) =>
  directoryOf({ ...entriesOf(surroundings), attachments })

/** Where nobody has a command that could be typed, the cause is not how it is written. Ours. */
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

/** Ours: how many names one sentence tells. */
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
