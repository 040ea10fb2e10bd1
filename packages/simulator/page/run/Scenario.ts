/** One scenario with its attempts, the last of them shown first. */
import { formatSpan, formatSteps } from "../../src/report/Amount.ts"
import type { AttemptData, ScenarioData } from "../../src/report/HtmlReport.ts"
import { attemptParts } from "./Attempt.ts"
import { type Child, make } from "./Elements.ts"

export const scenarioParts = (scenario: ScenarioData, attempts: ReadonlyArray<AttemptData>): ReadonlyArray<Child> => {
  const { name, status, tags, file, steps, took } = scenario
  const content = make("div", { role: "tabpanel" })
  const tabs = attempts.length > 1 ? tabList(attempts, content) : undefined
  const last = attempts.at(-1)
  if (last !== undefined) content.append(...shown(last))
  return [
    make(
      "div",
      `title ${status}`,
      make("h2", { tabIndex: -1, id: "chosen" }, name),
      make("span", "badge", status),
      tags.map((tag) => make("span", "tag", tag))
    ),
    make(
      "div",
      "under",
      make("span", "mono", file),
      steps > 0 ? make("span", {}, `${formatSteps(steps)}, ${formatSpan(took)}`) : undefined
    ),
    tabs,
    last === undefined ? make("p", "soft", "It was not played.") : content
  ]
}

const shown = (attempt: AttemptData) => attemptParts(attempt).filter((part) => part !== undefined)

/** One tab for each attempt; arrow keys move between them. */
const tabList = (attempts: ReadonlyArray<AttemptData>, content: HTMLElement): HTMLElement => {
  const choose = (index: number) => {
    const attempt = attempts[index]
    if (attempt === undefined) return
    select(index)
    content.replaceChildren(...shown(attempt))
  }
  const select = (chosen: number) => {
    for (const [index, tab] of tabs.entries()) {
      tab.ariaSelected = String(index === chosen)
      tab.tabIndex = index === chosen ? 0 : -1
    }
  }
  const turn = (index: number, key: string) => {
    const by = BY_KEY[key]
    const next = by === undefined ? undefined : tabs[index + by]
    next?.focus()
    next?.click()
  }
  const tabs = attempts.map(({ status }, index) =>
    make(
      "button",
      {
        className: status,
        type: "button",
        role: "tab",
        onclick: () => choose(index),
        onkeydown: ({ key }) => turn(index, key)
      },
      `Attempt ${index + 1} ${status === "failed" ? "✕" : "✓"}`
    )
  )
  select(attempts.length - 1)
  return make("div", { className: "tabs", role: "tablist", ariaLabel: "Attempts" }, tabs)
}

const BY_KEY: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 }
