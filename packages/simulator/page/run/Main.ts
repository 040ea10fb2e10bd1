/** The page of a run: the list of scenarios with its filters, search and keys, and the chosen scenario beside it. */
import { formatSpan } from "../../src/report/Amount.ts"
import { anchorOf, numbersOf } from "../../src/report/Anchor.ts"
import type { AttemptData, RunPageData, ScenarioData } from "../../src/report/HtmlReport.ts"
import { embedded, one } from "../Document.ts"
import { localise } from "../Time.ts"
import { make } from "./Elements.ts"
import { scenarioParts } from "./Scenario.ts"

const { scenarios }: RunPageData = embedded("run")
const main = one("main", HTMLElement)
const list = one(".list", HTMLUListElement)
const search = one(".search", HTMLInputElement)
const filters = one(".filters", HTMLElement)
const share = one(".share", HTMLElement)
const count = one("#shown", HTMLElement)

type Status = ScenarioData["status"]
const STATUSES: ReadonlyArray<Status> = ["failed", "flaky", "passed", "skipped"]

let onlyStatus: Status | undefined
let chosen = -1

const rows = scenarios.map((scenario, index) => {
  const { name, file, tags, status, steps, took } = scenario
  const button = make(
    "button",
    { className: status, type: "button", onclick: () => goTo(index) },
    make("span", { className: "dot", role: "img", ariaLabel: status }),
    make("span", "name", name),
    make("span", "time", steps > 0 ? formatSpan(took) : ""),
    make("span", "file", file)
  )
  const words = [name, file, ...tags].join(" ").toLowerCase()
  return { index, scenario, button, item: make("li", {}, button), words }
})

const visible = () => {
  const wanted = search.value.toLowerCase().split(/\s+/)
  return rows.filter(
    ({ scenario, words }) =>
      (onlyStatus === undefined || scenario.status === onlyStatus) && wanted.every((word) => words.includes(word))
  )
}

const refresh = () => {
  const shown = visible()
  const items = shown.length > 0 ? shown.map(({ item }) => item) : [make("li", "none", "No scenario is like that.")]
  list.replaceChildren(...items)
  count.textContent = `${shown.length} of ${rows.length} scenarios shown`
}

/** Without an attempt: the last one. */
const choose = (index: number, attempt?: number) => {
  const row = rows[index]
  if (row === undefined) return
  const before = rows[chosen]
  if (before !== undefined) before.button.ariaCurrent = null
  chosen = index
  row.button.ariaCurrent = "true"
  const attempts: ReadonlyArray<AttemptData> = embedded(`scenario-${index}`)
  const number = index + 1
  const shown = { scenario: row.scenario, attempts, number, attempt: attempt ?? attempts.length }
  main.replaceChildren(...scenarioParts(shown).filter((part) => part !== undefined))
}

/** Chooses a scenario and names it in the address. */
const goTo = (index: number) => {
  choose(index)
  history.replaceState(null, "", `#${anchorOf(index + 1)}`)
  rows[index]?.button.scrollIntoView({ block: "nearest" })
  if (main.getBoundingClientRect().top < 0) main.scrollIntoView({ block: "start" })
}

/** Shows what the address names: a scenario, an attempt or a step, which is opened and gets the focus. */
const follow = (hash: string): boolean => {
  const [scenario, attempt] = numbersOf(hash)
  if (scenario === undefined || rows[scenario - 1] === undefined) return false
  choose(scenario - 1, attempt)
  const place = document.getElementById(hash.slice(1)) ?? one("#chosen", HTMLElement)
  const step = place.closest("details")
  if (step !== null) step.open = true
  place.focus({ preventScroll: true })
  place.scrollIntoView({ block: "start" })
  return true
}

/** Without a status: all scenarios. */
const addFilter = (label: string, status?: Status) => {
  const dot = status === undefined ? undefined : make("span", { className: "dot", ariaHidden: "true" })
  const button = make("button", { className: status ?? "all", type: "button" }, dot, label)
  button.ariaPressed = String(status === undefined)
  button.addEventListener("click", () => {
    onlyStatus = status
    for (const other of filters.children) other.ariaPressed = String(other === button)
    refresh()
  })
  filters.append(button)
}

addFilter(`all ${scenarios.length}`)
for (const status of STATUSES) {
  const number = scenarios.filter((scenario) => scenario.status === status).length
  if (number === 0) continue
  addFilter(`${status} ${number}`, status)
  const part = make("i", { className: status, title: `${number} ${status}` })
  part.style.flexGrow = String(number)
  share.append(part)
}

/** Chooses the scenario that is so many places further in the list. */
const move = (by: number) => {
  const shown = visible()
  const at = shown.findIndex(({ index }) => index === chosen)
  const next = shown[at === -1 ? 0 : Math.max(0, Math.min(shown.length - 1, at + by))]
  if (next === undefined) return
  goTo(next.index)
  next.button.focus({ preventScroll: true })
}

const goToSearch = () => {
  search.focus()
  search.select()
}

const clearSearch = () => {
  search.value = ""
  refresh()
  search.blur()
}

const actionOf = ({ key, target }: KeyboardEvent): (() => void) | undefined => {
  const isTyping = target === search
  const isInList = target instanceof Node && list.contains(target)
  if (key === "ArrowDown" && isTyping) return () => move(0)
  if (key === "ArrowDown" && isInList) return () => move(1)
  if (key === "ArrowUp" && isInList) return () => move(-1)
  if (isTyping) return key === "Escape" ? clearSearch : undefined
  return BY_KEY[key]
}

const BY_KEY: Readonly<Record<string, () => void>> = { "/": goToSearch, j: () => move(1), k: () => move(-1) }

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return
  const action = actionOf(event)
  if (action === undefined) return
  event.preventDefault()
  action()
})
search.addEventListener("input", refresh)
addEventListener("hashchange", () => follow(location.hash))
// A link that is followed again changes no address.
document.addEventListener("click", ({ target }) => {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>(".failures a") : null
  if (link !== null && link.hash === location.hash) follow(link.hash)
})

localise()
one(".side", HTMLElement).hidden = false
refresh()
const failed = scenarios.findIndex(({ status }) => status === "failed")
if (!follow(location.hash)) choose(Math.max(0, failed))
