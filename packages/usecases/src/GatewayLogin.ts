/** Who identifies or resumes on the gateway. Source: wire-interactions.md §3.4. */
import { Unauthorized } from "@backlot/domain/ServiceError"
import type { Application } from "@backlot/domain/World"
import { Secrets } from "@backlot/ports/Secrets"
import { Storage } from "@backlot/ports/Storage"
import { Effect } from "effect"
import * as Collection from "./Collection.ts"
import * as Collections from "./Collections.ts"

/** Whose bot token it was, and by which hash the service knows it: another one later means that the token changed. */
export interface Login {
  readonly application: Application
  readonly token_hash: string
}

/** The application of a bot token without its prefix. Fails with `Unauthorized`. */
export const authenticate = Effect.fnUntraced(function* (token: string) {
  const token_hash = (yield* Secrets).sha256(token)
  const storage = yield* Storage
  return yield* storage.transaction(
    Effect.gen(function* () {
      const credential = yield* Collections.credentials.get(Collection.text(token_hash))
      if (credential === undefined || credential.kind !== "bot") return yield* new Unauthorized()
      const application = yield* Collections.applications.get(Collection.id(credential.application_id))
      if (application === undefined) return yield* new Unauthorized()
      return { application, token_hash } satisfies Login
    })
  )
})
