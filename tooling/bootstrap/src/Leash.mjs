/**
 * Loaded into the program before its own code. When the process that started the program is gone, even by SIGKILL,
 * the channel between the two closes, and the program ends as by SIGTERM.
 */
import { isMainThread } from "node:worker_threads"

/** An orderly end may take this long. */
const graceMs = 10_000

if (isMainThread && process.channel) {
  process.once("disconnect", () => {
    setTimeout(() => process.kill(process.pid, "SIGKILL"), graceMs).unref()
    process.kill(process.pid, "SIGTERM")
  })
  // The leash alone keeps no program running.
  process.channel.unref()
}
