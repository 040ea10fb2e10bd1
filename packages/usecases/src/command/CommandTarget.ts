/** The target of a USER or MESSAGE command. Inside a transaction. Source: wire-interactions.md §1.7. */

import type { Snowflake } from "@backlot/domain/base/Snowflake"
import { judgeTarget, targetKind } from "@backlot/domain/interaction/CommandTarget"
import type { UserSnapshot } from "@backlot/domain/interaction/ResolvedData"
import type { MessageObject } from "@backlot/domain/message/Message"
import type { ApplicationCommand } from "@backlot/domain/record/ApplicationCommand"
import { Effect } from "effect"
import * as Surroundings from "../access/Surroundings.ts"
import type { UserPlace } from "../access/UserPlace.ts"
import * as Collections from "../store/Collections.ts"

/** What the payload resolves. Empty for commands without a target. */
export interface Target {
  readonly target_id?: Snowflake
  readonly users: ReadonlyArray<UserSnapshot>
  readonly messages: ReadonlyArray<MessageObject>
}

/** The target of a use, and its faults. */
export const find = Effect.fnUntraced(function* (
  command: ApplicationCommand,
  target_id: Snowflake | undefined,
  place: UserPlace
) {
  const kind = target_id === undefined ? undefined : targetKind(command)
  const user = kind === "user" && target_id !== undefined ? yield* Surroundings.person(place, target_id) : undefined
  const message =
    kind === "message" && target_id !== undefined
      ? yield* Collections.messages.get(place.channel.id, target_id)
      : undefined
  const faults = judgeTarget(command, { target_id, user_id: place.user.id, is_user: user !== undefined, message })
  const target: Target = {
    ...(target_id === undefined ? {} : { target_id }),
    users: user === undefined ? [] : [user],
    messages: message === undefined ? [] : [message.message]
  }
  return { faults, target }
})
