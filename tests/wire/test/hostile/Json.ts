/** JSON as a tree that can also hold duplicate names and invalid texts, which no JavaScript value can. */
import fc from "fast-check"

type Node =
  | { readonly kind: "object"; readonly entries: ReadonlyArray<readonly [name: string, value: Node]> }
  | { readonly kind: "array"; readonly items: ReadonlyArray<Node> }
  | { readonly kind: "raw"; readonly text: string }

const raw = (text: string): Node => ({ kind: "raw", text })

const treeOf = (value: unknown): Node => {
  if (Array.isArray(value)) return { kind: "array", items: value.map(treeOf) }
  if (typeof value !== "object" || value === null) return raw(JSON.stringify(value))
  return { kind: "object", entries: Object.entries(value).map(([name, inner]) => [name, treeOf(inner)] as const) }
}

const render = (node: Node): string => {
  switch (node.kind) {
    case "raw":
      return node.text
    case "array":
      return `[${node.items.map(render).join(",")}]`
    case "object":
      return `{${node.entries.map(([name, value]) => `${JSON.stringify(name)}:${render(value)}`).join(",")}}`
  }
}

const sizeOf = (node: Node): number => {
  if (node.kind === "raw") return 1
  const inner = node.kind === "array" ? node.items : node.entries.map(([, value]) => value)
  return inner.reduce((sum, child) => sum + sizeOf(child), 1)
}

/** The tree with `change` applied to the node at index `at`, counted from the root; no node removes it. */
const changed = (node: Node, at: number, change: (node: Node) => ReadonlyArray<Node>): ReadonlyArray<Node> => {
  if (at === 0) return change(node)
  if (node.kind === "raw") return [node]
  let left = at - 1
  const visit = (child: Node): ReadonlyArray<Node> => {
    const size = sizeOf(child)
    const mine = left >= 0 && left < size
    const result = mine ? changed(child, left, change) : [child]
    left -= size
    return result
  }
  return node.kind === "array"
    ? [{ kind: "array", items: node.items.flatMap(visit) }]
    : [
        {
          kind: "object",
          // Several nodes for one entry repeat its name.
          entries: node.entries.flatMap(([name, value]) => visit(value).map((inner) => [name, inner] as const))
        }
      ]
}

/** Values that are invalid in nearly every place. */
export const HOSTILE_VALUES: ReadonlyArray<string> = [
  "null",
  "true",
  "0",
  "-0",
  "-1",
  "1.5",
  "1e999",
  "-1e999",
  "1e-999",
  "9007199254740993",
  `1${"0".repeat(400)}`,
  '""',
  '"\\ud800"',
  '"\\udc00\\ud800"',
  '"\\u0000"',
  '"\\u202e\\u200b"',
  '"__proto__"',
  '"constructor"',
  '"18446744073709551616"',
  JSON.stringify("x".repeat(10_000)),
  "[]",
  "{}",
  "[null]",
  "[[[[]]]]",
  '{"__proto__":{"polluted":1}}',
  '{"constructor":{"prototype":{"polluted":1}}}',
  '{"length":1000000000}',
  '{"toString":1,"valueOf":2,"hasOwnProperty":3,"toJSON":4}',
  '{"_errors":[]}',
  `[${"0,".repeat(2000)}0]`
]

const POLLUTION: ReadonlyArray<readonly [string, Node]> = [
  ["__proto__", raw('{"polluted":1,"toJSON":1}')],
  ["constructor", raw('{"prototype":{"polluted":1}}')],
  ["prototype", raw('{"polluted":1}')],
  ["_errors", raw("[1]")]
]

const CHANGES: ReadonlyArray<fc.Arbitrary<(node: Node) => ReadonlyArray<Node>>> = [
  fc.constantFrom(...HOSTILE_VALUES).map((text) => () => [raw(text)]),
  fc.constantFrom(...HOSTILE_VALUES).map((text) => (node) => [node, raw(text)]),
  fc.constant(() => []),
  fc.constant((node) => [{ kind: "array", items: [node] }]),
  fc.constant((node) => [{ kind: "array", items: Array.from({ length: 200 }, () => node) }]),
  fc.constant((node) => [{ kind: "object", entries: [...(node.kind === "object" ? node.entries : []), ...POLLUTION] }]),
  fc.constant((node) =>
    node.kind === "object" ? [{ ...node, entries: node.entries.map(([name, value]) => [`${name}\0é`, value]) }] : []
  ),
  fc.jsonValue({ maxDepth: 3 }).map((value) => () => [treeOf(value)])
]

/** A valid body with one or two places changed to strange values; the rules decide whether it is accepted. */
export const strangeJson = (value: unknown): fc.Arbitrary<string> => {
  const tree = treeOf(value)
  return fc
    .array(fc.tuple(fc.nat(), fc.oneof(...CHANGES)), { minLength: 1, maxLength: 2 })
    .map((edits) =>
      render(edits.reduce((node, [at, change]) => changed(node, at % sizeOf(node), change)[0] ?? raw("null"), tree))
    )
}

/** Values that break any conversion to text or to a number, and that a `typeof` or an index takes for others. */
export const UNCONVERTIBLE: ReadonlyArray<string> = [
  '{"toString":1,"valueOf":2,"toJSON":3,"length":4,"id":{"toString":1}}',
  '[{"toString":1,"valueOf":2}]'
]

/** A valid body once for every place in it, with that place changed to `text`. */
export const everyPlace = (value: unknown, text: string): ReadonlyArray<string> => {
  const tree = treeOf(value)
  return Array.from({ length: sizeOf(tree) }, (_, at) => render(changed(tree, at, () => [raw(text)])[0] ?? raw(text)))
}

const deep = (depth: number) => raw(`${"[".repeat(depth)}${"]".repeat(depth)}`)

/** Texts made from a valid body that no JSON reader with our limits accepts. */
export const brokenJson = (value: unknown): fc.Arbitrary<Uint8Array> => {
  const tree = treeOf(value)
  const text = render(tree)
  const placed = (node: Node) =>
    fc.nat(sizeOf(tree) - 1).map((at) => render(changed(tree, at, () => [node])[0] ?? node))
  return fc
    .oneof(
      fc.nat(text.length - 2).map((length) => text.slice(0, length)),
      fc.constantFrom("}", "]", "\0", "x", `,${text}`, text, "//").map((tail) => text + tail),
      fc
        .constantFrom("NaN", "Infinity", "-Infinity", "undefined", "'a'", "01", "+1", "0x1", "1_0", '"\t"', '"\\x"')
        .chain((bad) => placed(raw(bad))),
      fc.constantFrom(40, 1_000, 100_000).chain((depth) => placed(deep(depth))),
      fc.constant("")
    )
    .map((bad): Uint8Array => Buffer.from(bad))
    .chain((bad) =>
      fc.oneof(
        fc.constant(bad),
        fc.nat(text.length - 1).map((at) => withBadByte(text, at))
      )
    )
}

/** UTF-8 never contains this byte. */
const withBadByte = (text: string, at: number): Uint8Array =>
  Buffer.concat([Buffer.from(text.slice(0, at)), Buffer.of(0xff), Buffer.from(text.slice(at))])
