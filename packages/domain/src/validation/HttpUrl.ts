/** Addresses that the service posts to. */
import * as CodePoints from "../base/CodePoints.ts"
import * as FormError from "../error/FormError.ts"

/** What is wrong with an address of at most `max` characters, if anything; an empty one is none. */
export const httpUrlError = (url: string | null | undefined, max: number) => {
  if (url === undefined || url === null || url === "") return undefined
  if (CodePoints.count(url) > max) return FormError.maxLength(max)
  return /^https?:\/\/[^\s/?#]+/i.test(url) ? undefined : FormError.notUrl
}
