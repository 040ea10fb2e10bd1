/** What may stand in braces in the path of a call of `app`; `play/Placeholders.ts` puts ids in place of it. */
import { didYouMeanOf } from "../DidYouMean.ts"

/** `{user:bob}`: the id of what has this name. */
export const NAMED = ["user", "guild", "channel", "role", "command", "application"]

/** Of the last interaction, and the lobby that was joined last. */
export const LASTING = ["application", "token", "interaction", "lobby"]

/** What is wrong with the first that there is not. A path has no braces of its own: a URL escapes them. */
export const strayPlaceholder = (path: string): string | undefined => {
  for (const [whole, kind = "", name] of path.matchAll(BRACES)) {
    const known = name === undefined ? LASTING : NAMED
    if (known.includes(kind) && name !== "") continue
    const isNameless = !name && NAMED.includes(kind)
    return `${whole} stands for nothing${isNameless ? `; a ${kind} has a name, as in {${kind}:NAME}` : didYouMeanOf(kind, known, "")}`
  }
  const [brace] = /[{}]/.exec(path.replace(VARIABLES, "").replace(BRACES, "")) ?? []
  return brace === undefined ? undefined : `a ${brace} stands alone`
}

const VARIABLES = /\$\{[^{}]*\}/g
/** Not those of a variable. */
const BRACES = /(?<!\$)\{([^{}:]*)(?::([^{}]*))?\}/g
