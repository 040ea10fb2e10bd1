/** Reads texts of messages, embeds and components with markdown-it. Neither HTML nor images. */
import MarkdownIt, { type Token } from "markdown-it"
import { heading, paragraph, quote, subtext } from "./BlockRules.ts"
import { address, angled, everyone, fence, spoiler, text } from "./InlineRules.ts"
import type { Mark, Wrapping } from "./Mark.ts"

/** Longer than any text that the platform takes. What is beyond stays as it is written. */
const MAX_LENGTH = 6_000
/** Deeper parts are shown without their wrapping. */
const MAX_DEPTH = 24

const parser = (() => {
  const md = new MarkdownIt({ html: false, linkify: false })
  md.core.ruler.enableOnly(["normalize", "block", "inline"])
  const ends = { alt: ["paragraph", "list"] }
  md.block.ruler.at("heading", heading, ends)
  md.block.ruler.at("blockquote", quote, ends)
  md.block.ruler.before("list", "subtext", subtext, ends)
  md.block.ruler.at("paragraph", paragraph)
  md.block.ruler.enableOnly(["heading", "blockquote", "subtext", "list", "paragraph"])
  md.inline.ruler.at("text", text)
  md.inline.ruler.before("backticks", "fence", fence)
  md.inline.ruler.push("spoiler", spoiler)
  md.inline.ruler.push("angled", angled)
  md.inline.ruler.push("everyone", everyone)
  md.inline.ruler.push("address", address)
  md.inline.ruler.enableOnly([
    ...["text", "escape", "fence", "backticks", "strikethrough", "emphasis", "link"],
    ...["spoiler", "angled", "everyone", "address"]
  ])
  md.inline.ruler2.enableOnly(["balance_pairs", "strikethrough", "emphasis", "fragments_join"])
  md.validateLink = (url) => /^https?:\/\//i.test(url)
  md.normalizeLink = (url) => (URL.canParse(url) ? new URL(url).href : "")
  return md
})()

/** Texts that were read lately: rows come and go while somebody scrolls. */
const known = new Map<string, ReadonlyArray<Mark>>()
const KNOWN = 400

export const marksOf = (source: string): ReadonlyArray<Mark> => {
  const before = known.get(source)
  if (before !== undefined) return before
  const marks = read(source)
  if (known.size >= KNOWN) known.delete(known.keys().next().value ?? "")
  known.set(source, marks)
  return marks
}

const read = (source: string): ReadonlyArray<Mark> => {
  const marks = treeOf(parser.parse(source.slice(0, MAX_LENGTH), {}))
  const rest = source.slice(MAX_LENGTH)
  return rest === "" ? marks : [...marks, { type: "paragraph", children: [{ type: "text", text: rest }] }]
}

interface Open {
  readonly token: Token | undefined
  readonly children: Array<Mark>
}

const treeOf = (tokens: ReadonlyArray<Token>): ReadonlyArray<Mark> => {
  const root: Open = { token: undefined, children: [] }
  const stack: Array<Open> = [root]
  for (const token of tokens) {
    const top = stack.at(-1) ?? root
    if (token.nesting === 1) stack.push({ token, children: [] })
    else if (token.nesting === -1) {
      stack.pop()
      const parent = stack.at(-1) ?? root
      const mark = wrap(top)
      if (mark === undefined || stack.length > MAX_DEPTH) for (const child of top.children) add(parent.children, child)
      else add(parent.children, mark)
    } else if (token.type === "inline") for (const mark of treeOf(token.children ?? [])) add(top.children, mark)
    else for (const mark of leaf(token)) add(top.children, mark)
  }
  return root.children
}

/** Texts side by side become one. A block of code takes the line ends around it. */
const add = (marks: Array<Mark>, mark: Mark) => {
  const last = marks.at(-1)
  if (mark.type === "fence" && last?.type === "text")
    marks[marks.length - 1] = { ...last, text: last.text.replace(/\n$/, "") }
  const given = mark.type === "text" && last?.type === "fence" ? { ...mark, text: mark.text.replace(/^\n/, "") } : mark
  if (given.type === "text" && given.text === "") return
  if (given.type === "text" && last?.type === "text")
    marks[marks.length - 1] = { type: "text", text: last.text + given.text }
  else marks.push(given)
}

const leaf = ({ type, content, info, meta }: Token): ReadonlyArray<Mark> => {
  if (type === "fence") return [{ type: "fence", text: content, language: info }]
  if (type === "code_inline") return [{ type: "code", text: content }]
  // The rules of `InlineRules.ts` write marks there.
  if (type === "mark") return [meta as unknown as Mark]
  return [{ type: "text", text: type === "hardbreak" || type === "softbreak" ? "\n" : content }]
}

const WRAPS: Readonly<Record<string, Wrapping>> = {
  s_open: "strike",
  em_open: "em",
  spoiler_open: "spoiler",
  paragraph_open: "paragraph",
  subtext_open: "subtext",
  quote_open: "quote",
  list_item_open: "item"
}

const wrap = ({ token, children }: Open): Mark | undefined => {
  if (token === undefined) return undefined
  switch (token.type) {
    case "strong_open":
      return { type: token.markup === "__" ? "underline" : "strong", children }
    case "heading_open":
      return { type: "heading", level: Number(token.tag[1]) as 1 | 2 | 3, children }
    case "bullet_list_open":
      return { type: "list", start: undefined, children }
    case "ordered_list_open":
      return { type: "list", start: Number(token.attrGet("start") ?? 1), children }
    case "link_open": {
      const href = String(token.attrGet("href") ?? "")
      return href === "" ? undefined : { type: "link", href, children }
    }
    default: {
      const type = WRAPS[token.type]
      return type && { type, children }
    }
  }
}
