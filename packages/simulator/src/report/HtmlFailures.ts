/**
 * The markup with which a run's page begins: the verdict, and a link to each failure. Without scripts the links lead to the
 * same failures as plain text.
 */
import { formatNoted } from "@backlot/player/Transcript"
import type { RunResult } from "../run/RunResult.ts"
import { formatSpan } from "./Amount.ts"
import { anchorOf } from "./Anchor.ts"
import { type Failing, failingOf, verdictOf } from "./Failures.ts"
import { escaped, timeMarkup } from "./HtmlPage.ts"
import * as Summary from "./Summary.ts"

export const headOf = (result: RunResult, title: string): ReadonlyArray<string> => {
  const { status, word, sentence } = verdictOf(result)
  const counts = Summary.formatCounts(Summary.totalsOf(result).scenarios)
  const facts = [counts, formatSpan(result.real_ms), `seed ${result.seed}`].map(escaped)
  return [
    `<header class="head ${status}">`,
    `<h1>${escaped(title)}</h1>`,
    `<p class="verdict"><b><span class="dot" aria-hidden="true"></span> ${word}.</b> ${escaped(sentence)}</p>`,
    `<p class="facts">${facts.join(" · ")} · began ${timeMarkup(result.began)}<span class="zone"></span></p>`,
    '<div class="share" aria-hidden="true"></div>',
    "</header>",
    ...listOf(failingOf(result))
  ]
}

const listOf = (failing: ReadonlyArray<Failing>): ReadonlyArray<string> =>
  failing.length === 0
    ? []
    : [
        '<nav class="failures" aria-labelledby="failures">',
        '<h2 id="failures">What failed</h2>',
        `<ol>${failing.map(itemOf).join("\n")}</ol>`,
        "</nav>"
      ]

const itemOf = ({ anchor, status, name, step, reason }: Failing): string =>
  [
    `<li class="${status}"><a href="#${anchor}"><span class="dot" aria-hidden="true"></span>`,
    `<span><b>${escaped(name)}</b> <span class="place">${escaped(step ?? "outside of steps")}</span>`,
    status === "flaky" ? ' <span class="place">(passed at a later attempt)</span>' : "",
    `</span><span class="reason">${escaped(reason)}</span></a></li>`
  ].join("")

/** For readers without scripts: every failure as text, and the status of every scenario. */
export const withoutScripts = (result: RunResult, root: string | undefined): ReadonlyArray<string> => [
  "<noscript>",
  '<p class="soft">Without JavaScript this page shows the failures as text.</p>',
  ...failingOf(result).flatMap((failing) => failureText(failing, root)),
  "<h2>All scenarios</h2>",
  `<ol>${result.scenarios
    .map(({ name, status }, index) => `<li id="${anchorOf(index + 1)}">${escaped(name)}: ${status}</li>`)
    .join("\n")}</ol>`,
  "</noscript>"
]

const failureText = (failing: Failing, root: string | undefined): ReadonlyArray<string> => {
  const { anchor, name, step, reason, attempt } = failing
  const failed = Summary.failedStep(attempt)
  const diff = failed === undefined ? [] : Summary.diffOfStep(failed).map(Summary.formatLine)
  return [
    `<section class="plain" id="${anchor}">`,
    `<h2>${escaped(name)}</h2>`,
    step === undefined ? "" : `<h3>${escaped(step)}</h3>`,
    failed === undefined ? "" : `<p class="soft mono">${escaped(Summary.shownPlace(failed, root))}</p>`,
    `<p class="alarm">${escaped(attempt.failure ?? reason)}</p>`,
    diff.length === 0 ? "" : `<p>− expected, + what there was</p><pre>${escaped(diff.join("\n"))}</pre>`,
    attempt.transcript.length === 0 ? "" : `<pre>${escaped(formatNoted(attempt.transcript))}</pre>`,
    "</section>"
  ]
}
