/** Script of the HTML report, last part: the list of scenarios, its filters and keys, and the address. */
export const LIST = String.raw`
const run = data("run")
const main = document.querySelector("main")
const list = document.querySelector(".list")
const search = document.querySelector(".search")
const filters = document.querySelector(".filters")
const state = { status: "all", chosen: -1 }

const buttons = run.scenarios.map((scenario, index) =>
  make("button." + scenario.status, { type: "button", onclick: () => choose(index) },
    make("span.dot", { role: "img", ariaLabel: scenario.status }), make("span.name", {}, scenario.name), make("span.time", {}, scenario.steps > 0 ? span(scenario.took) : ""), make("span.file", {}, scenario.file)))
const rows = buttons.map((button) => make("li", {}, button))
const words = run.scenarios.map((one) => [one.name, one.file, ...one.tags].join(" ").toLowerCase())

const visible = () => run.scenarios.flatMap((one, index) =>
  (state.status === "all" || one.status === state.status) && search.value.toLowerCase().split(/\s+/).every((word) => words[index].includes(word)) ? [index] : [])

const refresh = () => {
  const shown = visible()
  list.replaceChildren(...(shown.length > 0 ? shown.map((index) => rows[index]) : [make("li.none", {}, "No scenario is like that.")]))
  document.getElementById("shown").textContent = shown.length + " of " + run.scenarios.length + " scenarios shown"
}

const choose = (index) => {
  if (run.scenarios[index] === undefined) return
  if (state.chosen >= 0) buttons[state.chosen].removeAttribute("aria-current")
  state.chosen = index
  buttons[index].setAttribute("aria-current", "true")
  buttons[index].scrollIntoView({ block: "nearest" })
  main.replaceChildren(...show(run.scenarios[index], data("scenario-" + index)))
  main.scrollTop = 0
  if (location.hash !== "#" + (index + 1)) history.replaceState(null, "", "#" + (index + 1))
}

const STATUSES = ["all", "failed", "flaky", "passed", "skipped"]
for (const status of STATUSES) {
  const count = status === "all" ? run.scenarios.length : run.scenarios.filter((one) => one.status === status).length
  if (status !== "all" && count === 0) continue
  const button = make("button." + status, { type: "button", ariaPressed: String(status === "all") },
    status === "all" ? undefined : make("span.dot", { ariaHidden: "true" }), status + " " + count)
  button.addEventListener("click", () => {
    state.status = status
    for (const other of filters.children) other.setAttribute("aria-pressed", other === button)
    refresh()
  })
  filters.append(button)
}

const share = document.querySelector(".share")
for (const status of STATUSES.slice(1)) {
  const count = run.scenarios.filter((one) => one.status === status).length
  if (count === 0) continue
  const part = make("i." + status, { title: count + " " + status })
  part.style.flexGrow = count
  share.append(part)
}

/** The scenario by so many places further in the list. */
const move = (by) => {
  const shown = visible()
  const at = shown.indexOf(state.chosen)
  const next = shown[at === -1 ? 0 : Math.max(0, Math.min(shown.length - 1, at + by))]
  if (next !== undefined) (choose(next), buttons[next].focus({ preventScroll: true }))
}

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return
  const typing = event.target === search
  if (event.key === "/" && !typing) (event.preventDefault(), search.focus(), search.select())
  else if (event.key === "Escape" && typing) ((search.value = ""), refresh(), search.blur())
  else if (event.key === "ArrowDown" && (typing || list.contains(event.target))) (event.preventDefault(), move(typing ? 0 : 1))
  else if (event.key === "ArrowUp" && list.contains(event.target)) (event.preventDefault(), move(-1))
  else if (event.key === "j" && !typing) move(1)
  else if (event.key === "k" && !typing) move(-1)
})
search.addEventListener("input", refresh)
addEventListener("hashchange", () => choose(Number(location.hash.slice(1)) - 1))

refresh()
const wanted = Number(location.hash.slice(1)) - 1
const failed = run.scenarios.findIndex((one) => one.status === "failed")
choose(run.scenarios[wanted] !== undefined ? wanted : Math.max(0, failed))
`
