/** Endpoints of the control plane. */
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import type { Entry } from "../openapi/Endpoint.ts"
import { ControlError } from "./ControlError.ts"

/** One guard secures every endpoint, so an entry declares no security of its own; `refuses` adds to the guard's statuses. */
export interface ControlEntry extends Entry {
  readonly refuses?: ReadonlyArray<400 | 404 | 409 | 413>
}

/** Endpoints behind the guard by operation id, with every status in which they can fail. */
export const guarded = <K extends string>(entries: Readonly<Record<K, ControlEntry>>): Readonly<Record<K, Entry>> => {
  const complete = Object.entries<ControlEntry>(entries).map(([name, entry]) => [
    name,
    { ...entry, errors: errorsOf(entry) }
  ])
  // The keys are those of `entries`.
  return Object.fromEntries(complete) as Readonly<Record<K, Entry>>
}

const errorsOf = ({ refuses = [], errors = [] }: ControlEntry) => [
  ...[401, 403, ...refuses].sort().map((status) => ControlError.pipe(HttpApiSchema.status(status))),
  ...errors
]
