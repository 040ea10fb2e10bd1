/** Metadata of lobbies and their members. Source: service.md "Lobby member"; decision 2. */
import * as CodePoints from "../base/CodePoints.ts"

export type Metadata = Readonly<Record<string, string>>

/** Keys and values together are at most `max` characters long. */
export const metadataError = (metadata: Readonly<Record<string, unknown>> | null | undefined, max: number) => {
  const total = Object.entries(metadata ?? {}).reduce(
    (sum, [key, text]) => sum + CodePoints.count(key) + CodePoints.count(String(text)),
    0
  )
  return total > max
    ? { code: "BASE_TYPE_MAX_LENGTH", message: `Keys and values together must be ${max} or fewer in length.` }
    : undefined
}
