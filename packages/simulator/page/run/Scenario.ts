/** One scenario with its attempts. */
import { formatSpan, formatSteps } from "../../src/report/Amount.ts"
import { anchorOf } from "../../src/report/Anchor.ts"
import type { AttemptData, ScenarioData } from "../../src/report/HtmlReport.ts"
import { attemptParts } from "./Attempt.ts"
import { type Child, make } from "./Elements.ts"

export interface Chosen {
  readonly scenario: ScenarioData
  readonly attempts: ReadonlyArray<AttemptData>
  /** Its number and the number of the attempt to show, both from 1. */
  readonly number: number
  readonly attempt: number
}

export const scenarioParts = ({ scenario, attempts, number, attempt }: Chosen): ReadonlyArray<Child> => {
  const { name, status, tags, file, steps, took } = scenario
  const content = make("div", { role: "tabpanel", tabIndex: -1 })
  const show = (index: number) => {
    const one = attempts[index]
    if (one === undefined) return
    const parts = attemptParts(one, anchorOf(number, index + 1))
    content.replaceChildren(...parts.filter((part) => part !== undefined))
  }
  show(attempt - 1)
  const tabs = attempts.length > 1 ? tabList(attempts, attempt - 1, show) : undefined
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
    attempts.length === 0 ? make("p", "soft", "It was not played.") : content
  ]
}

/** One tab for each attempt; arrow keys move between them. */
const tabList = (attempts: ReadonlyArray<AttemptData>, first: number, show: (index: number) => void): HTMLElement => {
  const choose = (index: number) => {
    select(index)
    show(index)
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
  select(first)
  return make("div", { className: "tabs", role: "tablist", ariaLabel: "Attempts" }, tabs)
}

const BY_KEY: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 }
