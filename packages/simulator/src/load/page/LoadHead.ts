/** The markup with which a load's page begins: the verdict in words, and the thresholds, missed ones first. */
import { escaped, timeMarkup } from "../../report/HtmlPage.ts"
import { compare, worseOf } from "../LoadCompare.ts"
import { millisText } from "../LoadNumbers.ts"
import type { Judged, LoadReport } from "../LoadReport.ts"
import { LATENCY } from "../LoadText.ts"
import { headedTable } from "./LoadTable.ts"

export const headOf = (report: LoadReport, earlier: LoadReport | undefined): ReadonlyArray<string> => {
  const { scenario, plan, model, began, server, seed, measured_ms, warmup_ms } = report
  const { status, word, sentences } = verdictOf(report, earlier)
  const counted = `${millisText(measured_ms)} counted after ${millisText(warmup_ms)} of warm-up; server ${server}; seed ${seed}.`
  return [
    `<header class="${status}">`,
    `<h1>${escaped(scenario)}</h1>`,
    `<p class="verdict"><b>${word}.</b> ${escaped(sentences.join(" "))}</p>`,
    `<p>${escaped(plan)}</p>`,
    `<p class="dim">Began ${timeMarkup(began)}<span class="zone"></span>, ${escaped(counted)}</p>`,
    `<p class="dim">${escaped(`${LATENCY[model]}.`)}</p>`,
    "</header>"
  ]
}

interface Verdict {
  readonly status: "passed" | "failed" | "unjudged"
  readonly word: string
  readonly sentences: ReadonlyArray<string>
}

/** As the exit code has it: missed thresholds, nothing counted, or figures worse than those of the earlier load. */
export const verdictOf = (report: LoadReport, earlier: LoadReport | undefined): Verdict => {
  const { thresholds, total } = report
  const missed = thresholds.filter(({ met }) => !met).length
  const { worse, judged } = earlier === undefined ? { worse: 0, judged: 0 } : worseOf(compare(earlier, report))
  const faults = [
    ...(missed === 0 ? [] : [`${missed} of ${countOf(thresholds)} missed.`]),
    ...(total.count === 0 ? ["Nothing was counted."] : []),
    ...(worse === 0 ? [] : [`${worse} of ${judged} figures are worse than those of the earlier load.`])
  ]
  if (faults.length > 0) return { status: "failed", word: "Failed", sentences: faults }
  const good = [
    ...(thresholds.length === 0
      ? []
      : [`${thresholds.length === 1 ? "The threshold is" : `All ${countOf(thresholds)} are`} met.`]),
    ...(earlier === undefined ? [] : ["Nothing is worse than in the earlier load."])
  ]
  if (good.length > 0) return { status: "passed", word: "Passed", sentences: good }
  return { status: "unjudged", word: "Nothing was judged", sentences: ["The load has no thresholds."] }
}

const countOf = ({ length }: ReadonlyArray<Judged>): string => `${length} ${length === 1 ? "threshold" : "thresholds"}`

/** Missed ones first. */
export const thresholdTable = ({ thresholds }: LoadReport): string =>
  headedTable(
    "Thresholds",
    ["threshold", "verdict", "wanted", "found"],
    [...thresholds.filter(({ met }) => !met), ...thresholds.filter(({ met }) => met)].map(
      ({ name, wanted, found, met }) => [
        escaped(name),
        met ? '<b class="good">✓ met</b>' : '<b class="bad">✗ missed</b>',
        ...[wanted, found].map(escaped)
      ]
    )
  )
