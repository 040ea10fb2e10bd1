/** REST calls: the method and path that a step writes, and the outcome of the answer. */
import type { Path } from "@backlot/domain/error/Fault"
import { fieldsOf } from "@backlot/scenario/Fields"
import { rateLimitOf } from "@backlot/scenario/RateLimitAnswer"
import { METHODS } from "@backlot/scenario/Vocabulary"
import { Effect } from "effect"
import { notImplementedIn } from "../stage/NotImplemented.ts"
import type { Answer } from "../stage/StageHttp.ts"
import { type ActOutcome, unplayable } from "./Playing.ts"

/** The only method with its path. */
export const methodOf = Effect.fnUntraced(function* (
  call: Readonly<Partial<Record<(typeof METHODS)[number], string>>>,
  path: Path
) {
  const [method, ...more] = METHODS.filter((one) => call[one] !== undefined)
  if (method === undefined || more.length > 0) {
    return yield* unplayable(path, `exactly one of ${METHODS.join(", ")} must be here, with the path`)
  }
  return [method, call[method] ?? ""] as const
})

export const outcomeOfCall = ({ status, headers, body }: Answer): ActOutcome => {
  const { code } = fieldsOf(body)
  const rate_limit = rateLimitOf(headers, body)
  const lacked = notImplementedIn(headers)
  return {
    status,
    ...(status >= 400 && typeof code === "number" ? { code } : {}),
    headers,
    ...(body === undefined ? {} : { body }),
    ...(rate_limit === undefined ? {} : { rate_limit }),
    ...(lacked === undefined ? {} : { because: lacked, not_implemented: [lacked] })
  }
}
