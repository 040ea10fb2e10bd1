/**
 * Programs bring the token of their real bot. Toward a front it stands for an application of this service, so that a program
 * keeps its settings, and the real token goes nowhere. Our choice: docs/choices.md "Interception".
 */
import { isSnowflake, type Snowflake } from "@backlot/domain/base/Snowflake"
import { Unauthorized } from "@backlot/domain/error/ServiceError"
import { Secrets } from "@backlot/ports/Secrets"
import { Effect, Result } from "effect"
import * as Base64Url from "effect/encoding/Base64Url"
import * as Collection from "../store/Collection.ts"
import * as Collections from "../store/Collections.ts"
import { operation } from "../store/Operation.ts"
import { existing, inTransaction } from "../store/Transact.ts"
import { inOtherForm } from "./BotTokens.ts"

export interface StandIn {
  /** A token of this service. */
  readonly token: string
  readonly application_id: Snowflake
  /** The id of the real bot, where it is none of this service. */
  readonly foreign_id: Snowflake | undefined
}

/**
 * Who a bot token is on a front of this application: its own bot where the service knows the token, else the application with
 * the id in the token, else the application of the front. Fails with `Unauthorized` when that one is gone.
 */
export const of = operation("StandIn.of", (token: string, applicationId: Snowflake) =>
  Effect.flatMap(Secrets, ({ sha256 }) =>
    inTransaction(function* () {
      const own = yield* Collections.credentials.get(Collection.text(sha256(token)))
      const credential = own ?? (yield* inOtherForm(token, sha256))
      if (credential?.kind === "bot")
        return { token, application_id: credential.application_id, foreign_id: undefined } satisfies StandIn as StandIn
      const id = idIn(token)
      const named = id === undefined ? undefined : yield* Collections.applications.get(id)
      const application = named ?? (yield* existing(Collections.applications.get(applicationId), Unauthorized))
      const foreign_id = id === application.id ? undefined : id
      return { token: application.bot.token, application_id: application.id, foreign_id } satisfies StandIn as StandIn
    })
  )
)

/** Of an id of twenty digits, in base64. */
const ID_CHARACTERS = 28

/** The id of the bot in the first part of a token. */
const idIn = (token: string): Snowflake | undefined => {
  const id = Base64Url.decodeString(token.split(".", 1).join("").slice(0, ID_CHARACTERS))
  return Result.isSuccess(id) && isSnowflake(id.success) ? id.success : undefined
}
