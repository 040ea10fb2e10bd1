/** Which users authorized which applications. Our choice: docs/choices.md "Control plane". */
import { inspect as limits } from "@backlot/domain/base/KeptLimits"
import type { Snowflake } from "@backlot/domain/base/Snowflake"
import { Effect } from "effect"
import type { Credential } from "../store/Collections.ts"
import { operation } from "../store/Operation.ts"
import { readNow } from "../store/Transact.ts"
import { liveTokens } from "./LiveTokens.ts"

export interface Asked {
  readonly application_id: Snowflake | undefined
  readonly user_id: Snowflake | undefined
}

/** A user and an application, or an application alone, with the valid tokens. */
export interface Authorization {
  readonly application_id: Snowflake
  /** Null for tokens of client credentials. */
  readonly user_id: Snowflake | null
  readonly tokens: ReadonlyArray<Credential>
}

/** By application, then by user. */
export const list = operation(
  "GivenAuthorizations.list",
  Effect.fnUntraced(function* ({ application_id, user_id }: Asked) {
    const isAsked = (token: Credential) =>
      (application_id === undefined || token.application_id === application_id) &&
      (user_id === undefined || token.user_id === user_id)
    const tokens = yield* liveTokens(isAsked, yield* readNow)
    const groups = Map.groupBy(tokens, (token) => `${token.application_id} ${token.user_id ?? ""}`)
    const all = [...groups].sort(([a], [b]) => (a < b ? -1 : 1)).flatMap(([, given]) => authorizationOf(given))
    return { authorizations: all.slice(0, limits.authorizations), more: all.length > limits.authorizations }
  })
)

const authorizationOf = (tokens: ReadonlyArray<Credential>): ReadonlyArray<Authorization> => {
  const [first] = tokens
  return first === undefined ? [] : [{ application_id: first.application_id, user_id: first.user_id ?? null, tokens }]
}
