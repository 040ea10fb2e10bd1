/**
 * What a command may be used on: USER commands on a user, MESSAGE commands on a message of the channel they are used in.
 * Source: service.md "Command types"; wire-interactions.md §1.7, §5.8.
 */

import type { Snowflake } from "../base/Snowflake.ts"
import { type Fault, fault } from "../error/Fault.ts"
import * as FormError from "../error/FormError.ts"
import { type MessageRecord, viewFor } from "../message/Message.ts"
import { type ApplicationCommand, CommandType } from "../record/ApplicationCommand.ts"

export type TargetKind = "user" | "message"

type Typed = Pick<ApplicationCommand, "type">

/** Undefined for commands that are not used on anything. */
export const targetKind = ({ type }: Typed): TargetKind | undefined => KINDS[type]

/** What a use says of its target, and what was found there. */
export interface Aim {
  /** As given. */
  readonly target_id: Snowflake | undefined
  /** Who uses the command. */
  readonly user_id: Snowflake
  /** Whether `target_id` is a user or a bot. */
  readonly is_user: boolean
  /** The message of this id in the channel. */
  readonly message: MessageRecord | undefined
}

/** What is wrong with the target of a use; nothing when it is fit. Ours: any known user will do, here or not. */
export const judgeTarget = (command: Typed, aim: Aim): ReadonlyArray<Fault> => {
  const kind = targetKind(command)
  if (kind === undefined) return aim.target_id === undefined ? [] : [UNWANTED]
  if (aim.target_id === undefined) return [MISSING]
  if (kind === "user") return aim.is_user ? [] : [UNKNOWN_USER]
  if (aim.message === undefined || viewFor(aim.user_id, aim.message) === undefined) return [UNKNOWN_MESSAGE]
  return aim.message.visible_to === null ? [] : [EPHEMERAL]
}

/** Only slash commands have options, and so choices to ask for. */
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
/**
 * Ours: a client that uses a command on a message sends its id alone, not its flags as it does with a component
 * (wire-interactions.md §5.8), so that nobody but the user could find an ephemeral one.
 */
const EPHEMERAL = atTarget("COMMAND_TARGET_EPHEMERAL", "MESSAGE commands cannot be used on ephemeral messages")
const NO_CHOICES = fault(["autocomplete"], {
  code: "COMMAND_AUTOCOMPLETE_UNWANTED",
  message: "Only options of CHAT_INPUT commands have choices to ask for"
})
