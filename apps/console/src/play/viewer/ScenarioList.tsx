/** The scenarios of a run with filters, search and keys. */
import { formatSpan } from "@backlot/simulator/report/Amount"
import type { ScenarioData } from "@backlot/simulator/report/RunData"
import { useEffect, useMemo, useRef, useState } from "react"
import { c } from "./Classes.ts"

type Status = ScenarioData["status"]
export const STATUSES: ReadonlyArray<Status> = ["failed", "flaky", "passed", "skipped"]

interface Of {
  readonly scenarios: ReadonlyArray<ScenarioData>
  /** The position of the chosen one. */
  readonly chosen: number
  readonly onChoose: (index: number) => void
}

export const ScenarioList = ({ scenarios, chosen, onChoose }: Of) => {
  const [only, setOnly] = useState<Status>()
  const [wanted, setWanted] = useState("")
  const search = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLUListElement>(null)
  const rows = useMemo(
    () =>
      scenarios.map((scenario, index) => {
        const { name, file, tags } = scenario
        return { scenario, index, words: [name, file, ...tags].join(" ").toLowerCase() }
      }),
    [scenarios]
  )
  const shown = useMemo(() => {
    const words = wanted.toLowerCase().split(/\s+/)
    return rows.filter(
      (row) => (only === undefined || row.scenario.status === only) && words.every((word) => row.words.includes(word))
    )
  }, [rows, only, wanted])

  /** Chooses the scenario that is so many places further in the list. */
  const move = (by: number) => {
    const at = shown.findIndex(({ index }) => index === chosen)
    const next = shown[at === -1 ? 0 : Math.max(0, Math.min(shown.length - 1, at + by))]
    if (next === undefined) return
    onChoose(next.index)
    const button = list.current?.querySelector<HTMLElement>(`[data-index="${next.index}"]`)
    button?.focus({ preventScroll: true })
    button?.scrollIntoView({ block: "nearest" })
  }
  const actionOf = ({ key, target }: KeyboardEvent): (() => void) | undefined => {
    const isSearch = target === search.current
    const isInList = target instanceof Node && list.current?.contains(target) === true
    if (key === "ArrowDown" && isSearch) return () => move(0)
    if (key === "ArrowDown" && isInList) return () => move(1)
    if (key === "ArrowUp" && isInList) return () => move(-1)
    if (isSearch && key === "Escape") {
      return () => {
        setWanted("")
        search.current?.blur()
      }
    }
    if (target instanceof HTMLElement && target.matches("input:not([type=range]), textarea, select")) return undefined
    if (key === "/") return () => search.current?.select()
    return key === "j" ? () => move(1) : key === "k" ? () => move(-1) : undefined
  }
  const act = useRef(actionOf)
  act.current = actionOf
  useEffect(() => {
    const take = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return
      const action = act.current(event)
      if (action === undefined) return
      event.preventDefault()
      event.stopPropagation()
      action()
    }
    // Before the shortcuts of the window, some of which are the same.
    document.addEventListener("keydown", take, true)
    return () => document.removeEventListener("keydown", take, true)
  }, [])

  return (
    <nav className={c("side")} aria-label="Scenarios">
      <div className={c("choice")}>
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset has a look of its own */}
        <div className={c("filters")} role="group" aria-label="Show only">
          <Filter label={`all ${scenarios.length}`} chosen={only === undefined} onChoose={() => setOnly(undefined)} />
          {STATUSES.map((status) => {
            const count = scenarios.filter((scenario) => scenario.status === status).length
            const choose = () => setOnly(status)
            return count === 0 ? null : (
              <Filter
                key={status}
                label={`${status} ${count}`}
                status={status}
                chosen={only === status}
                onChoose={choose}
              />
            )
          })}
        </div>
        <input
          ref={search}
          className={c("search")}
          type="search"
          placeholder="Search names, files and tags"
          aria-label="Search scenarios"
          value={wanted}
          onChange={(event) => setWanted(event.target.value)}
        />
      </div>
      <ul className={c("list")} ref={list}>
        {shown.length === 0 ? <li className={c("none")}>No scenario is like that.</li> : null}
        {shown.map(({ scenario: { name, file, status, steps, took }, index }) => (
          <li key={index}>
            <button
              className={c(status)}
              type="button"
              data-index={index}
              aria-current={index === chosen ? "true" : undefined}
              onClick={() => onChoose(index)}
            >
              <span className={c("dot")} role="img" aria-label={status} />
              <span className={c("name")}>{name}</span>
              <span className={c("time")}>{steps > 0 ? formatSpan(took) : ""}</span>
              <span className={c("file")}>{file}</span>
            </button>
          </li>
        ))}
      </ul>
      <div className={c("keys")}>
        <span role="status">
          {shown.length} of {rows.length} scenarios shown
        </span>{" "}
        · <kbd>/</kbd> search · <kbd>j</kbd> <kbd>k</kbd> next, previous
      </div>
    </nav>
  )
}

interface FilterOf {
  readonly label: string
  readonly status?: Status
  readonly chosen: boolean
  readonly onChoose: () => void
}

const Filter = ({ label, status, chosen, onChoose }: FilterOf) => (
  <button className={c(status ?? "all")} type="button" aria-pressed={chosen} onClick={onChoose}>
    {status === undefined ? null : <span className={c("dot")} aria-hidden />}
    {label}
  </button>
)
