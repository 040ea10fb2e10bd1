/** The reason of a change, as the caller gives it in a header, percent-encoded. Source: the platform's reference, "Audit Logs". */
import { guild } from "@backlot/domain/base/Limits"
import type { Call } from "./Route.ts"

/** Cut off where it is too long; undefined without one. */
export const reasonOf = ({ request: { headers } }: Call): string | undefined => {
  const sent = headers["x-audit-log-reason"]
  if (typeof sent !== "string" || sent === "") return undefined
  const text = Array.from(decoded(sent)).slice(0, guild.bans.reasonMax).join("")
  return text === "" ? undefined : text
}

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
