/** Makes elements. Texts become text nodes, never markup. */
export type Child = Node | string | undefined

type Properties<Name extends keyof HTMLElementTagNameMap> = Partial<Omit<HTMLElementTagNameMap[Name], "style">>

/** A string in place of properties is the class. Undefined children are left out. */
export const make = <Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  properties: string | Properties<Name>,
  ...children: ReadonlyArray<Child | ReadonlyArray<Child>>
): HTMLElementTagNameMap[Name] => {
  const element = document.createElement(name)
  Object.assign(element, typeof properties === "string" ? { className: properties } : properties)
  element.append(...children.flat().filter((child) => child !== undefined))
  return element
}

/** A `details` element that makes its content when it is opened for the first time. */
export const fold = (
  className: string,
  summary: HTMLElement,
  content: () => ReadonlyArray<Child>,
  open = false
): HTMLDetailsElement => {
  const element = make("details", className, summary)
  const fill = () => {
    if (element.childElementCount === 1) element.append(...content().filter((child) => child !== undefined))
  }
  element.addEventListener("toggle", () => {
    if (element.open) fill()
  })
  if (open) {
    element.open = true
    fill()
  }
  return element
}

const TOKENS = /("(?:[^"\\]|\\.)*")(\s*:)?|\b(true|false|null)\b|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g
/** Longer texts are shown without colours. */
const COLOURED_MAX = 200_000

/** A value as JSON with colours; a string as it is. */
export const json = (value: unknown): HTMLPreElement => {
  const pre = make("pre", { className: "json", tabIndex: 0 })
  const text = typeof value === "string" ? value : JSON.stringify(value, null, 2)
  if (typeof value === "string" || text.length > COLOURED_MAX) {
    pre.textContent = text
    return pre
  }
  let from = 0
  for (const { 0: token, 1: quoted, 2: colon, index } of text.matchAll(TOKENS)) {
    pre.append(text.slice(from, index))
    if (quoted !== undefined && colon !== undefined) pre.append(make("span", "key", quoted), colon)
    else pre.append(make("span", quoted === undefined ? "value" : "text", token))
    from = index + token.length
  }
  pre.append(text.slice(from))
  return pre
}

const SIGNS: Readonly<Record<string, string>> = { "-": "minus", "+": "plus" }

/** Each line starts with `-`, `+` or a space. */
export const diff = (lines: ReadonlyArray<string>, className = "diff"): HTMLPreElement =>
  make(
    "pre",
    { className, tabIndex: 0 },
    lines.map((line) => make("span", SIGNS[line.charAt(0)] ?? "same", line))
  )
