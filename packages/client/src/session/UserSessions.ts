/** The users of one server: `as(user).in(channel).use(…)`. Source: product.md "Library use". */
import type { Snowflake } from "@backlot/domain/base/Snowflake"
import { Context, Effect, Layer } from "effect"
import type { HttpClient } from "effect/http/HttpClient"
import * as CommandIndex from "./CommandIndex.ts"
import { type ControlAddress, make as makeClient } from "./ControlClient.ts"
import * as UserSession from "./UserSession.ts"

export interface ActingUser {
  readonly in: (channelId: Snowflake, options?: UserSession.SessionOptions) => UserSession.UserSession
}

export class UserSessions extends Context.Service<UserSessions, { readonly as: (userId: Snowflake) => ActingUser }>()(
  "./UserSessions.ts"
) {}

/** The users of the server at `address`; their sessions share one index of commands. */
export const layer = (address: ControlAddress): Layer.Layer<UserSessions, never, HttpClient> =>
  Layer.effect(
    UserSessions,
    Effect.gen(function* () {
      const client = yield* makeClient(address)
      const services = { client, index: yield* CommandIndex.make(client.commands) }
      return UserSessions.of({
        as: (user_id) => ({
          in: (channel_id, options) => UserSession.make(services, { user_id, channel_id }, options)
        })
      })
    })
  )
