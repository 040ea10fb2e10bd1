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
    case "invite_expiry":
    case "thread_archive":
      return "world"
    case "webhook_event":
      return "webhooks"
    default:
      return "grants"
  }
}
