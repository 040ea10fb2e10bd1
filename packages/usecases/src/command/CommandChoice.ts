/**
 * Finds the command that a user means, by id or by text, and judges whether they may use it here. A command that they
 * may not use is refused with the reason. Source: wire-interactions.md §5.2, §5.8; decision 33.
 */

import type { Snowflake } from "@backlot/domain/base/Snowflake"
import { describeFaults, type Fault } from "@backlot/domain/error/Fault"
import { UnknownCommand } from "@backlot/domain/error/ServiceError"
import { judgeAutocomplete, judgeTarget, targetKind } from "@backlot/domain/interaction/CommandTarget"
import type { UserSnapshot } from "@backlot/domain/interaction/ResolvedData"
import type { MessageObject } from "@backlot/domain/message/Message"
import { type Judged, judging } from "@backlot/domain/permission/CommandsHere"
import type { Evaluation, StepDecision } from "@backlot/domain/permission/Evaluate"
import { type ApplicationCommand, CommandType } from "@backlot/domain/record/ApplicationCommand"
import type { Application } from "@backlot/domain/record/World"
import { type DirectoryAttachment, directoryOf, entriesOf } from "@backlot/domain/typing/Directory"
import { readMeant } from "@backlot/domain/typing/MeantCommand"
import { type ReadUse, readUse, type UseFaults, type UseInput } from "@backlot/domain/typing/UseReading"
import { Data, Effect, Result } from "effect"
import * as Surroundings from "../access/Surroundings.ts"
import * as UserPlace from "../access/UserPlace.ts"
import * as Collections from "../store/Collections.ts"
import * as KeptMessages from "../store/KeptMessages.ts"
import { operation } from "../store/Operation.ts"
import { existing, transact } from "../store/Transact.ts"

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
interface AskedUse extends UseInput {
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
  readonly target: Target
  readonly evaluation: Evaluation
}

/** Where a user asks, and what they can name there. */
interface Situation {
  readonly place: UserPlace.UserPlace
  readonly surroundings: Surroundings.Surroundings
  readonly now: number
}

/** The command that the user may use, filled in. Inside a transaction. */
export const choose = (asked: AskedUse, situation: Situation) =>
  asked.command_id === undefined ? typed(asked, situation) : named(asked.command_id, asked, situation)

const named = function* (commandId: Snowflake, asked: AskedUse, situation: Situation) {
  const [command] = yield* Collections.commands.by("id", commandId)
  if (command === undefined) return yield* unknown("no such command exists")
  const application = yield* Collections.applications.get(command.application_id)
  if (application === undefined) return yield* unknown("its application is gone")
  const { place, now } = situation
  const judged = judging(place, now)({ command, application })
  return yield* filledIn(judged, asked, place, readUse(asked, [command], directory(asked, situation)))
}

const typed = function* (asked: AskedUse, situation: Situation) {
  const { place, now } = situation
  const candidates = (yield* UserPlace.candidates(place)).filter(
    ({ command }) => command.type === CommandType.CHAT_INPUT
  )
  const judged = candidates.map(judging(place, now))
  const { meant, reading } = readMeant(judged, asked, directory(asked, situation))
  if (meant !== undefined) return yield* filledIn(meant, asked, place, reading)
  if (Result.isSuccess(reading)) return yield* unknown("no such command exists")
  const { failure } = reading
  const refusal = candidates.length > 0 ? failure : noneHere(failure, yield* UserPlace.installed(place))
  return yield* new UseRefused({ reason: refusal.reason, because: refusal.because, faults: refusal.faults })
}

const directory = ({ attachments }: AskedUse, { surroundings }: Situation) =>
  directoryOf({ ...entriesOf(surroundings), attachments })

/**
 * If nobody has a slash command here, the spelling is not the cause. Our choice: docs/choices.md "Picker and typing".
 */
const noneHere = (failure: UseFaults, installed: ReadonlyArray<Application>): UseFaults => {
  const names = installed.slice(0, INSTALLED).map(({ name }) => name)
  const more = installed.length > INSTALLED ? ` and ${installed.length - INSTALLED} more` : ""
  const why =
    names.length === 0
      ? "No application is installed here."
      : `No application has slash commands here (installed: ${names.join(", ")}${more}).`
  const because = `${failure.because} ${why}`
  return { ...failure, because, faults: failure.faults.map((one) => ({ ...one, message: because })) }
}

/** Applications that one sentence names. */
const INSTALLED = 10

const filledIn = function* (
  judged: Judged,
  { version, target_id, autocomplete }: AskedUse,
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
  if (unasked.length > 0) return yield* refused(judged, "options", describeFaults(unasked), unasked)
  const { faults, target } = yield* findTarget(command, target_id, place)
  if (Result.isFailure(reading)) return yield* unfit(judged, faults, reading.failure)
  if (faults.length > 0) return yield* unfit(judged, faults)
  return { application, evaluation, filled: reading.success, target } satisfies Chosen
}

/** Every fault of the target and of the options. */
const unfit = (judged: Judged, target: ReadonlyArray<Fault>, options?: UseFaults) => {
  const texts = [options?.because, target.length > 0 ? describeFaults(target) : undefined]
  const because = texts.filter((text) => text !== undefined).join("; ")
  return refused(judged, "options", because, [...(options?.faults ?? []), ...target])
}

const unknown = (because: string) => new UseRefused({ reason: "unknown", because, faults: [] })

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

/** What the payload resolves. Empty for commands without a target. */
interface Target {
  readonly target_id?: Snowflake
  readonly users: ReadonlyArray<UserSnapshot>
  readonly messages: ReadonlyArray<MessageObject>
}

/** The target of a use, and its faults. */
const findTarget = function* (
  command: ApplicationCommand,
  target_id: Snowflake | undefined,
  place: UserPlace.UserPlace
) {
  const kind = target_id === undefined ? undefined : targetKind(command)
  const id = target_id ?? "0"
  const user = kind === "user" ? yield* Surroundings.person(place, id) : undefined
  const message = kind === "message" ? yield* KeptMessages.get(place.channel.id, id) : undefined
  const faults = judgeTarget(command, { target_id, user_id: place.user.id, is_user: user !== undefined, message })
  const target: Target = {
    ...(target_id === undefined ? {} : { target_id }),
    users: user === undefined ? [] : [user],
    messages: message === undefined ? [] : [message.message]
  }
  return { faults, target }
}

// Lists and explains the commands of a user in a channel. Source: wire-interactions.md §5; product.md "Control plane".

/**
 * The commands that a user sees in a channel, of every type: by application, its global ones first, by ascending id.
 */
export const list = operation(
  "CommandChoice.list",
  Effect.fnUntraced(function* (userId: Snowflake, channelId: Snowflake) {
    return yield* transact(function* (now) {
      const place = yield* UserPlace.load(userId, channelId)
      const judgeHere = judging(place, now)
      const candidates = yield* UserPlace.candidates(place)
      const commands = candidates.filter((candidate) => judgeHere(candidate).evaluation.visible)
      return { user: place.user, commands }
    })
  })
)

/** Every step of the decision on one command, of any application and scope. */
export const explain = operation(
  "CommandChoice.explain",
  (userId: Snowflake, channelId: Snowflake, commandId: Snowflake) =>
    transact(function* (now) {
      const place = yield* UserPlace.load(userId, channelId)
      const [command] = yield* Collections.commands.by("id", commandId)
      if (command === undefined) return yield* new UnknownCommand()
      const application = yield* existing(Collections.applications.get(command.application_id), UnknownCommand)
      return judging(place, now)({ command, application }).evaluation
    })
)

/** What the user can name in options: everything here, and the `named` users. */
export const surroundings = operation(
  "CommandChoice.surroundings",
  (userId: Snowflake, channelId: Snowflake, named: Surroundings.Named) =>
    transact(function* (now) {
      const place = yield* UserPlace.load(userId, channelId)
      return { user: place.user, surroundings: yield* Surroundings.load(place, named, now) }
    })
)
