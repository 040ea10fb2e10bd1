/** The users of one server: `as(user).in(channel).use(…)`. Source: product.md "Library use". */
import type { Snowflake } from "@backlot/domain/base/Snowflake"
import { Context, Effect, Layer } from "effect"
import type { HttpClient } from "effect/http/HttpClient"
import { CommandIndexes, layer as layerIndexes } from "./CommandIndexes.ts"
import { type ControlAddress, ControlClient, layer as layerClient } from "./ControlClient.ts"
import type { SessionServices } from "./SessionRun.ts"
import * as UserSession from "./UserSession.ts"

export interface ActingUser {
  readonly in: (channelId: Snowflake, options?: UserSession.SessionOptions) => UserSession.UserSession
}

export class UserSessions extends Context.Service<UserSessions, { readonly as: (userId: Snowflake) => ActingUser }>()(
  "./UserSessions.ts"
) {}

/** Sessions that share one index. */
export const make = Effect.gen(function* () {
  const services: SessionServices = { client: yield* ControlClient, indexes: yield* CommandIndexes }
  return UserSessions.of({
    as: (user_id) => ({
      in: (channel_id, options) => UserSession.make(services, { user_id, channel_id }, options)
    })
  })
})

/** The users of the server at `address`. */
export const layer = (address: ControlAddress): Layer.Layer<UserSessions, never, HttpClient> =>
  Layer.effect(UserSessions, make).pipe(Layer.provide(layerIndexes), Layer.provide(layerClient(address)))
