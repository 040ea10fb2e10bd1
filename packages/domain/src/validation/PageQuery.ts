/** Queries of paged lists: `limit`, `before`, `after`. Source: wire-rest.md §5.1. */
import { isSnowflake, type Snowflake } from "../base/Snowflake.ts"
import type { Fault } from "../error/Fault.ts"
import * as FormError from "../error/FormError.ts"
import { rangeError } from "./NumberRules.ts"
import { at, none } from "./Rule.ts"
import { toInt } from "./Shape.ts"

export interface Page {
  readonly limit: number
  readonly before: Snowflake | undefined
  readonly after: Snowflake | undefined
}

export interface PageBounds {
  readonly max: number
  /** The default limit. */
  readonly usual: number
}

/** The page that a query requests, with every fault of the query. A faulty parameter counts as missing. */
export const pageOf = (
  query: (name: string) => string | undefined,
  { max, usual }: PageBounds
): { readonly page: Page; readonly faults: ReadonlyArray<Fault> } => {
  const sent = query("limit")
  const limit = sent === undefined ? usual : toInt(sent)
  const wrong = limit === undefined ? FormError.notInt(sent) : rangeError(limit, 1, max)
  const idAt = (name: string) => {
    const id = query(name)
    return isSnowflake(id)
      ? { id, faults: none }
      : { id: undefined, faults: at([name], id === undefined ? undefined : FormError.notSnowflake(id)) }
  }
  const [before, after] = [idAt("before"), idAt("after")]
  return {
    page: { limit: wrong === undefined && limit !== undefined ? limit : usual, before: before.id, after: after.id },
    faults: [...at(["limit"], wrong), ...before.faults, ...after.faults]
  }
}
