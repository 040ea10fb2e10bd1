/** From an `Authorization` header into a route, as the server goes. */
import * as Access from "@backlot/usecases/Access"
import { Effect } from "effect"

export const enter = Effect.fnUntraced(function* (
  authorization: string | undefined,
  ids: Access.PathIds,
  scope: string
) {
  const { caller } = yield* Access.authenticate(authorization)
  return { caller, application: yield* Access.enter(caller, ids, scope) }
})

export const identify = Effect.fnUntraced(function* (authorization: string | undefined) {
  const { caller } = yield* Access.authenticate(authorization)
  return { caller, application: yield* Access.identify(caller) }
})
