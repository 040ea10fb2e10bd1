/** Which official operations the REST contract has and which it lacks. */
import { shapeOf } from "@backlot/domain/limit/RateLimit"
import { type OfficialOperation, officialOperations } from "./OfficialOperations.ts"

/** An endpoint of a contract, or a route: `path` is below the prefix, with `:name` for a parameter. */
export interface Endpoint {
  readonly method: string
  readonly path: string
}

/**
 * Operations that another endpoint answers, because their literal segment is one value of its parameter. Any other
 * literal (`/guilds/{guild_id}/members/@me`) is a separate operation, which a parameter does not implement.
 */
export const ANSWERED_BY: Readonly<Record<string, string>> = {
  get_original_webhook_message: "GET /webhooks/{}/{}/messages/{}",
  update_original_webhook_message: "PATCH /webhooks/{}/{}/messages/{}",
  delete_original_webhook_message: "DELETE /webhooks/{}/{}/messages/{}"
}

const RULES = "/guilds/{guild_id}/member-verification"

/** Operations that the platform has beside its document, and that this version lacks. */
export const UNLISTED: ReadonlyArray<OfficialOperation> = [
  { method: "GET", path: RULES, id: "get_guild_member_verification" },
  { method: "PATCH", path: RULES, id: "update_guild_member_verification" }
]

/** Every official operation, and whether one of `endpoints` implements it. */
export const coverageOf = (
  endpoints: ReadonlyArray<Endpoint>
): ReadonlyArray<{ readonly operation: OfficialOperation; readonly implemented: boolean }> => {
  const known = new Set(endpoints.map(signatureOf))
  return officialOperations().map((operation) => ({
    operation,
    implemented: known.has(signatureOf(operation)) || known.has(ANSWERED_BY[operation.id] ?? "")
  }))
}

/** Method and path without the names of parameters, which contract and document choose differently. */
export const signatureOf = ({ method, path }: Endpoint): string => `${method} ${shapeOf(path)}`
