/** REST calls: the method and path that a step writes, and the outcome of the answer. */
import type { Path } from "@backlot/domain/error/Fault"
import { defined, fieldsOf } from "@backlot/scenario/Fields"
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
  const { code: given } = fieldsOf(body)
  const code = status >= 400 && typeof given === "number" ? given : undefined
  const because = notImplementedIn(headers)
  const not_implemented = because === undefined ? undefined : [because]
  return defined({ status, code, headers, body, rate_limit: rateLimitOf(headers, body), because, not_implemented })
}
