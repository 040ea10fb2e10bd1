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
  const read = readingOnce()
  const { bare, folded } = read(query)
  if (bare === "") return () => 0
  // A query of combining marks only is searched unfolded.
  const typed = { bare, folded: folded || bare }
  return ({ path, path_localized, application_name }) => {
    const texts = { path: read(path), path_localized: read(path_localized), application_name: read(application_name) }
    const found = RANKS.findIndex(([field, holds]) => holds(texts[field], typed))
    return found === -1 ? undefined : found
  }
}

export const rankOf = (row: Searched, query: string): number | undefined => ranking(query)(row)

/** Removes case, compatibility forms and the combining marks of European scripts; collapses white space. */
export const foldText = (text: string): string =>
  text.normalize("NFKD").replace(COMBINING_MARKS, "").toLowerCase().replace(/\s+/gu, " ").trim()

/** Caches folded texts, because folding dominates the cost of a search and rows share application names. */
const readingOnce = () => {
  const known = new Map<string, Read>()
  return (text: string): Read => {
    const before = known.get(text)
    if (before !== undefined) return before
    const bare = text.trim().replace(/^\//u, "").trim()
    const read = { bare, folded: foldText(bare) }
    known.set(text, read)
    return read
  }
}

/** Not \p{Mn}: in other scripts, marks are part of the letters. */
const COMBINING_MARKS = /[\u0300-\u036f]/gu

type Read = { readonly bare: string; readonly folded: string }
type Holds = (text: Read, query: Read) => boolean

const same: Holds = (text, query) => text.bare === query.bare
const exact: Holds = (text, query) => text.folded === query.folded
const prefix: Holds = (text, query) => text.folded.startsWith(query.folded)
const wordPrefix: Holds = (text, query) => WORD_STARTS.some((start) => text.folded.includes(`${start}${query.folded}`))
const substring: Holds = (text, query) => text.folded.includes(query.folded)
const subsequence: Holds = (text, query) => {
  let from = 0
  for (const letter of query.folded) {
    const at = text.folded.indexOf(letter, from)
    if (at === -1) return false
    from = at + letter.length
  }
  return true
}

const WORD_STARTS = [" ", "-", "_"]

/** Best first: localized before default names, a command's names before its application's. */
const RANKS: ReadonlyArray<readonly [keyof Searched, Holds]> = [
  ["path_localized", same],
  ["path", same],
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
