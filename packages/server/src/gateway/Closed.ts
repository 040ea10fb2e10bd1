/** The connection is closed, and why. */
import type { CloseReason } from "@backlot/protocol/gateway/Gateway"
import { Data } from "effect"

export class Closed extends Data.TaggedError("Closed")<{ readonly reason: CloseReason; readonly because: string }> {}
