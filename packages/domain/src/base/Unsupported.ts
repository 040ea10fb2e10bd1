/**
 * A feature of the platform that this service lacks is refused with a plain message, never faked. Our choice:
 * docs/choices.md "Control plane".
 */

/** `what` starts the sentence, e.g. "Callback type 9 (MODAL)". */
export const unsupported = (what: string) => ({
  code: "SERVICE_UNSUPPORTED",
  message: `${what} is not supported by this service yet.`
})
