/** A JSON value to read: as lines that open and close, with search, copying and the keyboard. Text alone. */
import { Check, ChevronRight, Copy, Search } from "lucide-react"
import { useId, useMemo, useRef, useState } from "react"
import { IconButton } from "../../ui/IconButton.tsx"
import { copy, useCopied } from "./Copy.ts"
import classes from "./Json.module.css"
import { type JsonRow, type Opened, opensFor, PIECE, pathText, rowsOf, valueAt } from "./JsonRows.ts"
import { Marked } from "./Marked.tsx"

interface Of {
  readonly value: unknown
  readonly label: string
  /** Levels that are open at first. */
  readonly depth?: number
  /** Without a bar of its own, for small values. */
  readonly bare?: boolean
}

const NONE: Opened = new Map()

export const Json = ({ value, label, depth = 2, bare = false }: Of) => {
  const [opened, setOpened] = useState(NONE)
  const [query, setQuery] = useState("")
  const [searches, setSearches] = useState(false)
  const found = useMemo(() => (query === "" ? NONE : opensFor(value, query)), [value, query])
  const rows = useMemo(() => {
    const all = query === "" ? opened : new Map([...found, ...opened])
    return rowsOf(value, all, depth)
  }, [value, opened, found, query, depth])
  const change = (row: JsonRow, open: boolean) => setOpened((now) => new Map(now).set(row.id, open))
  const more = (row: JsonRow) => {
    const id = row.id.slice(0, -" more".length)
    setOpened((now) => {
      const state = now.get(id)
      return new Map(now).set(id, (typeof state === "number" ? state : PIECE) + PIECE)
    })
  }
  return (
    <div className={classes["json"]}>
      {bare ? null : (
        <div className={classes["bar"]}>
          {searches ? (
            <input
              className={classes["search"]}
              type="search"
              value={query}
              placeholder="Search"
              aria-label={`Search in ${label}`}
              // biome-ignore lint/a11y/noAutofocus: the button that was just pressed asks for it
              autoFocus
              onChange={(event) => setQuery(event.target.value)}
              onKeyDown={(event) => {
                if (event.key !== "Escape") return
                event.stopPropagation()
                setQuery("")
                setSearches(false)
              }}
            />
          ) : null}
          <IconButton icon={Search} size={14} label={`Search in ${label}`} onPress={() => setSearches(!searches)} />
          <CopyJson value={value} label={label} />
        </div>
      )}
      <Tree rows={rows} value={value} label={label} query={query} onChange={change} onMore={more} />
    </div>
  )
}

const CopyJson = ({ value, label }: { readonly value: unknown; readonly label: string }) => {
  const [copied, note] = useCopied()
  const press = () => {
    copy(typeof value === "string" ? value : JSON.stringify(value, null, 2))
    note()
  }
  return (
    <IconButton icon={copied ? Check : Copy} size={14} label={copied ? "Copied" : `Copy ${label}`} onPress={press} />
  )
}

interface OfTree {
  readonly rows: ReadonlyArray<JsonRow>
  readonly value: unknown
  readonly label: string
  readonly query: string
  readonly onChange: (row: JsonRow, open: boolean) => void
  readonly onMore: (row: JsonRow) => void
}

const Tree = ({ rows, value, label, query, onChange, onMore }: OfTree) => {
  const base = useId()
  const [active, setActive] = useState(0)
  const tree = useRef<HTMLDivElement>(null)
  const at = Math.min(active, rows.length - 1)
  const go = (to: number) => {
    const next = Math.max(0, Math.min(rows.length - 1, to))
    setActive(next)
    tree.current?.children[next]?.scrollIntoView({ block: "nearest" })
  }
  const toggle = (row: JsonRow) => {
    if (row.kind === "more") onMore(row)
    else if (row.open !== undefined) onChange(row, !row.open)
  }
  const onKeyDown = (event: React.KeyboardEvent) => {
    const row = rows[at]
    if (row === undefined) return
    if ((event.ctrlKey || event.metaKey) && event.key === "c" && getSelection()?.isCollapsed !== false) {
      const leaf = valueAt(value, row.path)
      copy(typeof leaf === "string" ? leaf : JSON.stringify(leaf, null, 2))
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const parent = () => rows.findLastIndex((each, index) => index < at && each.depth < row.depth)
    const keys: Readonly<Record<string, () => void>> = {
      ArrowDown: () => go(at + 1),
      ArrowUp: () => go(at - 1),
      Home: () => go(0),
      End: () => go(rows.length - 1),
      ArrowRight: () => (row.open === false ? onChange(row, true) : go(at + 1)),
      ArrowLeft: () => (row.open === true ? onChange(row, false) : go(parent())),
      Enter: () => toggle(row),
      " ": () => toggle(row)
    }
    const act = keys[event.key]
    if (act === undefined) return
    event.preventDefault()
    event.stopPropagation()
    act()
  }
  return (
    <div
      ref={tree}
      className={classes["tree"]}
      role="tree"
      aria-label={label}
      tabIndex={0}
      aria-activedescendant={`${base}-${at}`}
      onKeyDown={onKeyDown}
    >
      {rows.map((row, index) => (
        // biome-ignore lint/a11y/useFocusableInteractive: the tree has the focus, and names its active line
        // biome-ignore lint/a11y/useKeyWithClickEvents: the tree takes the keys
        <div
          key={row.id}
          id={`${base}-${index}`}
          role="treeitem"
          aria-level={row.depth + 1}
          aria-selected={index === at}
          {...(row.open === undefined ? {} : { "aria-expanded": row.open })}
          className={classes["row"]}
          data-opens={row.open !== undefined || row.kind === "more" || undefined}
          style={{ paddingInlineStart: 18 + row.depth * 14 }}
          title={row.path.length === 0 ? undefined : pathText(row.path)}
          onClick={() => {
            setActive(index)
            if (getSelection()?.isCollapsed !== false) toggle(row)
          }}
        >
          <span className={classes["arrow"]} data-open={row.open}>
            {row.open === undefined ? null : <ChevronRight size={12} aria-hidden />}
          </span>
          {row.name === undefined ? null : (
            <span className={typeof row.name === "number" ? classes["place"] : classes["name"]}>
              <Marked text={String(row.name)} query={query} />
            </span>
          )}
          <span className={classes[row.kind]}>
            {row.open === true ? row.kind === "list" ? "[" : "{" : <Marked text={row.text} query={query} />}
          </span>
        </div>
      ))}
    </div>
  )
}
