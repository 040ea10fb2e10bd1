/** Script of the HTML report, first part: making elements. Texts become text nodes only, never markup. */
export const ELEMENTS = String.raw`
const data = (id) => JSON.parse(document.getElementById(id).textContent)

/** make("button.tab", { onclick, ariaLabel }, child, "text", …); absent children are left out. */
const make = (what, properties, ...children) => {
  const [name, ...classes] = what.split(".")
  const element = document.createElement(name || "div")
  if (classes.length > 0) element.className = classes.join(" ")
  for (const [key, value] of Object.entries(properties || {})) {
    if (value === undefined) continue
    if (key in element) element[key] = value
    else element.setAttribute(key, value)
  }
  element.append(...children.flat().filter((child) => child !== undefined && child !== null))
  return element
}

const span = (ms) =>
  ms < 1000 ? Math.round(ms) + " ms" : ms < 60000 ? (ms / 1000).toFixed(1) + " s" : Math.floor(ms / 60000) + " min " + Math.floor((ms % 60000) / 1000) + " s"

/** A fold whose content is made when it is opened for the first time. */
const fold = (what, summary, content, open) => {
  const element = make("details." + what, {}, make("summary", {}, ...summary))
  const fill = () => {
    if (element.childElementCount === 1) element.append(...[content()].flat())
  }
  element.addEventListener("toggle", () => element.open && fill())
  if (open) {
    element.open = true
    fill()
  }
  return element
}

const TOKENS = /("(?:[^"\\]|\\.)*")(\s*:)?|\b(true|false|null)\b|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g
/** Of longer texts only this much is coloured. */
const COLOURED = 200000

const json = (value) => {
  const text = typeof value === "string" ? value : JSON.stringify(value, null, 2)
  const pre = make("pre.json", { tabIndex: 0 })
  if (typeof value === "string" || text.length > COLOURED) {
    pre.textContent = text
    return pre
  }
  let from = 0
  for (const found of text.matchAll(TOKENS)) {
    pre.append(text.slice(from, found.index))
    const quoted = found[1]
    if (quoted !== undefined && found[2] !== undefined) pre.append(make("span.key", {}, quoted), found[2])
    else pre.append(make(quoted !== undefined ? "span.text" : "span.value", {}, found[0]))
    from = found.index + found[0].length
  }
  pre.append(text.slice(from))
  return pre
}

const SIGNS = { "-": "minus", "+": "plus", " ": "same" }
const diff = (lines, what) =>
  make("pre." + (what || "diff"), { tabIndex: 0 }, lines.map((line) => make("span." + SIGNS[line[0]], {}, line)))
`
