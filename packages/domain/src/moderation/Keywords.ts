/**
 * Finds keywords in a text, in any case and in time linear in the text: the algorithm of Aho and Corasick. A keyword is a
 * whole word or phrase; a `*` at its beginning or end lets it go on there. Source: the platform's documentation of automatic
 * moderation, "Keyword Matching Strategies".
 */

export interface Found {
  readonly keyword: string
  readonly start: number
  readonly end: number
}

interface Word {
  readonly keyword: string
  readonly length: number
  /** Whether a word may go on before it, and behind it. */
  readonly open: readonly [boolean, boolean]
}

interface Node {
  readonly next: Map<string, Node>
  readonly words: Array<Word>
  fall: Node | undefined
  /** The nearest node with words on the way of falls. */
  ends: Node | undefined
}

/** Gives every place of every keyword, in the order of their ends. */
export const finder = (keywords: ReadonlyArray<string>): ((text: string) => ReadonlyArray<Found>) => {
  const root = node()
  for (const keyword of new Set(keywords)) add(root, keyword)
  link(root)
  return (text) => foundIn(root, text)
}

const node = (): Node => ({ next: new Map(), words: [], fall: undefined, ends: undefined })

const add = (root: Node, keyword: string): void => {
  const open = [keyword.startsWith("*"), keyword.length > 1 && keyword.endsWith("*")] as const
  const inner = folded(keyword.slice(open[0] ? 1 : 0, open[1] ? -1 : undefined))
  if (inner === "") return
  let at = root
  // In units: text is folded in units too.
  for (let i = 0; i < inner.length; i++) {
    const unit = inner.charAt(i)
    const next = at.next.get(unit) ?? node()
    at.next.set(unit, next)
    at = next
  }
  at.words.push({ keyword, length: inner.length, open })
}

/** Breadth first, so that what a node falls to is linked already. */
const link = (root: Node): void => {
  const queue = [root]
  for (const at of queue) {
    for (const [unit, next] of at.next) {
      const fall = at === root ? root : step(root, at.fall ?? root, unit)
      next.fall = fall
      next.ends = fall.words.length > 0 ? fall : fall.ends
      queue.push(next)
    }
  }
}

const step = (root: Node, from: Node, unit: string): Node => {
  let at: Node | undefined = from
  while (at !== undefined) {
    const next: Node | undefined = at.next.get(unit)
    if (next !== undefined) return next
    at = at.fall
  }
  return root
}

const foundIn = (root: Node, written: string): ReadonlyArray<Found> => {
  const text = folded(written)
  const found: Array<Found> = []
  let at = root
  for (let i = 0; i < text.length; i++) {
    at = step(root, at, text.charAt(i))
    for (let hit: Node | undefined = at.words.length > 0 ? at : at.ends; hit !== undefined; hit = hit.ends) {
      for (const { keyword, length, open } of hit.words) {
        const [start, end] = [i + 1 - length, i + 1]
        const goesOn = (!open[0] && isJoined(text, start)) || (!open[1] && isJoined(text, end))
        if (!goesOn) found.push({ keyword, start, end })
      }
    }
  }
  return found
}

/** Whether a word goes on over a place of a text. */
const isJoined = (text: string, at: number): boolean => isWord(text.charAt(at - 1)) && isWord(text.charAt(at))

const isWord = (unit: string): boolean => /[\p{L}\p{N}\p{M}_\p{Cs}]/u.test(unit)

/** In lower case, with every unit in its place. */
const folded = (text: string): string => {
  const lower = text.toLowerCase()
  if (lower.length === text.length) return lower
  return Array.from(text, (point) => (point.toLowerCase().length === point.length ? point.toLowerCase() : point)).join(
    ""
  )
}
