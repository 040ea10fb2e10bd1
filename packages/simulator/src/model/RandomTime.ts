/** Converts milliseconds since 1970 into the text of a world file. */
import { DateTime } from "effect"

export const iso = (ms: number): string => DateTime.formatIso(DateTime.makeUnsafe(ms))
