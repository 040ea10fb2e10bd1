/** Addresses that the service posts to. */
import * as CodePoints from "../base/CodePoints.ts"
import * as FormError from "../error/FormError.ts"

/** The fault of an address of at most `max` characters, if any; an empty address counts as missing. */
export const httpUrlError = (url: string | null | undefined, max: number) => {
  if (url === undefined || url === null || url === "") return undefined
  if (CodePoints.count(url) > max) return FormError.maxLength(max)
  return /^https?:\/\/[^\s/?#]+/i.test(url) ? undefined : FormError.notUrl
}
