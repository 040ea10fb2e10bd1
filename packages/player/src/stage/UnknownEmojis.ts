/** Emojis that a sender may not use, reported at the step in which they came. Our choice: docs/choices.md "Emojis". */
import { listOf, textOf } from "@backlot/scenario/Fields"

/** The sentences on one stage, from its events: each once. */
export interface UnknownEmojis {
  readonly notice: (event: { readonly type: string; readonly data: unknown }) => void
  /** Those that no step has reported yet. */
  readonly fresh: () => ReadonlyArray<string>
}

/** Further ones are not reported. Our choice: docs/choices.md "Scenarios". */
const KEPT = 20

export const make = (): UnknownEmojis => {
  const known = new Map<string, { readonly line: string; reported: boolean }>()
  return {
    notice: ({ type, data }) => {
      if (type !== "rest.unknown_emoji") return
      for (const emoji of listOf(data, "emojis")) {
        const key = `${textOf(data, "user_id")} ${textOf(emoji, "id")}`
        if (known.has(key) || known.size >= KEPT) continue
        known.set(key, { line: textOf(emoji, "because") ?? key, reported: false })
      }
    },
    fresh: () => {
      const lines = [...known.values()].filter(({ reported }) => !reported)
      for (const one of lines) one.reported = true
      return lines.map(({ line }) => line)
    }
  }
}
