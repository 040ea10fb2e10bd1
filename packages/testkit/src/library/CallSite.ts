/** The place in a test that called the library: a failure points there. */
export interface CallSite {
  /** Lines of a stack, the caller first. */
  readonly frames: string
}

/** The caller of `entry`, which is on the stack now. */
export const callSiteOf = (entry: (...args: never) => unknown): CallSite => {
  const holder = { stack: "" }
  Error.captureStackTrace(holder, entry)
  return { frames: holder.stack.split("\n").slice(1).join("\n") }
}
