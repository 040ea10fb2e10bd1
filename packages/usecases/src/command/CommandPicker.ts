/**
 * What a user may choose where they stand, and why: every command that could be offered, judged by the one decision.
 * Source: wire-interactions.md §5; product.md "Control plane".
 */

import type { Snowflake } from "@backlot/domain/base/Snowflake"
import { UnknownCommand } from "@backlot/domain/error/ServiceError"
import type { User } from "@backlot/domain/record/World"
import { ServiceClock } from "@backlot/ports/ServiceClock"
import { Storage } from "@backlot/ports/Storage"
import { Effect } from "effect"
import * as Surroundings from "../access/Surroundings.ts"
import * as UserPlace from "../access/UserPlace.ts"
import * as Collection from "../store/Collection.ts"
import * as Collections from "../store/Collections.ts"
import { judge, judging } from "./Judgement.ts"

export interface Offer {
  readonly user: User
  /** The commands that the user sees here, of every type: by application, its global ones first, by ascending id. */
  readonly commands: ReadonlyArray<UserPlace.Candidate>
}

export interface Around {
  readonly user: User
  readonly surroundings: Surroundings.Surroundings
}

/** The commands that pickers list for a user in a channel. */
export const list = Effect.fn("CommandPicker.list")(function* (userId: Snowflake, channelId: Snowflake) {
  const now = yield* (yield* ServiceClock).now
  const storage = yield* Storage
  return yield* storage.transaction(
    Effect.gen(function* () {
      const place = yield* UserPlace.load(userId, channelId)
      const judgeHere = judging(place, now)
      const candidates = yield* UserPlace.candidates(place)
      const offer: Offer = {
        user: place.user,
        commands: candidates.filter((candidate) => judgeHere(candidate).evaluation.visible)
      }
      return offer
    })
  )
})

/** Every step of the decision on one command, whichever application's and wherever it lives. */
export const explain = Effect.fn("CommandPicker.explain")(function* (
  userId: Snowflake,
  channelId: Snowflake,
  commandId: Snowflake
) {
  const now = yield* (yield* ServiceClock).now
  const storage = yield* Storage
  return yield* storage.transaction(
    Effect.gen(function* () {
      const place = yield* UserPlace.load(userId, channelId)
      const [command] = yield* Collections.commands.by("id", Collection.id(commandId))
      if (command === undefined) return yield* new UnknownCommand()
      const application = yield* Collections.applications.get(Collection.id(command.application_id))
      if (application === undefined) return yield* new UnknownCommand()
      return judge({ command, application }, place, now).evaluation
    })
  )
})

/** What the user can name while filling in options: everything here, and the users who are wanted. */
export const surroundings = Effect.fn("CommandPicker.surroundings")(function* (
  userId: Snowflake,
  channelId: Snowflake,
  named: Surroundings.Named
) {
  const now = yield* (yield* ServiceClock).now
  const storage = yield* Storage
  return yield* storage.transaction(
    Effect.gen(function* () {
      const place = yield* UserPlace.load(userId, channelId)
      const around: Around = {
        user: place.user,
        surroundings: yield* Surroundings.load(place, named, now)
      }
      return around
    })
  )
})
