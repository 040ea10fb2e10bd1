/**
 * Lists and explains the commands of a user in a channel. Source: wire-interactions.md §5; product.md "Control plane".
 */
import type { Snowflake } from "@backlot/domain/base/Snowflake"
import { UnknownCommand } from "@backlot/domain/error/ServiceError"
import { Effect } from "effect"
import * as Surroundings from "../access/Surroundings.ts"
import * as UserPlace from "../access/UserPlace.ts"
import * as Collections from "../store/Collections.ts"
import { existing, transact } from "../store/Transact.ts"
import { judging } from "./CommandChoice.ts"

/**
 * The commands that a user sees in a channel, of every type: by application, its global ones first, by ascending id.
 */
export const list = Effect.fn("CommandPicker.list")(function* (userId: Snowflake, channelId: Snowflake) {
  return yield* transact(function* (now) {
    const place = yield* UserPlace.load(userId, channelId)
    const judgeHere = judging(place, now)
    const candidates = yield* UserPlace.candidates(place)
    return {
      user: place.user,
      commands: candidates.filter((candidate) => judgeHere(candidate).evaluation.visible)
    }
  })
})

/** Every step of the decision on one command, of any application and scope. */
export const explain = Effect.fn("CommandPicker.explain")(function* (
  userId: Snowflake,
  channelId: Snowflake,
  commandId: Snowflake
) {
  return yield* transact(function* (now) {
    const place = yield* UserPlace.load(userId, channelId)
    const [command] = yield* Collections.commands.by("id", commandId)
    if (command === undefined) return yield* new UnknownCommand()
    const application = yield* existing(Collections.applications.get(command.application_id), UnknownCommand)
    return judging(place, now)({ command, application }).evaluation
  })
})

/** What the user can name in options: everything here, and the `named` users. */
export const surroundings = Effect.fn("CommandPicker.surroundings")(function* (
  userId: Snowflake,
  channelId: Snowflake,
  named: Surroundings.Named
) {
  return yield* transact(function* (now) {
    const place = yield* UserPlace.load(userId, channelId)
    return {
      user: place.user,
      surroundings: yield* Surroundings.load(place, named, now)
    }
  })
})
