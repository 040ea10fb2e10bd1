/** A JSON value as the lines that a reader sees: containers are opened one by one, and long ones a piece at a time. */

export type Path = ReadonlyArray<string | number>

export interface JsonRow {
  /** The path as a key. */
  readonly id: string
  readonly depth: number
  /** The name in an object, or the place in a list; undefined at the root. */
  readonly name: string | number | undefined
  readonly kind: "object" | "list" | "text" | "number" | "word" | "more"
  /** The value of a leaf, the summary of a container, or what is left of a long one. */
  readonly text: string
  /** Of a container. */
  readonly open?: boolean
  readonly path: Path
}

/** Entries of one container that are shown at a time. */
export const PIECE = 100

export const idOf = (path: Path): string => JSON.stringify(path)

/** What a reader opened and closed, by `idOf`; a number is how many entries of a long container are shown. */
export type Opened = ReadonlyMap<string, boolean | number>

/** Every line that can be seen. Costs what is shown, not what there is. */
export const rowsOf = (value: unknown, opened: Opened, depth: number): ReadonlyArray<JsonRow> => {
  const rows: Array<JsonRow> = []
  const add = (value: unknown, path: Path, name: JsonRow["name"]) => {
    const id = idOf(path)
    const entries = entriesOf(value)
    const at = { id, depth: path.length, name, path }
    if (entries === undefined) return void rows.push({ ...at, ...leafOf(value) })
    const state = opened.get(id)
    const open = entries.size > 0 && (state === undefined ? path.length < depth : state !== false)
    rows.push({ ...at, kind: entries.kind, text: summaryOf(entries), ...(entries.size === 0 ? {} : { open }) })
    if (!open) return
    const shown = typeof state === "number" ? state : PIECE
    for (const [key, each] of entries.first(shown)) add(each, [...path, key], key)
    if (entries.size > shown) {
      const left = entries.size - shown
      rows.push({ id: `${id} more`, depth: path.length + 1, name: undefined, kind: "more", text: `${left} more`, path })
    }
  }
  add(value, [], undefined)
  return rows
}

interface Entries {
  readonly kind: "object" | "list"
  readonly size: number
  readonly first: (count: number) => ReadonlyArray<readonly [string | number, unknown]>
}

const entriesOf = (value: unknown): Entries | undefined => {
  if (Array.isArray(value)) {
    const first = (count: number) => value.slice(0, count).map((each, at) => [at, each] as const)
    return { kind: "list", size: value.length, first }
  }
  if (typeof value !== "object" || value === null) return undefined
  const keys = Object.keys(value)
  const first = (count: number) =>
    keys.slice(0, count).map((key) => [key, (value as Record<string, unknown>)[key]] as const)
  return { kind: "object", size: keys.length, first }
}

const summaryOf = ({ kind, size }: Entries): string =>
  size === 0 ? (kind === "list" ? "[]" : "{}") : kind === "list" ? `[ ${size} ]` : `{ ${size} }`

/** Longer texts are cut in their line; copying gives all of it. */
const LINE = 2_000

const leafOf = (value: unknown): Pick<JsonRow, "kind" | "text"> => {
  if (typeof value === "string") {
    const text = JSON.stringify(value.length > LINE ? `${value.slice(0, LINE)}…` : value)
    return { kind: "text", text }
  }
  return {
    kind: typeof value === "number" ? "number" : "word",
    text: value === undefined ? "undefined" : String(value)
  }
}

export const valueAt = (value: unknown, path: Path): unknown =>
  path.reduce<unknown>((at, key) => (at as Record<string | number, unknown> | undefined)?.[key], value)

/** As a programmer writes it: `data.options[0].name`. */
export const pathText = (path: Path): string =>
  path.reduce<string>((text, key) => {
    if (typeof key === "number") return `${text}[${key}]`
    return /^[A-Za-z_$][\w$]*$/.test(key) ? `${text}${text === "" ? "" : "."}${key}` : `${text}[${JSON.stringify(key)}]`
  }, "")

/** The containers to open so that every line with this text is seen; at most `limit` finds. */
export const opensFor = (value: unknown, query: string, limit = 200): Opened => {
  const opened = new Map<string, boolean | number>()
  const wanted = query.toLowerCase()
  let found = 0
  const visit = (value: unknown, path: Path, name: string): void => {
    if (found >= limit) return
    const entries = entriesOf(value)
    const text = entries === undefined ? String(value) : ""
    if (`${name} ${text}`.toLowerCase().includes(wanted)) {
      found += 1
      for (let at = 0; at < path.length; at++) {
        const id = idOf(path.slice(0, at))
        const key = path[at]
        const needed = typeof key === "number" && key >= PIECE ? key + 1 : true
        const known = opened.get(id)
        opened.set(
          id,
          typeof known === "number" && typeof needed === "number"
            ? Math.max(known, needed)
            : typeof known === "number"
              ? known
              : needed
        )
      }
    }
    if (entries === undefined) return
    for (const [key, each] of entries.first(entries.size)) visit(each, [...path, key], String(key))
  }
  visit(value, [], "")
  return opened
}
