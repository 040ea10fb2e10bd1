/** Escaped HTML: every part of an `html` template is text, unless another template made it. */

export interface Html {
  readonly html: string
}

type Part = Html | string | undefined | false | ReadonlyArray<Html>

export const html = (texts: TemplateStringsArray, ...parts: ReadonlyArray<Part>): Html => ({
  html: texts.map((text, i) => `${text}${render(parts[i])}`).join("")
})

const render = (part: Part): string => {
  if (part === undefined || part === false) return ""
  if (typeof part === "string") return escaped(part)
  return "html" in part ? part.html : part.map((each) => each.html).join("")
}

const escaped = (text: string): string =>
  text.toWellFormed().replace(/[&<>"'\0]/g, (character) => ENTITIES[character] ?? "\ufffd")

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;"
}
