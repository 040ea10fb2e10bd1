/** Finding what a USER or MESSAGE command is used on. Inside a transaction. Source: wire-interactions.md §1.7. */
import type { ApplicationCommand } from "@backlot/domain/ApplicationCommand"
import { judgeTarget, targetKind } from "@backlot/domain/CommandTarget"
import type { MessageObject } from "@backlot/domain/Message"
import type { UserSnapshot } from "@backlot/domain/ResolvedData"
import type { Snowflake } from "@backlot/domain/Snowflake"
import { Effect } from "effect"
import * as Collection from "./Collection.ts"
import * as Collections from "./Collections.ts"
import type { Scene } from "./Scene.ts"
import * as Surroundings from "./Surroundings.ts"

/** What the payload resolves; empty for commands without a target. */
export interface Target {
  readonly target_id?: Snowflake
  readonly users: ReadonlyArray<UserSnapshot>
  readonly messages: ReadonlyArray<MessageObject>
}

/** The target of a use, and what is wrong with it. */
export const find = Effect.fnUntraced(function* (
  command: ApplicationCommand,
  target_id: Snowflake | undefined,
  scene: Scene
) {
  const kind = target_id === undefined ? undefined : targetKind(command)
  const user = kind === "user" && target_id !== undefined ? yield* Surroundings.person(scene, target_id) : undefined
  const message =
    kind === "message" && target_id !== undefined
      ? yield* Collections.messages.get(Collection.id(scene.channel.id), Collection.id(target_id))
      : undefined
  const faults = judgeTarget(command, { target_id, user_id: scene.user.id, is_user: user !== undefined, message })
  const target: Target = {
    ...(target_id === undefined ? {} : { target_id }),
    users: user === undefined ? [] : [user],
    messages: message === undefined ? [] : [message.message]
  }
  return { faults, target }
})
