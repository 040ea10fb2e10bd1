/** What a text of the platform consists of, as plain data. `Markdown.ts` reads it, `MarkdownView.tsx` shows it. */
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

/** The words alone, for labels and previews. */
export const wordsOf = (marks: ReadonlyArray<Mark>): string =>
  marks
    .map((mark) => {
      if ("children" in mark) return mark.type === "spoiler" ? "▇▇▇" : wordsOf(mark.children)
      if ("text" in mark) return mark.text
      return "name" in mark ? mark.name : ""
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
