/**
 * Calls of games about players without an account. The platform answers them where it has let an application; here it has
 * let none, because the accounts come from services elsewhere. Source: the platform's documentation of provisional accounts.
 */
import { MissingAccess, ProvisionalAccounts, UnknownApplication } from "@backlot/domain/error/ServiceError"
import { decodeModeration } from "@backlot/domain/lobby/LobbyMessage"
import * as Body from "@backlot/domain/lobby/ProvisionalBody"
import { Effect } from "effect"
import * as Collections from "../store/Collections.ts"
import { operation } from "../store/Operation.ts"
import { existing, inTransaction } from "../store/Transact.ts"

/** For anybody who names a client. */
export const byClient = operation("ProvisionalAccounts.byClient", (sent: unknown) =>
  inTransaction(function* () {
    const { client_id } = yield* Body.readExternal(sent)
    return yield* refusal(yield* existing(Collections.applications.get(client_id ?? ""), UnknownApplication))
  })
)

interface Named {
  readonly name: string
}

export const byBot = (application: Named, sent: unknown) =>
  Effect.flatMap(Effect.fromResult(Body.readBotToken(sent)), () => refusal(application))

export const unmergeByBot = (application: Named, sent: unknown) =>
  Effect.flatMap(Effect.fromResult(Body.readBotUnmerge(sent)), () => refusal(application))

const refusal = ({ name }: Named) =>
  new ProvisionalAccounts({ because: `${name} has no permission for provisional accounts, which nobody gets here` })

/** What a game says of a message between two of its players. */
export const moderate = ({ name }: Named, sent: unknown) =>
  Effect.flatMap(
    Effect.fromResult(decodeModeration(sent)),
    () =>
      new MissingAccess({ because: `${name} has no access to messages between two people, which no game sends here` })
  )
