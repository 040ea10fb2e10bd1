/**
 * Ranks the picker's rows against the typed text. Source: wire-interactions.md §5.9 "search": by command name and
 * subcommand path, localized and default, and by application name. The platform's formula is not published; this is a
 * table of ranks. Our choice: docs/choices.md "Picker and typing".
 */

/** The texts by which a row is found. */
export interface Searched {
  /** Default names from the command down, separated by spaces. */
  readonly path: string
  /** The same as `path`, in the user's locale. */
  readonly path_localized: string
  readonly application_name: string
}

/**
 * Ranks rows for one query: the index of the first matching entry of the table, 0 the best; undefined when none
 * matches. An empty query ranks every row 0. Ignores case, diacritics, a leading slash and white space around the
 * query.
 */
export const ranking = (query: string): ((row: Searched) => number | undefined) => {
  const typed = bare(query)
  if (typed === "") return () => 0
  // A query of combining marks only is searched unfolded.
  const folded = foldText(typed) || typed
  const read = readingOnce()
  return ({ path, path_localized, application_name }) => {
    const texts = { path: read(path), path_localized: read(path_localized), application_name: read(application_name) }
    const found = RANKS.findIndex(([field, holds]) =>
      holds === SAME ? texts[field].bare === typed : holds(texts[field].folded, folded)
    )
    return found === -1 ? undefined : found
  }
}

export const rankOf = (row: Searched, query: string): number | undefined => ranking(query)(row)

/** Removes case, compatibility forms and the combining marks of European scripts; collapses white space. */
export const foldText = (text: string): string =>
  text.normalize("NFKD").replace(COMBINING_MARKS, "").toLowerCase().replace(/\s+/gu, " ").trim()

/** Caches folded texts, because folding dominates the cost of a search and rows share application names. */
const readingOnce = () => {
  const known = new Map<string, { readonly bare: string; readonly folded: string }>()
  return (text: string) => {
    const before = known.get(text)
    if (before !== undefined) return before
    const plain = bare(text)
    const read = { bare: plain, folded: foldText(plain) }
    known.set(text, read)
    return read
  }
}

const bare = (text: string): string => text.trim().replace(/^\//u, "").trim()

/** Not \p{Mn}: in other scripts, marks are part of the letters. */
const COMBINING_MARKS = /[\u0300-\u036f]/gu

type Holds = (text: string, query: string) => boolean

const SAME = "same"
const exact: Holds = (text, query) => text === query
const prefix: Holds = (text, query) => text.startsWith(query)
const wordPrefix: Holds = (text, query) => WORD_STARTS.some((start) => text.includes(`${start}${query}`))
const substring: Holds = (text, query) => text.includes(query)
const subsequence: Holds = (text, query) => {
  let from = 0
  for (const letter of query) {
    const at = text.indexOf(letter, from)
    if (at === -1) return false
    from = at + letter.length
  }
  return true
}

const WORD_STARTS = [" ", "-", "_"]

/** Best first: localized before default names, a command's names before its application's. */
const RANKS: ReadonlyArray<readonly [keyof Searched, Holds | typeof SAME]> = [
  ["path_localized", SAME],
  ["path", SAME],
  ["path_localized", exact],
  ["path", exact],
  ["path_localized", prefix],
  ["path", prefix],
  ["path_localized", wordPrefix],
  ["path", wordPrefix],
  ["application_name", exact],
  ["application_name", prefix],
  ["application_name", wordPrefix],
  ["path_localized", substring],
  ["path", substring],
  ["application_name", substring],
  ["path_localized", subsequence],
  ["path", subsequence]
]
