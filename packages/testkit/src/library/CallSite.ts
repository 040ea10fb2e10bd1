/** Where a test called the library, so that a failure points there and not at where it was found out. */
export interface CallSite {
  /** Lines of a stack, the caller's first. */
  readonly frames: string
}

/** The place that called `entry`, which is on the stack now. */
export const callSiteOf = (entry: (...args: never) => unknown): CallSite => {
  const holder = { stack: "" }
  Error.captureStackTrace(holder, entry)
  return { frames: holder.stack.split("\n").slice(1).join("\n") }
}
