/** The instruments of a server, and whether it traces requests. */
import { Context } from "effect"
import * as Instruments from "./Instruments.ts"

/** Without a server, as in commands on a data file, the default counts and nothing reads it. */
export class Observation extends Context.Reference<{
  readonly instruments: Instruments.Instruments
  /** If false, no span is made. */
  readonly tracing: boolean
}>("@backlot/server/Observation", {
  defaultValue: () => ({ instruments: Instruments.make(), tracing: false })
}) {}
