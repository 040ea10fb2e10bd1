/**
 * Loaded into the program before its own code. When the process that started the program ends, even by SIGKILL, the
 * channel between the two closes, and the program ends as if by SIGTERM.
 */
import { isMainThread } from "node:worker_threads"

/** The time for an orderly end. */
const graceMs = 10_000

if (isMainThread && process.channel) {
  process.once("disconnect", () => {
    setTimeout(() => process.kill(process.pid, "SIGKILL"), graceMs).unref()
    process.kill(process.pid, "SIGTERM")
  })
  // The leash alone does not keep a program running.
  process.channel.unref()
}
