/** Reads the tokens that are valid now. */
import { inspect as limits } from "@backlot/domain/base/KeptLimits"
import { Effect } from "effect"
import { text } from "../store/Collection.ts"
import * as Collections from "../store/Collections.ts"
import { inTransaction } from "../store/Transact.ts"

type Credential = Collections.Credential

/**
 * Bearer and refresh tokens that have not ended, of the first rows. Each page is read in a transaction of its own, so
 * that no other waits long.
 */
export const liveTokens = Effect.fnUntraced(function* (isAsked: (token: Credential) => boolean, nowMs: number) {
  const found: Array<Credential> = []
  let last: Credential | undefined
  for (let rows = 0; rows < limits.rows; rows += limits.page) {
    const after = last === undefined ? undefined : [text(last.token_hash)]
    const page = yield* inTransaction(() => Collections.credentials.list([], limits.page, after))
    found.push(...page.filter((token) => isLive(token, nowMs) && isAsked(token)))
    last = page.at(-1)
    if (page.length < limits.page) break
  }
  return found
})

const isLive = ({ kind, expires_at }: Credential, nowMs: number): boolean =>
  kind !== "bot" && (expires_at === null || expires_at > nowMs)
