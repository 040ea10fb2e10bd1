/**
 * The platform's markdown as elements: code, headings, quotes, lists, bold, italic, underline, strike, spoilers, mentions
 * by name, emoji and times. Texts become text nodes; links are shown, not followed. Line breaks stay, by the style.
 */
import type { CardNames } from "../../src/report/CardNames.ts"
import { timeElement } from "../Time.ts"
import { type Child, make } from "./Elements.ts"

type Nodes = ReadonlyArray<Child>

/** Longer texts than the platform allows are shown as they are. */
const LONGEST = 6000
const DEEPEST = 6

export const markdown = (text: string, names: CardNames): Nodes => {
  if (text.length > LONGEST) return [text]
  const parts = text.split(/```(?:[\w+-]*\n)?([\s\S]*?)```/)
  return parts.flatMap((part, index) =>
    index % 2 === 1 ? [make("pre", { tabIndex: 0 }, part)] : blocks(part.replace(/^\n/, index > 0 ? "" : "\n"), names)
  )
}

const BLOCKS: ReadonlyArray<readonly [pattern: RegExp, className: string]> = [
  [/^#{1,3} (.+)$/, "heading"],
  [/^-# (.+)$/, "small"],
  [/^> ?(.*)$/, "quote"],
  [/^ *[-*] (.+)$/, "item"]
]

/** Line by line; a line that begins no block ends with its line break. */
const blocks = (text: string, names: CardNames): Nodes => {
  const lines = text.split("\n")
  return lines.flatMap((line, index): Nodes => {
    for (const [pattern, className] of BLOCKS) {
      const found = pattern.exec(line)
      if (found !== null) return [make("div", className, inline(found[1] ?? "", names))]
    }
    return [...inline(line, names), ...(index < lines.length - 1 ? ["\n"] : [])]
  })
}

const INLINE =
  /\\(?<escaped>[^\w\s])|`(?<code>[^`]+)`|\*\*(?<bold>.+?)\*\*(?!\*)|__(?<underline>.+?)__(?!_)|~~(?<strike>.+?)~~|\|\|(?<spoiler>.+?)\|\||\*(?<italic>[^\s*](?:[^*]*[^\s*])?)\*|\b_(?<slanted>[^_]+)_\b|<(?<sigil>@[!&]?|#)(?<id>\d+)>|<\/(?<command>[^:<>]+):\d+>|<a?:(?<emoji>\w+):\d+>|<t:(?<seconds>-?\d{1,12})(?::\w)?>|\[(?<label>[^[\]]+)\]\((?<url>https?:[^)\s]+)\)/g

const inline = (text: string, names: CardNames, depth = 0): Nodes => {
  if (depth > DEEPEST) return [text]
  const nodes: Array<Child> = []
  let from = 0
  for (const { 0: whole, index, groups = {} } of text.matchAll(INLINE)) {
    nodes.push(text.slice(from, index), ...token(groups, names, depth + 1))
    from = index + whole.length
  }
  return [...nodes, text.slice(from)]
}

const WRAPPERS = { bold: "strong", underline: "u", strike: "s", italic: "em", slanted: "em" } as const

const token = (found: Readonly<Record<string, string | undefined>>, names: CardNames, depth: number): Nodes => {
  for (const [group, name] of Object.entries(WRAPPERS)) {
    const inner = found[group]
    if (inner !== undefined) return [make(name, {}, inline(inner, names, depth))]
  }
  const { escaped, code, spoiler, sigil, id = "", command, emoji, seconds, label, url = "" } = found
  if (code !== undefined) return [make("code", {}, code)]
  if (spoiler !== undefined) return [make("span", "spoiler", inline(spoiler, names, depth))]
  if (sigil !== undefined) return [mention(`${sigil.charAt(0)}${names[id] ?? id}`, id)]
  if (command !== undefined) return [mention(`/${command}`, "")]
  if (emoji !== undefined) return [`:${emoji}:`]
  if (seconds !== undefined) return [timeElement(isoOf(Number(seconds)), "day")]
  if (label !== undefined) return [make("span", { className: "link", title: url }, label)]
  return [escaped]
}

/** `@` of a role or user, `#` of a channel; its id as title. */
const mention = (text: string, title: string) => make("span", { className: "mention", title }, text.replace("@@", "@"))

const isoOf = (seconds: number): string => {
  const date = new Date(seconds * 1000)
  return Number.isNaN(date.getTime()) ? String(seconds) : date.toISOString()
}
