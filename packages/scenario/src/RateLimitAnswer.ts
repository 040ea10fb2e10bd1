/** The rate limits that the headers and the body of an answer report, as values. Source: wire-rest.md §4. */
import { defined, fieldsOf } from "./Fields.ts"

export interface RateLimitAnswer {
  readonly limit?: number
  readonly remaining?: number
  /** Seconds. */
  readonly reset_after?: number
  readonly bucket?: string
  readonly scope?: string
  /** Seconds, as exact as in the body. */
  readonly retry_after?: number
  readonly global?: boolean
}

/** Undefined if the answer reports none. */
export const rateLimitOf = (headers: Readonly<Record<string, string>>, body: unknown): RateLimitAnswer | undefined => {
  const { retry_after, global } = fieldsOf(body)
  const isRefused = typeof retry_after === "number"
  const answer = defined({
    limit: number(headers["x-ratelimit-limit"]),
    remaining: number(headers["x-ratelimit-remaining"]),
    reset_after: number(headers["x-ratelimit-reset-after"]),
    bucket: headers["x-ratelimit-bucket"],
    scope: headers["x-ratelimit-scope"],
    retry_after: isRefused ? retry_after : number(headers["retry-after"]),
    global: isRefused && typeof global === "boolean" ? global : undefined
  })
  return Object.keys(answer).length === 0 ? undefined : answer
}

const number = (text: string | undefined) => (text === undefined ? undefined : Number(text))
