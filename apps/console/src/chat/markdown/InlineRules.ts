/** What the platform's texts have within a line, as rules of markdown-it. Each looks at a character once. */
import type { StateInline } from "markdown-it"

type Rule = (state: StateInline, silent: boolean) => boolean

/** Everything up to the next character that can begin something. */
const NEXT = /[\\`*_~|<:@[\]]/g

export const text: Rule = (state, silent) => {
  NEXT.lastIndex = state.pos
  const end = Math.min(NEXT.exec(state.src)?.index ?? state.posMax, state.posMax)
  if (end === state.pos) return false
  if (!silent) state.pending += state.src.slice(state.pos, end)
  state.pos = end
  return true
}

const FENCE = "```"
const LANGUAGE = /^([\w+.#-]{1,30})\n/

/** A block of code may begin anywhere. */
export const fence: Rule = (state, silent) => {
  const { src, pos, posMax } = state
  if (!src.startsWith(FENCE, pos)) return false
  const end = src.indexOf(FENCE, pos + FENCE.length)
  if (end < 0 || end + FENCE.length > posMax || end === pos + FENCE.length) return false
  if (!silent) {
    const inside = src.slice(pos + FENCE.length, end)
    const [head = "", language = ""] = LANGUAGE.exec(inside) ?? []
    const token = state.push("fence", "pre", 0)
    token.info = language
    token.content = inside.slice(head.length).replace(/^\n/, "").replace(/\n$/, "")
  }
  state.pos = end + FENCE.length
  return true
}

export const spoiler: Rule = (state, silent) => {
  const { src, pos, posMax } = state
  if (!src.startsWith("||", pos)) return false
  const end = src.indexOf("||", pos + 2)
  if (end < 0 || end + 2 > posMax || end === pos + 2) return false
  if (!silent) {
    state.push("spoiler_open", "span", 1)
    state.pos = pos + 2
    state.posMax = end
    state.md.inline.tokenize(state)
    state.posMax = posMax
    state.push("spoiler_close", "span", -1)
  }
  state.pos = end + 2
  return true
}

/** What stands between `<` and `>`, by what it becomes. */
const ANGLED: ReadonlyArray<readonly [RegExp, (found: RegExpExecArray) => Readonly<Record<string, unknown>>]> = [
  [/<@!?(\d{1,20})>/y, ([, id]) => ({ type: "user", id })],
  [/<@&(\d{1,20})>/y, ([, id]) => ({ type: "role", id })],
  [/<#(\d{1,20})>/y, ([, id]) => ({ type: "channel", id })],
  [/<\/([-_ '\p{L}\p{N}]{1,100}):(\d{1,20})>/uy, ([, name, id]) => ({ type: "command", name, id })],
  [/<a?:(\w{1,32}):(\d{1,20})>/y, ([, name, id]) => ({ type: "emoji", name, id })],
  [
    /<t:(-?\d{1,14})(?::([tTdDfFsSR]))?>/y,
    ([, seconds, style = "f"]) => ({ type: "time", seconds: Number(seconds), style })
  ],
  [/<id:(customize|browse|guide|home)>/y, ([, name]) => ({ type: "guild", name })]
]

const ADDRESS = /<(https?:\/\/[^\s<>]{1,2000})>/iy

export const angled: Rule = (state, silent) => {
  const { src, pos, posMax } = state
  if (src[pos] !== "<") return false
  for (const [pattern, meta] of ANGLED) {
    pattern.lastIndex = pos
    const found = pattern.exec(src)
    if (found === null || pattern.lastIndex > posMax) continue
    if (!silent) state.push("mark", "", 0).meta = { ...meta(found) }
    state.pos += found[0].length
    return true
  }
  ADDRESS.lastIndex = pos
  const [all, address] = ADDRESS.exec(src) ?? []
  if (all === undefined || address === undefined || pos + all.length > posMax || !URL.canParse(address)) return false
  if (!silent) pushLink(state, address)
  state.pos += all.length
  return true
}

const EVERYONE = /@(everyone|here)\b/y

export const everyone: Rule = (state, silent) => {
  EVERYONE.lastIndex = state.pos
  const [all] = state.src[state.pos] === "@" ? (EVERYONE.exec(state.src) ?? []) : []
  if (all === undefined) return false
  if (!silent) state.push("mark", "", 0).meta = { type: "everyone", name: all }
  state.pos += all.length
  return true
}

const REST = /[^\s<>]{1,2000}/y

/** `https://…` as it stands in a text. The rule begins at its colon. */
export const address: Rule = (state, silent) => {
  const { src, pos, posMax } = state
  if (!src.startsWith("://", pos) || state.linkLevel > 0) return false
  const [scheme] = /https?$/i.exec(src.slice(Math.max(0, pos - 5), pos)) ?? []
  if (scheme === undefined || (!silent && !state.pending.endsWith(scheme))) return false
  REST.lastIndex = pos
  const rest = withoutEnd(REST.exec(src.slice(0, posMax))?.[0] ?? "")
  if (rest.length <= 3 || !URL.canParse(scheme + rest)) return false
  if (!silent) {
    state.pending = state.pending.slice(0, -scheme.length)
    pushLink(state, scheme + rest)
  }
  state.pos += rest.length
  return true
}

/** Punctuation at the end belongs to the sentence. */
const withoutEnd = (text: string): string => {
  let opened = text.split("(").length - text.split(")").length
  let end = text.length
  for (; end > 0; end--) {
    const last = text[end - 1] ?? ""
    if (last === ")" && opened < 0) opened++
    else if (!`.,:;"'!?*~|]`.includes(last) && !(last === "_" && text[end - 2] === "_")) break
  }
  return text.slice(0, end)
}

const pushLink = (state: StateInline, href: string) => {
  state.push("link_open", "a", 1).attrSet("href", new URL(href).href)
  state.push("text", "", 0).content = href
  state.push("link_close", "a", -1)
}
