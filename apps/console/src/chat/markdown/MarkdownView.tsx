/** Shows a text of the platform. */
import { createElement, Fragment, memo, type ReactNode } from "react"
import { useChat } from "../context/Chat.ts"
import { isJumbo, type Mark, wordsOf } from "./Mark.ts"
import classes from "./Markdown.module.css"
import { marksOf } from "./Markdown.ts"
import {
  ChannelMention,
  CommandMention,
  Emoji,
  EveryoneMention,
  GuildMention,
  RoleMention,
  UserMention
} from "./Mentions.tsx"
import { SafeLink } from "./SafeLink.tsx"
import { Spoiler } from "./Spoiler.tsx"
import { Timestamp } from "./Timestamp.tsx"

interface Of {
  readonly text: string
  /** After the text, on its last line. */
  readonly end?: ReactNode
}

export const Markdown = memo(({ text, end }: Of) => {
  const marks = marksOf(text)
  return (
    <div className={classes["text"]} data-jumbo={isJumbo(marks) || undefined}>
      {marks.map((mark, at) =>
        end !== undefined && at === marks.length - 1 && mark.type === "paragraph" ? (
          <div key={at} className={classes["paragraph"]}>
            {drawn(mark.children)} {end}
          </div>
        ) : (
          <Fragment key={at}>{one(mark)}</Fragment>
        )
      )}
      {end !== undefined && marks.at(-1)?.type !== "paragraph" ? end : null}
    </div>
  )
})

/** The words of a text on one line. */
export const Words = memo(({ text }: { readonly text: string }) => {
  const { people } = useChat()
  const named = (type: "user" | "role" | "channel", id: string) =>
    type === "channel" ? `#${people.channels.get(id)?.name ?? id}` : `@${people[`${type}s`].get(id)?.name ?? id}`
  return wordsOf(marksOf(text), named)
})

const drawn = (marks: ReadonlyArray<Mark>): ReactNode =>
  marks.map((mark, at) => <Fragment key={at}>{one(mark)}</Fragment>)

const TAGS = {
  strong: "strong",
  em: "em",
  underline: "u",
  strike: "s",
  subtext: "small",
  quote: "blockquote",
  item: "li"
}

const one = (mark: Mark): ReactNode => {
  switch (mark.type) {
    case "text":
      return mark.text
    case "code":
      return <code className={classes["code"]}>{mark.text}</code>
    case "fence":
      return (
        <pre className={classes["fence"]} data-language={mark.language || undefined}>
          <code>{mark.text}</code>
        </pre>
      )
    case "paragraph":
      return <div className={classes["paragraph"]}>{drawn(mark.children)}</div>
    case "heading":
      // The page's own headings end at the second level.
      return createElement(
        `h${mark.level + 2}`,
        { className: classes["heading"], "data-level": mark.level },
        drawn(mark.children)
      )
    case "list":
      return mark.start === undefined ? (
        <ul>{drawn(mark.children)}</ul>
      ) : (
        <ol start={mark.start}>{drawn(mark.children)}</ol>
      )
    case "link":
      return <SafeLink href={mark.href}>{drawn(mark.children)}</SafeLink>
    case "spoiler":
      return <Spoiler>{drawn(mark.children)}</Spoiler>
    case "user":
      return <UserMention id={mark.id} />
    case "role":
      return <RoleMention id={mark.id} />
    case "channel":
      return <ChannelMention id={mark.id} />
    case "everyone":
      return <EveryoneMention name={mark.name} />
    case "command":
      return <CommandMention name={mark.name} id={mark.id} />
    case "emoji":
      return <Emoji name={mark.name} id={mark.id} />
    case "time":
      return <Timestamp seconds={mark.seconds} style={mark.style} />
    case "guild":
      return <GuildMention name={mark.name} />
    default:
      return createElement(
        TAGS[mark.type],
        mark.type === "subtext" ? { className: classes["subtext"] } : {},
        drawn(mark.children)
      )
  }
}
