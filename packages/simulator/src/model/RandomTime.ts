/** Times of random worlds, from milliseconds since 1970 to the text of a world file. */
import { DateTime } from "effect"

export const iso = (ms: number): string => DateTime.formatIso(DateTime.makeUnsafe(ms))
