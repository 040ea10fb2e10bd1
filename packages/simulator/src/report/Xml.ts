/** Writes elements as XML 1.0; the output is well-formed for any text. Source: XML 1.0, §2.2 (characters). */

/** How HTML and XML escape the characters of their own syntax. */
export const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;"
}

export interface Element {
  readonly name: string
  /** Undefined values are left out. */
  readonly attributes: Readonly<Record<string, string | number | undefined>>
  /** Elements, or one text. */
  readonly content: ReadonlyArray<Element> | string
}

export const element = (name: string, attributes: Element["attributes"], content: Element["content"] = []): Element => {
  return { name, attributes, content }
}

export const document = (root: Element): string => `<?xml version="1.0" encoding="UTF-8"?>\n${write(root, "")}\n`

const write = ({ name, attributes, content }: Element, indent: string): string => {
  const written = Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => ` ${key}="${attribute(String(value))}"`)
    .join("")
  const open = `${indent}<${name}${written}`
  if (content.length === 0) return `${open}/>`
  if (typeof content === "string") return `${open}>${text(content)}</${name}>`
  return `${open}>\n${content.map((one) => write(one, `${indent}  `)).join("\n")}\n${indent}</${name}>`
}

const text = (value: string): string => legal(value).replace(/[&<>]/g, (sign) => ENTITIES[sign] ?? sign)

/** Parsers would turn line ends and tabs into spaces. */
const attribute = (value: string): string =>
  legal(value).replace(/[&<>"\n\r\t]/g, (sign) => ENTITIES[sign] ?? `&#${sign.charCodeAt(0)};`)

/** Characters that XML 1.0 cannot express become JSON escapes; a line end is one character. */
const legal = (value: string): string =>
  value.replaceAll("\r\n", "\n").replace(ILLEGAL, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)

const ILLEGAL = /[^\t\n\r -\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu
