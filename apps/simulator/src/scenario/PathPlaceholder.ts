/** What may stand in braces in the path of a call of `app`; `play/Placeholders.ts` puts ids in place of it. */
import { didYouMeanOf } from "./DidYouMean.ts"

/** `{user:bob}`: the id of what has this name. */
const NAMED = ["user", "guild", "channel", "role", "command", "application"]

/** Of the last interaction, and the lobby that was joined last. */
const LASTING = ["application", "token", "interaction", "lobby"]

/** What is wrong with the first that there is not. A path has no braces of its own: a URL escapes them. */
export const strayPlaceholder = (path: string): string | undefined => {
  for (const [whole, kind = "", name] of path.matchAll(BRACES)) {
    const known = name === undefined ? LASTING : NAMED
    if (known.includes(kind)) continue
    const isNameless = name === undefined && NAMED.includes(kind)
    return `${whole} stands for nothing${isNameless ? `; a ${kind} has a name, as in {${kind}:NAME}` : didYouMeanOf(kind, known, "")}`
  }
  return undefined
}

/** Not those of a variable, `${…}`. */
const BRACES = /(?<!\$)\{([^{}:]*)(?::([^{}]*))?\}/g
