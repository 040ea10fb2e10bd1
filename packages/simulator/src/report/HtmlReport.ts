/**
 * A run as one HTML page with the viewer of the console (`apps/console/report`). It renders a scenario when the reader
 * chooses it, so a run of thousands of scenarios opens quickly.
 * Source: product.md "Scenario files" (`--report html`).
 */
import type { RunResult } from "../run/RunResult.ts"
import { verdictOf } from "./Failures.ts"
import { headOf, withoutScripts } from "./HtmlFailures.ts"
import { htmlPage } from "./HtmlPage.ts"
import { attemptOf, indexOf } from "./RunData.ts"
import { SCRIPT, STYLE } from "./RunPage.generated.ts"

export interface HtmlOptions {
  readonly title?: string
  /** Paths below this folder are shown relative to it. */
  readonly root?: string | undefined
}

export const htmlReport = (result: RunResult, { title = "Backlot run", root }: HtmlOptions = {}): string =>
  htmlPage({
    title: `${verdictOf(result).word}: ${title}`,
    style: STYLE,
    body: [
      '<a class="skip-link" href="#chosen">To the scenario</a>',
      ...headOf(result, title),
      '<div class="layout">',
      '<main class="main" tabindex="-1">',
      ...withoutScripts(result, root),
      "</main>",
      "</div>"
    ],
    data: [
      ["run", indexOf(result, root)],
      // The page reads them on demand.
      ...result.scenarios.map(({ attempts }, index) => {
        return [`scenario-${index}`, attempts.map((attempt) => attemptOf(attempt, root))] as const
      })
    ],
    scripts: [SCRIPT]
  })
