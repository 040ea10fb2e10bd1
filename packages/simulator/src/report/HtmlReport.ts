/**
 * A run as one HTML page. The browser code is in the package's folder `page/run`. It renders a scenario when the reader
 * chooses it, so a run of thousands of scenarios opens quickly.
 * Source: product.md "Scenario files" (`--report html`).
 */
import type { RunResult } from "../run/RunResult.ts"
import { attemptsOf, factsOf, indexOf } from "./HtmlData.ts"
import { escaped, htmlPage } from "./HtmlPage.ts"
import { SCRIPT, STYLE } from "./RunPage.generated.ts"

export interface HtmlOptions {
  readonly title?: string
  /** Paths below this folder are shown relative to it. */
  readonly root?: string | undefined
}

export const htmlReport = (result: RunResult, { title = "Backlot run", root }: HtmlOptions = {}): string =>
  htmlPage({
    title,
    style: STYLE,
    body: [
      '<a class="skip-link" href="#chosen">To the scenario</a>',
      '<div class="layout">',
      '<nav class="side" aria-label="Scenarios">',
      `<header><h1>${escaped(title)}</h1><p class="facts">${escaped(factsOf(result))}</p>`,
      '<div class="share" aria-hidden="true"></div>',
      '<div class="filters" role="group" aria-label="Show only"></div>',
      '<input class="search" type="search" placeholder="Search names, files and tags" aria-label="Search scenarios"></header>',
      '<ul class="list"></ul>',
      '<div class="keys"><span id="shown" role="status"></span> · <kbd>/</kbd> search · <kbd>j</kbd> <kbd>k</kbd> next, previous</div>',
      "</nav>",
      '<main tabindex="-1"><noscript>This report needs JavaScript.</noscript></main>',
      "</div>"
    ],
    data: [
      ["run", indexOf(result, root)],
      ...result.scenarios.map((scenario, index) => [`scenario-${index}`, attemptsOf(scenario, root)] as const)
    ],
    scripts: [SCRIPT]
  })
