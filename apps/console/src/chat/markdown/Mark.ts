/** What a text of the platform consists of, as plain data. `Markdown.ts` reads it, `MarkdownView.tsx` shows it. */
import { inStyle } from "../context/Times.ts"

export type Mark =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "code"; readonly text: string }
  | { readonly type: "fence"; readonly text: string; readonly language: string }
  | { readonly type: Wrapping; readonly children: ReadonlyArray<Mark> }
  | { readonly type: "heading"; readonly level: 1 | 2 | 3; readonly children: ReadonlyArray<Mark> }
  | { readonly type: "list"; readonly start: number | undefined; readonly children: ReadonlyArray<Mark> }
  | { readonly type: "link"; readonly href: string; readonly children: ReadonlyArray<Mark> }
  | { readonly type: "user" | "role" | "channel"; readonly id: string }
  | { readonly type: "everyone"; readonly name: string }
  | { readonly type: "command"; readonly name: string; readonly id: string }
  | { readonly type: "emoji"; readonly name: string; readonly id: string }
  | { readonly type: "time"; readonly seconds: number; readonly style: string }
  | { readonly type: "guild"; readonly name: string }

export type Wrapping = "strong" | "em" | "underline" | "strike" | "spoiler" | "paragraph" | "subtext" | "quote" | "item"

/** The words alone, for labels and previews. `named` knows what an id is called. */
export const wordsOf = (
  marks: ReadonlyArray<Mark>,
  named: (type: "user" | "role" | "channel", id: string) => string = (_, id) => id
): string =>
  marks
    .map((mark) => {
      switch (mark.type) {
        case "text":
        case "code":
        case "fence":
          return mark.text
        case "user":
        case "role":
        case "channel":
          return named(mark.type, mark.id)
        case "spoiler":
          return "▇▇▇"
        case "emoji":
          return `:${mark.name}:`
        case "command":
          return `/${mark.name}`
        case "time":
          return inStyle(mark.seconds * 1_000, mark.style === "R" ? "f" : mark.style)
        case "everyone":
        case "guild":
          return mark.name
        default:
          return `${wordsOf(mark.children, named)}${mark.type === "item" || mark.type === "heading" ? " " : ""}`
      }
    })
    .join("")

/** Shown large: nothing but a few emoji. */
export const isJumbo = (marks: ReadonlyArray<Mark>): boolean => {
  const [paragraph, more] = marks
  if (paragraph?.type !== "paragraph" || more !== undefined) return false
  return (
    paragraph.children.length <= 30 &&
    paragraph.children.every((mark) => mark.type === "emoji" || (mark.type === "text" && ONLY_EMOJI.test(mark.text)))
  )
}

const ONLY_EMOJI = /^(?:\p{RGI_Emoji}|\s){1,60}$/v
