/** Mentions and emoji while they are typed. Texts show names; what is sent has the platform's mentions. */
import { EMOJI } from "./Emoji.ts"
import type { Surroundings } from "./Reads.ts"

export interface Suggestion {
  readonly key: string
  /** What stands in the text afterwards. */
  readonly shown: string
  /** What is sent for it. */
  readonly sent: string
  readonly name: string
  readonly detail: string
  readonly kind: "person" | "role" | "channel" | "emoji"
}

export interface Token {
  readonly sigil: "@" | "#" | ":"
  readonly typed: string
  readonly start: number
  readonly end: number
}

/** The word before the caret that asks for suggestions. */
export const tokenAt = (text: string, caret: number): Token | undefined => {
  const found = /(?:^|\s)([@#:])([^\s@#:]{0,32})$/u.exec(text.slice(0, caret))
  const [, sigil, typed = ""] = found ?? []
  if (sigil === undefined || (sigil === ":" && typed.length < 2)) return undefined
  // One of the three of the pattern.
  return { sigil: sigil as Token["sigil"], typed, start: caret - typed.length - 1, end: caret }
}

/** More are found by typing on. */
const LISTED = 30

export const suggestionsFor = (
  { sigil, typed }: Token,
  around: Surroundings | undefined
): ReadonlyArray<Suggestion> => {
  const all = sigil === ":" ? emoji() : around === undefined ? [] : sigil === "#" ? channels(around) : people(around)
  return ranked(all, typed, ({ name, detail }) => [name, detail]).slice(0, LISTED)
}

/** Those whose name begins with the text, then those that have it. */
export const ranked = <A>(all: ReadonlyArray<A>, typed: string, wordsOf: (one: A) => ReadonlyArray<string>) => {
  const wanted = typed.trim().toLowerCase()
  if (wanted === "") return all
  const rankOf = (one: A) => {
    const words = wordsOf(one).map((word) => word.toLowerCase())
    if (words.some((word) => word.startsWith(wanted))) return 0
    return words.some((word) => word.includes(wanted)) ? 1 : 2
  }
  const rankedAll = all.map((one) => [rankOf(one), one] as const).filter(([rank]) => rank < 2)
  return rankedAll.sort(([a], [b]) => a - b).map(([, one]) => one)
}

const people = ({ users, roles }: Surroundings): ReadonlyArray<Suggestion> => [
  ...users.map(({ id, username, global_name, nick }): Suggestion => {
    const name = nick ?? global_name ?? username
    return { key: id, shown: `@${name}`, sent: `<@${id}>`, name, detail: username, kind: "person" }
  }),
  ...roles.map(({ id, name }): Suggestion => {
    const bare = name.replace(/^@/, "")
    const sent = bare === "everyone" ? "@everyone" : `<@&${id}>`
    return { key: id, shown: `@${bare}`, sent, name: bare, detail: "Role", kind: "role" }
  })
]

const CATEGORY = 4

const channels = ({ channels: all }: Surroundings): ReadonlyArray<Suggestion> =>
  all.flatMap(({ id, name, type }): ReadonlyArray<Suggestion> => {
    if (name === null || type === CATEGORY) return []
    return [{ key: id, shown: `#${name}`, sent: `<#${id}>`, name, detail: "", kind: "channel" }]
  })

const emoji = (): ReadonlyArray<Suggestion> =>
  Object.entries(EMOJI).map(([name, face]) => ({
    key: name,
    shown: face,
    sent: face,
    name,
    detail: "",
    kind: "emoji"
  }))

/** By what stands in the text: what is sent for it. */
export type Mentions = Readonly<Record<string, string>>

/** Names that were chosen become mentions; the longest first, so that a name within another stays. */
export const toWire = (text: string, mentions: Mentions): string => {
  const names = Object.keys(mentions).sort((a, b) => b.length - a.length)
  if (names.length === 0) return text
  const any = names.map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|")
  const pattern = new RegExp(`(?:${any})(?![\\p{L}\\p{N}_])`, "gu")
  return text.replace(pattern, (name) => mentions[name] ?? name)
}

/** Mentions of a message become names again, to edit it. */
export const fromWire = (content: string, around: Surroundings | undefined) => {
  const known = around === undefined ? [] : [...people(around), ...channels(around)]
  const bySent = new Map(known.map((one) => [one.sent, one.shown]))
  const mentions: Record<string, string> = {}
  const text = content.replace(/<(?:@&|@!?|#)\d+>/g, (sent) => {
    const shown = bySent.get(sent.replace("!", ""))
    if (shown === undefined || (mentions[shown] ?? sent) !== sent) return sent
    mentions[shown] = sent
    return shown
  })
  return { text, mentions }
}
