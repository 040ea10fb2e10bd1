/**
 * How long apps took to their first answers in real time, from the events of a stage. A frozen clock lets no answer be
 * late, but on the platform it would be. Source: wire-interactions.md §1 (3 s).
 */
import { fieldsOf } from "@backlot/scenario/Fields"

export interface Answered {
  /** Real milliseconds from the interaction to the first answer of its app. */
  readonly answered_ms: number
  /** Whether no step was judged by it yet. */
  readonly fresh: boolean
}

export interface AnswerTimes {
  readonly notice: (event: { readonly type: string; readonly data: unknown }) => void
  /** Undefined while the app has not answered. Every later call is not `fresh`. */
  readonly take: (interactionId: string) => Answered | undefined
}

/** Interactions that are known at the same time; the oldest is forgotten. Our choice: docs/choices.md "Scenarios". */
const KEPT = 1_000

/** First answers of apps: a deferral is one. */
const ANSWERS: ReadonlySet<string> = new Set([
  "interaction.acknowledged",
  "interaction.responded",
  "interaction.failed"
])

export const make = (now: () => number): AnswerTimes => {
  const known = new Map<string, { readonly began: number; answered?: number; taken?: true }>()
  return {
    notice: ({ type, data }) => {
      const { interaction_id } = fieldsOf(data)
      if (typeof interaction_id !== "string") return
      const one = known.get(interaction_id)
      if (type === "interaction.created") {
        if (known.size >= KEPT) known.delete([...known.keys()][0] ?? "")
        known.set(interaction_id, { began: now() })
      } else if (one !== undefined && ANSWERS.has(type)) one.answered ??= now()
    },
    take: (interactionId) => {
      const one = known.get(interactionId)
      if (one?.answered === undefined) return undefined
      const fresh = one.taken === undefined
      one.taken = true
      return { answered_ms: one.answered - one.began, fresh }
    }
  }
}
