/** What the parts of a server report to: its instruments, and whether its requests are traced. */
import { Context } from "effect"
import * as Instruments from "./Instruments.ts"

/** Where nobody provides one, as when a store is opened without a server, what is counted is never read. */
export class Observation extends Context.Reference<{
  readonly instruments: Instruments.Instruments
  /** Without, no span is ever made. */
  readonly tracing: boolean
}>("@backlot/server/Observation", {
  defaultValue: () => ({ instruments: Instruments.make(), tracing: false })
}) {}
