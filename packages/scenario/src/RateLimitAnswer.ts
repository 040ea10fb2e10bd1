/** The rate limits that the headers and the body of an answer report, as values. Source: wire-rest.md §4. */
import { fieldsOf } from "./Fields.ts"

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
  const answer: RateLimitAnswer = {
    ...number("limit", headers["x-ratelimit-limit"]),
    ...number("remaining", headers["x-ratelimit-remaining"]),
    ...number("reset_after", headers["x-ratelimit-reset-after"]),
    ...text("bucket", headers["x-ratelimit-bucket"]),
    ...text("scope", headers["x-ratelimit-scope"]),
    ...(isRefused ? { retry_after } : number("retry_after", headers["retry-after"])),
    ...(isRefused && typeof global === "boolean" ? { global } : {})
  }
  return Object.keys(answer).length === 0 ? undefined : answer
}

const number = (name: string, value: string | undefined) => (value === undefined ? {} : { [name]: Number(value) })
const text = (name: string, value: string | undefined) => (value === undefined ? {} : { [name]: value })
