/** The tree of everything that exists, to search and to open. */
import { ChevronRight, Plus } from "lucide-react"
import { useMemo, useState } from "react"
import type { World } from "../../api/Queries.ts"
import { useScreen } from "../../state/Screen.ts"
import { Filter } from "../part/Filter.tsx"
import { Lines } from "../part/Lines.tsx"
import { useNames } from "../part/Names.tsx"
import { ABOUT } from "./Kinds.ts"
import { NewMenu } from "./NewMenu.tsx"
import { type Branch, branchesOf, TOP } from "./Tree.ts"
import classes from "./World.module.css"

/** Groups that are open at first. */
const OPEN = new Set(TOP.map((kind) => `${kind}s`))

interface Of {
  readonly world: World
  readonly chosen: string | undefined
}

export const WorldTree = ({ world, chosen }: Of) => {
  const names = useNames()
  const [query, setQuery] = useState("")
  const [opened, setOpened] = useState<ReadonlyMap<string, boolean>>(() => new Map())
  const first = world.guilds[0]?.id
  const lines = useMemo(() => {
    const isOpen = (key: string) => opened.get(key) ?? (OPEN.has(key) || key === `guild/${first}`)
    return branchesOf(world, names, isOpen, query)
  }, [world, names, opened, query, first])
  const toggle = ({ key, open }: Branch) => setOpened((now) => new Map(now).set(key, open !== true))
  const choose = (branch: Branch) => {
    if (branch.to === undefined) return toggle(branch)
    if (branch.open === false) toggle(branch)
    useScreen.getState().inspect(`world/${branch.to}`)
  }
  return (
    <>
      <Filter query={query} onQuery={setQuery} label="Search the world">
        <NewMenu />
      </Filter>
      <Lines
        items={lines}
        keyOf={({ key }) => key}
        height={30}
        label="The world"
        chosen={chosen}
        onChoose={choose}
        empty="Nothing fits the search."
      >
        {(branch) => <Row branch={branch} onToggle={toggle} />}
      </Lines>
    </>
  )
}

const Row = ({ branch, onToggle }: { readonly branch: Branch; readonly onToggle: (branch: Branch) => void }) => {
  const { depth, name, note, count, open, adds, kind } = branch
  const Icon = ABOUT[kind].icon
  return (
    <div
      className={classes["branch"]}
      style={{ paddingInlineStart: depth * 16 }}
      data-group={count !== undefined || undefined}
    >
      {open === undefined ? (
        <i className={classes["gap"]} />
      ) : (
        // The keyboard opens the line itself.
        // biome-ignore lint/a11y/noStaticElementInteractions: the line is the control, this is its mark
        // biome-ignore lint/a11y/useKeyWithClickEvents: see above
        <span
          className={classes["arrow"]}
          data-open={open}
          onClick={(event) => {
            event.stopPropagation()
            onToggle(branch)
          }}
        >
          <ChevronRight size={14} aria-hidden />
        </span>
      )}
      {count === undefined ? <Icon size={14} aria-hidden /> : null}
      <span className={classes["name"]}>{name}</span>
      <small>{count ?? note}</small>
      {adds === undefined ? null : (
        // biome-ignore lint/a11y/useKeyWithClickEvents: a mark beside the line; the keyboard has the menu above the tree and the buttons of a guild
        // biome-ignore lint/a11y/noStaticElementInteractions: see above
        <span
          className={classes["plus"]}
          title="New"
          onClick={(event) => {
            event.stopPropagation()
            useScreen.getState().inspect(`world/${adds}`)
          }}
        >
          <Plus size={14} aria-hidden />
        </span>
      )}
    </div>
  )
}
