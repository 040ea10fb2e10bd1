/**
 * Reads XML 1.0 and refuses what is not well-formed. It knows elements, attributes, text and the five predefined
 * entities; reports use nothing else.
 */
export interface Node {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: ReadonlyArray<Node>
  readonly text: string
}

export const read = (xml: string): Node => {
  const illegal = /[^\t\n\r -\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u.exec(xml)
  if (illegal !== null) throw new Error(`Illegal character ${JSON.stringify(illegal[0])}`)
  const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n'
  if (!xml.startsWith(declaration)) throw new Error("No declaration")
  const reader = { xml, at: declaration.length }
  const root = element(reader)
  if (xml.slice(reader.at).trim() !== "") throw new Error("Something stands behind the root")
  return root
}

/** All elements of the tree, parents first. */
export const all = (node: Node, name: string): ReadonlyArray<Node> => [
  ...(node.name === name ? [node] : []),
  ...node.children.flatMap((child) => all(child, name))
]

interface Reader {
  readonly xml: string
  at: number
}

const take = (reader: Reader, pattern: RegExp): RegExpExecArray => {
  const sticky = new RegExp(pattern.source, "y")
  sticky.lastIndex = reader.at
  const found = sticky.exec(reader.xml)
  if (found === null)
    throw new Error(`Not well-formed at ${JSON.stringify(reader.xml.slice(reader.at, reader.at + 60))}`)
  reader.at = sticky.lastIndex
  return found
}

const element = (reader: Reader): Node => {
  const [, name = "", rest = "", empty] = take(reader, /<([A-Za-z_][\w.-]*)((?:\s+[\w:.-]+="[^"<]*")*)\s*(\/?)>/)
  const attributes = new Map<string, string>()
  for (const [, key = "", value = ""] of rest.matchAll(/([\w:.-]+)="([^"<]*)"/g)) {
    if (attributes.has(key)) throw new Error(`The attribute ${key} twice`)
    if (/[\n\r\t]/.test(value)) throw new Error(`A line end in ${key}, which readers make a space`)
    attributes.set(key, decode(value))
  }
  const children: Array<Node> = []
  let text = ""
  while (empty === "") {
    text += decode(take(reader, /[^<]*/)[0])
    if (reader.xml.startsWith("</", reader.at)) {
      if (take(reader, /<\/([\w.-]+)\s*>/)[1] !== name) throw new Error(`${name} is not closed`)
      break
    }
    children.push(element(reader))
  }
  return { name, attributes: Object.fromEntries(attributes), children, text }
}

const NAMED: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" }

const decode = (text: string): string => {
  if (text.includes("]]>")) throw new Error("]]> in text")
  return text.replace(/&([^;]*;?)/g, (whole, entity: string) => {
    const [, number] = /^#(\d+);$/.exec(entity) ?? []
    const decoded = number === undefined ? NAMED[entity.replace(/;$/, "")] : String.fromCodePoint(Number(number))
    if (decoded === undefined || !entity.endsWith(";")) throw new Error(`The entity ${whole}`)
    return decoded
  })
}
