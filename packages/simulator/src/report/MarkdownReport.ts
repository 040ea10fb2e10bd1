/** Writes a run as Markdown: the summary of a job on GitHub, a note of a merge request on GitLab. */
import type { RunResult } from "../run/RunResult.ts"
import { type Annotation, annotationsOf } from "./Annotations.ts"
import { verdictOf } from "./Failures.ts"
import { formatCounts, shownPath, totalsOf } from "./Summary.ts"
import { ENTITIES } from "./Xml.ts"

/** Paths below `root` are shown relative to it. */
export const markdownReport = (result: RunResult, { root }: { readonly root?: string | undefined } = {}): string => {
  const { sentence, status } = verdictOf(result)
  const { scenarios, steps } = totalsOf(result)
  const all = annotationsOf(result)
  const left = all.length - SHOWN_MAX
  return [
    `### ${status === "failed" ? "❌" : status === "passed" ? "✅" : "⚠️"} Backlot: ${sentence}`,
    "",
    `Scenarios: ${formatCounts(scenarios)}. Steps: ${formatCounts(steps)}. Time: ${(result.real_ms / 1_000).toFixed(1)} s. Seed: ${result.seed}.`,
    "",
    ...all.slice(0, SHOWN_MAX).flatMap((one) => detailsOf(one, root)),
    ...(left > 0 ? [`And ${left} more: the other reports list all of them.`, ""] : [])
  ].join("\n")
}

/** GitHub takes a summary of 1 MiB. Each of these has less than 25 KB, even if it is all escapes. */
const SHOWN_MAX = 40

const detailsOf = ({ status, file, line, title, message }: Annotation, root: string | undefined) => [
  `<details><summary>${status === "flaky" ? "⚠️ flaky: " : "❌ "}<b>${asHtml(title)}</b> (${asHtml(shownPath(file, root))}:${line})</summary>`,
  "",
  // Inside of it nothing is Markdown or HTML.
  `<pre>${asHtml(message).replaceAll("\n", "&#10;")}</pre>`,
  "",
  "</details>",
  ""
]

const asHtml = (text: string): string =>
  text.replaceAll(/[&<>]/g, (sign) => ENTITIES[sign] ?? sign).replaceAll(/[\r\u0085\u2028]/g, " ")
