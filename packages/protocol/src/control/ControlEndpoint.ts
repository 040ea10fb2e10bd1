/** Endpoints of the control plane. */
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import { type Details, entriesWith } from "../openapi/Endpoint.ts"
import { ControlError } from "./ControlError.ts"

/** One guard secures every endpoint, so an entry declares no security of its own. */
export interface ControlDetails extends Details {
  /** Statuses of failures beyond those that follow from the guard, the path, the query and the body. */
  readonly refuses?: ReadonlyArray<409>
}

/** Makes entries of endpoints behind the guard, with every status in which they can fail. */
export const endpoint = entriesWith((path, { refuses = [], errors = [], ...details }: ControlDetails = {}) => {
  const names = path.includes(":")
  const statuses = [
    ...(names || details.query || details.body ? [400] : []),
    ...[401, 403],
    ...(names ? [404] : []),
    ...refuses,
    ...(details.body ? [413] : [])
  ]
  return {
    ...details,
    errors: [...statuses.map((status) => ControlError.pipe(HttpApiSchema.status(status))), ...errors]
  }
})
