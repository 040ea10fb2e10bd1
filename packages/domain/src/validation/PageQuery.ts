/** Queries of paged lists: `limit`, `before`, `after`. Source: wire-rest.md §5.1. */
import { isSnowflake, type Snowflake } from "../base/Snowflake.ts"
import { type Fault, fault } from "../error/Fault.ts"
import * as FormError from "../error/FormError.ts"
import { judgeRange } from "./NumberRules.ts"
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
  const wrong = limit === undefined ? FormError.notInt(sent) : judgeRange(limit, 1, max)
  const ids = (["before", "after"] as const).flatMap((name): ReadonlyArray<Fault> => {
    const value = query(name)
    return value === undefined || isSnowflake(value) ? [] : [fault([name], FormError.notSnowflake(value))]
  })
  const id = (name: "before" | "after") => {
    const value = query(name)
    return isSnowflake(value) ? value : undefined
  }
  return {
    page: {
      limit: wrong === undefined && limit !== undefined ? limit : usual,
      before: id("before"),
      after: id("after")
    },
    faults: [...(wrong === undefined ? [] : [fault(["limit"], wrong)]), ...ids]
  }
}
