/**
 * The platform's markdown as elements: code, headings, quotes, lists, bold, italic, underline, strike, spoilers, mentions
 * by name, emoji and times. Texts become text nodes; links are shown, not followed. Line breaks stay, by the style.
 */
import type { CardNames } from "@backlot/simulator/report/CardNames"
import { Fragment, type ReactNode } from "react"
import { c } from "./Classes.ts"
import { Moment } from "./Moment.tsx"

/** Longer texts than the platform allows are shown as they are. */
const LONGEST = 6000
const DEEPEST = 6

export const Markdown = ({ text, names }: { readonly text: string; readonly names: CardNames }) => (
  <>{text.length > LONGEST ? text : listed(partsOf(text, names))}</>
)

/** Parts of a text have no identity but their place. */
const listed = (nodes: ReadonlyArray<ReactNode>): ReactNode =>
  nodes.map((node, index) => <Fragment key={`${index}`}>{node}</Fragment>)

const partsOf = (text: string, names: CardNames): ReadonlyArray<ReactNode> =>
  text.split(/```(?:[\w+-]*\n)?([\s\S]*?)```/).flatMap((part, index) =>
    index % 2 === 1
      ? [
          // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
          <pre key={index} tabIndex={0}>
            {part}
          </pre>
        ]
      : blocks(part.replace(/^\n/, index > 0 ? "" : "\n"), names)
  )

const BLOCKS: ReadonlyArray<readonly [pattern: RegExp, className: string]> = [
  [/^#{1,3} (.+)$/, "heading"],
  [/^-# (.+)$/, "small"],
  [/^> ?(.*)$/, "quote"],
  [/^ *[-*] (.+)$/, "item"]
]

/** Line by line; a line that begins no block ends with its line break. */
const blocks = (text: string, names: CardNames): ReadonlyArray<ReactNode> => {
  const lines = text.split("\n")
  return lines.flatMap((line, index): ReadonlyArray<ReactNode> => {
    for (const [pattern, className] of BLOCKS) {
      const found = pattern.exec(line)
      if (found !== null) {
        return [
          <div key={index} className={c(className)}>
            {listed(inline(found[1] ?? "", names))}
          </div>
        ]
      }
    }
    return [...inline(line, names), ...(index < lines.length - 1 ? ["\n"] : [])]
  })
}

const INLINE =
  /\\(?<escaped>[^\w\s])|`(?<code>[^`]+)`|\*\*(?<bold>.+?)\*\*(?!\*)|__(?<underline>.+?)__(?!_)|~~(?<strike>.+?)~~|\|\|(?<spoiler>.+?)\|\||\*(?<italic>[^\s*](?:[^*]*[^\s*])?)\*|\b_(?<slanted>[^_]+)_\b|<(?<sigil>@[!&]?|#)(?<id>\d+)>|<\/(?<command>[^:<>]+):\d+>|<a?:(?<emoji>\w+):\d+>|<t:(?<seconds>-?\d{1,12})(?::\w)?>|\[(?<label>[^[\]]+)\]\((?<url>https?:[^)\s]+)\)/g

const inline = (text: string, names: CardNames, depth = 0): ReadonlyArray<ReactNode> => {
  if (depth > DEEPEST) return [text]
  const nodes: Array<ReactNode> = []
  let from = 0
  for (const { 0: whole, index, groups = {} } of text.matchAll(INLINE)) {
    nodes.push(text.slice(from, index), token(groups, names, depth + 1))
    from = index + whole.length
  }
  return [...nodes, text.slice(from)]
}

const WRAPPERS = { bold: "strong", underline: "u", strike: "s", italic: "em", slanted: "em" } as const

const token = (found: Readonly<Record<string, string | undefined>>, names: CardNames, depth: number): ReactNode => {
  for (const [group, Name] of Object.entries(WRAPPERS)) {
    const inner = found[group]
    if (inner !== undefined) return <Name>{listed(inline(inner, names, depth))}</Name>
  }
  const { escaped, code, spoiler, sigil, id = "", command, emoji, seconds, label, url = "" } = found
  if (code !== undefined) return <code>{code}</code>
  if (spoiler !== undefined) return <span className={c("spoiler")}>{listed(inline(spoiler, names, depth))}</span>
  if (sigil !== undefined) return mention(`${sigil.charAt(0)}${names[id] ?? id}`, id)
  if (command !== undefined) return mention(`/${command}`, "")
  if (emoji !== undefined) return `:${emoji}:`
  if (seconds !== undefined) return <Moment iso={isoOf(Number(seconds))} style="day" />
  if (label !== undefined) {
    return (
      <span className={c("link")} title={url}>
        {label}
      </span>
    )
  }
  return escaped
}

/** `@` of a role or user, `#` of a channel; its id as title. */
const mention = (text: string, title: string): ReactNode => (
  <span className={c("mention")} title={title}>
    {text.replace("@@", "@").replace(/^#[#]/, "#")}
  </span>
)

const isoOf = (seconds: number): string => {
  const date = new Date(seconds * 1000)
  return Number.isNaN(date.getTime()) ? String(seconds) : date.toISOString()
}
