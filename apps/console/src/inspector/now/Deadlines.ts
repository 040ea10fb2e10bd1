/** Everything that will fire or end as the service clock goes on. */
import { useQuery } from "@tanstack/react-query"
import { type AnswerOf, control } from "../../api/Control.ts"

export type Deadline = AnswerOf<"list_deadlines">["deadlines"][number]

export const useDeadlines = () =>
  useQuery({ queryKey: ["deadlines"], queryFn: ({ signal }) => control("list_deadlines", {}, { signal }) })

/** Where more is known of it. */
export const addressOf = ({ kind, id }: Deadline): string | undefined => {
  switch (kind) {
    case "acknowledge":
    case "deferral":
    case "interaction_token":
      return id === undefined ? undefined : `interaction/${id}`
    case "lobby_idle":
      return id === undefined ? undefined : `lobbies/${id}`
    case "webhook_event":
      return "webhooks"
    default:
      return "grants"
  }
}

/** `15min`, `1h 30min`, `2d`, `90s`, `500ms`; a number alone is seconds. Undefined: it is no time. */
export const readSpan = (text: string): number | undefined => {
  const parts = [...text.trim().matchAll(/(\d+(?:\.\d+)?)\s*([a-z]*)\s*/gi)]
  if (parts.length === 0 || parts.map(([all]) => all).join("") !== text.trim()) return undefined
  let sum = 0
  for (const [, count, unit = ""] of parts) {
    const factor = UNITS[unit.toLowerCase()]
    if (factor === undefined) return undefined
    sum += Number(count) * factor
  }
  return Math.round(sum)
}

const UNITS: Readonly<Record<string, number>> = {
  ms: 1,
  "": 1_000,
  s: 1_000,
  m: 60_000,
  min: 60_000,
  h: 3_600_000,
  d: 86_400_000
}
