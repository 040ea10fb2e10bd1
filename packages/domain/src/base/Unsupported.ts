/** What the platform allows and this service does not do yet is refused in so many words, never faked. Ours. */

/** `what` begins the sentence, e.g. "Callback type 9 (MODAL)". */
export const unsupported = (what: string) => ({
  code: "SERVICE_UNSUPPORTED",
  message: `${what} is not supported by this service yet.`
})
