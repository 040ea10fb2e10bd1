/** Whose token a request has. */
import * as Access from "@backlot/usecases/access/Access"
import { Effect } from "effect"
import { authorization, type Call } from "./Route.ts"

/** The application of a bot's or a user's token; null if there is none. */
export const callingApplication = (call: Call) =>
  Access.authenticate(authorization(call)).pipe(
    Effect.map(({ caller }): string | null => caller.application_id),
    Effect.orElseSucceed(() => null)
  )
