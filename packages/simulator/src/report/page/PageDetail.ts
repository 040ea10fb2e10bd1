/** Script of the HTML report, second part: one scenario, made when it is chosen. */
export const DETAIL = String.raw`
const stepBody = (step) => [
  make("div.body", {},
    make("div.soft.mono", {}, step.place),
    step.failure && step.failure.diff.length > 0 && [
      make("h4", {}, "Expected", make("span.legend", {}, make("span.minus", {}, "− expected"), make("span.plus", {}, "+ what there was"))),
      diff(step.failure.diff)
    ] || [],
    step.lines.length + step.faults.length > 0 ? make("h4", {}, "What came of it") : undefined,
    make("ul.outcome", {}, step.lines.map((line) => make("li", {}, line)), step.faults.map((line) => make("li.fault", {}, line))),
    traceOf(step),
    make("h4", {}, "In full"),
    fold("fold", ["The step as it was played"], () => json(step.step)),
    step.outcome === undefined ? undefined : fold("fold", ["Its outcome"], () => json(step.outcome)))
]

const traceOf = (step) => {
  if (step.trace.length === 0) return []
  const began = step.trace[0].at
  return [
    make("h4", {}, "Between service and app"),
    make("div.trace", {}, step.trace.map((line) =>
      fold("fold", [make("span.when", {}, "+" + (line.at - began) + " ms"), make("b", {}, line.what), make("span.hint", {}, line.hint)], () => payload(line.detail))))
  ]
}

/** Headers and bodies one below the other, everything else before them. */
const payload = (detail) => {
  if (typeof detail !== "object" || detail === null || Array.isArray(detail)) return [json(detail)]
  const { headers, body, ...rest } = detail
  const parts = [["", Object.keys(rest).length > 0 ? rest : undefined], ["Headers", headers], ["Body", body]]
  return parts.filter(([, value]) => value !== undefined).flatMap(([name, value]) => [name === "" ? undefined : make("h5", {}, name), json(value)]).filter(Boolean)
}

/** Bars stand on real time from the first step to the end of the last. */
const stepRow = (step, { from, whole }, open) => {
  const bar = make("i", {})
  bar.style.left = Math.max(0, Math.min(99, (100 * (step.began - from)) / whole)) + "%"
  bar.style.width = Math.min(100, (100 * step.took) / whole) + "%"
  const summary = [
    make("span.dot", { ariaLabel: step.status, role: "img" }),
    make("span", {}, make("span.number", {}, String(step.number)), step.title),
    make("span.track", { ariaHidden: "true" }, step.status === "skipped" ? undefined : bar),
    make("span.time", {}, step.status === "skipped" ? "not played" : span(step.took))
  ]
  const row = fold("step." + step.status, summary, () => stepBody(step), open)
  row.firstChild.className = step.status
  row.id = "step-" + step.number
  return row
}

const appOutput = (app) =>
  fold("fold", [make("b", {}, app.application), app.command, make("span.soft", {}, app.exit_code === undefined ? "" : "  ended with " + app.exit_code)], () =>
    make("pre", { tabIndex: 0 }, app.output.length === 0 ? "(nothing)" : app.output.map((line) =>
      make("span" + (line.stream === "stderr" ? ".stderr" : ""), {}, make("span.at", {}, String(Math.round(line.at_ms)).padStart(7) + " ms  "), line.text + "\n"))), app.exit_code !== undefined)

const attemptParts = (attempt) => {
  const played = attempt.steps.filter((step) => step.status !== "skipped")
  const from = Math.min(...played.map((step) => step.began))
  const axis = { from, whole: Math.max(1, ...played.map((step) => step.began + step.took - from)) }
  const section = (title, ...content) => (content.flat().length === 0 ? [] : [make("h3", {}, title), ...content.flat()])
  return [
    attempt.failure === undefined ? [] : [make("div.card.alarm", { role: "alert" }, attempt.failure)],
    attempt.steps.length === 0 ? [] : section("Steps", make("div.card", {},
      make("div.axis", { ariaHidden: "true" }, make("span", {}), make("span", {}, make("span", {}, "0"), make("span", {}, span(axis.whole))), make("span", {})),
      attempt.steps.map((step) => stepRow(step, axis, step.status === "failed")))),
    attempt.transcript === "" ? [] : section("Transcript", fold("fold", ["What happened, line by line"], () => make("pre", { tabIndex: 0 }, attempt.transcript))),
    section("World before and after", attempt.world.length === 0
      ? [make("p.soft", {}, attempt.asked ? "Nothing changed." : "The server could not be asked any more.")]
      : attempt.world.map((part) => fold("fold", [make("b", {}, part.name), make("span.soft", {}, "+" + part.added + " −" + part.removed + " lines")], () => diff(part.lines, "diff.world")))),
    section("Output of apps", attempt.apps.map(appOutput))
  ].flat()
}

const show = (scenario, attempts) => {
  const content = make("div", { role: "tabpanel" })
  const choose = (index) => {
    tabs.forEach((tab, position) => {
      tab.setAttribute("aria-selected", position === index)
      tab.tabIndex = position === index ? 0 : -1
    })
    content.replaceChildren(...attemptParts(attempts[index]))
  }
  const tabs = attempts.map((attempt, index) =>
    make("button." + attempt.status, { type: "button", role: "tab", onclick: () => choose(index) }, "Attempt " + (index + 1) + (attempt.status === "failed" ? " ✕" : " ✓")))
  const turn = (event) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    const next = by === undefined ? undefined : tabs[tabs.indexOf(document.activeElement) + by]
    if (next !== undefined) (next.focus(), next.click())
  }
  if (attempts.length > 0) choose(attempts.length - 1)
  return [
    make("div.title." + scenario.status, {}, make("h2", { tabIndex: -1, id: "chosen" }, scenario.name), make("span.badge", {}, scenario.status), scenario.tags.map((tag) => make("span.tag", {}, tag))),
    make("div.under", {}, make("span.mono", {}, scenario.file), scenario.steps > 0 ? make("span", {}, scenario.steps + (scenario.steps === 1 ? " step, " : " steps, ") + span(scenario.took)) : undefined),
    attempts.length > 1 ? make("div.tabs", { role: "tablist", ariaLabel: "Attempts", onkeydown: turn }, tabs) : undefined,
    attempts.length === 0 ? make("p.soft", {}, "It was not played.") : content
  ].filter((one) => one !== undefined)
}
`
