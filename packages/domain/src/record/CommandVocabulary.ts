/** The numbers that a command may use. */
import { ContextType, IntegrationType } from "./ApplicationCommand.ts"

/** wire-rest.md §2 "Channel types": 6 to 9 are retired. */
export const CHANNEL_TYPES: ReadonlyArray<number> = [0, 1, 2, 3, 4, 5, 10, 11, 12, 13, 14, 15, 16]
export const INTEGRATION_TYPES = Object.values(IntegrationType)
export const CONTEXT_TYPES = Object.values(ContextType)
