/** The target of a command. Source: service.md "Command types"; wire-interactions.md §1.7, §5.8. */
import type { Snowflake } from "../base/Snowflake.ts"
import { type Fault, fault } from "../error/Fault.ts"
import * as FormError from "../error/FormError.ts"
import { type MessageRecord, viewFor } from "../message/Message.ts"
import { type ApplicationCommand, CommandType } from "../record/ApplicationCommand.ts"

export type TargetKind = "user" | "message"

type Typed = Pick<ApplicationCommand, "type">

/** Undefined for commands without a target. */
export const targetKind = ({ type }: Typed): TargetKind | undefined => KINDS[type]

/** The target of a use as given, and the records found for it. */
export interface Aim {
  readonly target_id: Snowflake | undefined
  /** The invoking user. */
  readonly user_id: Snowflake
  /** Whether `target_id` is a user or a bot. */
  readonly is_user: boolean
  /** The message with this id in the channel. */
  readonly message: MessageRecord | undefined
}

/** Faults of the target of a use. Any known user is allowed. Our choice: docs/choices.md "Interactions". */
export const judgeTarget = (command: Typed, aim: Aim): ReadonlyArray<Fault> => {
  const kind = targetKind(command)
  if (kind === undefined) return aim.target_id === undefined ? [] : [UNWANTED]
  if (aim.target_id === undefined) return [MISSING]
  if (kind === "user") return aim.is_user ? [] : [UNKNOWN_USER]
  if (aim.message === undefined || viewFor(aim.user_id, aim.message) === undefined) return [UNKNOWN_MESSAGE]
  return aim.message.visible_to === null ? [] : [EPHEMERAL]
}

/** Only slash commands have options, and so choices to request. */
export const judgeAutocomplete = ({ type }: Typed, autocomplete: boolean): ReadonlyArray<Fault> =>
  autocomplete && type !== CommandType.CHAT_INPUT ? [NO_CHOICES] : []

const KINDS: { readonly [type in CommandType]?: TargetKind } = {
  [CommandType.USER]: "user",
  [CommandType.MESSAGE]: "message"
}

const atTarget = (code: string, message: string): Fault => fault(["target_id"], { code, message })

const MISSING = fault(["target_id"], FormError.required)
const UNWANTED = atTarget("COMMAND_TARGET_UNWANTED", "Only USER and MESSAGE commands are used on a target")
const UNKNOWN_USER = atTarget("COMMAND_TARGET_UNKNOWN", "There is no such user")
const UNKNOWN_MESSAGE = atTarget("COMMAND_TARGET_UNKNOWN", "There is no such message in this channel")
/** A client sends only the id, so nobody else could find such a message. Our choice: docs/choices.md "Interactions". */
const EPHEMERAL = atTarget("COMMAND_TARGET_EPHEMERAL", "MESSAGE commands cannot be used on ephemeral messages")
const NO_CHOICES = fault(["autocomplete"], {
  code: "COMMAND_AUTOCOMPLETE_UNWANTED",
  message: "Only options of CHAT_INPUT commands have choices to ask for"
})
