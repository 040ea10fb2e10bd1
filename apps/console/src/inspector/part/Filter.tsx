/** What stands above a list: a search, chips that narrow it, and buttons. */
import { Search } from "lucide-react"
import type { ReactNode } from "react"
import { Input, SearchField, ToggleButton, ToggleButtonGroup } from "react-aria-components"
import classes from "./Filter.module.css"

interface Of {
  readonly query: string
  readonly onQuery: (query: string) => void
  readonly label: string
  readonly children?: ReactNode
}

export const Filter = ({ query, onQuery, label, children }: Of) => (
  <div className={classes["filter"]}>
    <SearchField className={classes["search"] ?? ""} aria-label={label} value={query} onChange={onQuery}>
      <Search size={14} aria-hidden />
      <Input placeholder={label} />
    </SearchField>
    {children}
  </div>
)

export interface Chip {
  readonly id: string
  readonly name: string
  readonly count?: number
}

/** Chips of which any number is on; none means all. */
export const Chips = ({
  chips,
  on,
  onChange,
  label
}: {
  readonly chips: ReadonlyArray<Chip>
  readonly on: ReadonlySet<string>
  readonly onChange: (on: ReadonlySet<string>) => void
  readonly label: string
}) => (
  <ToggleButtonGroup
    className={classes["chips"] ?? ""}
    aria-label={label}
    selectionMode="multiple"
    selectedKeys={on}
    onSelectionChange={(keys) => onChange(new Set([...keys].map(String)))}
  >
    {chips.map(({ id, name, count }) => (
      <ToggleButton key={id} id={id} className={classes["chip"] ?? ""}>
        {name}
        {count === undefined ? null : <small>{count}</small>}
      </ToggleButton>
    ))}
  </ToggleButtonGroup>
)

/** Whether every word of a query is in the text. */
export const matches = (text: string, query: string): boolean => {
  const low = text.toLowerCase()
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => low.includes(word))
}
