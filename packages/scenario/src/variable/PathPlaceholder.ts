/** Names in braces in the path of a call of `app`; the player replaces them (player/turn/Placeholders.ts). */
import { didYouMeanOf } from "../DidYouMean.ts"

/** `{user:bob}`: the id of the element with this name. */
export const NAMED = ["user", "guild", "channel", "role", "command", "application"] as const
export type Named = (typeof NAMED)[number]

/** Of the last interaction, and the last lobby that was joined. */
export const LASTING = ["application", "token", "interaction", "lobby"]

/** The problem of the first unknown placeholder. A path has no other braces: a URL escapes them. */
export const unknownPlaceholder = (path: string): string | undefined => {
  for (const [whole, kind = "", name] of path.matchAll(BRACES)) {
    const known: ReadonlyArray<string> = name === undefined ? LASTING : NAMED
    if (known.includes(kind) && name !== "") continue
    const isNameless = !name && NAMED.some((one) => one === kind)
    return `${whole} is not a known placeholder${isNameless ? `; a ${kind} has a name, as in {${kind}:NAME}` : didYouMeanOf(kind, known, "")}`
  }
  const [brace] = /[{}]/.exec(path.replace(VARIABLES, "").replace(BRACES, "")) ?? []
  return brace === undefined ? undefined : `a ${brace} has no partner`
}

const VARIABLES = /\$\{[^{}]*\}/g
/** Braces that do not belong to a variable. */
const BRACES = /(?<!\$)\{([^{}:]*)(?::([^{}]*))?\}/g
