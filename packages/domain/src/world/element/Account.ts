/** The ids of users and bots, which share one space. */
import type { Placed } from "../rule/Placed.ts"
import { type Entry, idOf, repeats, type UniqueRule, uniqueIds } from "../rule/Unique.ts"

export interface WithBot {
  readonly id?: string | null
  readonly bot?: { readonly id?: string | null } | null
}

export const uniqueAccounts: UniqueRule<{
  readonly user?: ReadonlyArray<Placed<{ readonly id?: string | null }>>
  readonly application?: ReadonlyArray<Placed<WithBot>>
}> = uniqueIds("user and bot", (p) => [...idOf(p.user ?? []), ...botIds(p.application ?? [])])

/** An application that repeats an id has that fault already; its bot does not get a second one. */
const botIds = (applications: ReadonlyArray<Placed<WithBot>>): ReadonlyArray<Entry> => {
  const repeated = new Set(repeats(idOf(applications)).map(({ path }) => path[1]))
  return applications.flatMap(({ path, value, where }): ReadonlyArray<Entry> => {
    if (value.bot?.id) return [{ key: value.bot.id, path: [...path, "bot", "id"], where }]
    return repeated.has(path[1]) ? [] : [{ key: value.id, path: [...path, "id"], where }]
  })
}
