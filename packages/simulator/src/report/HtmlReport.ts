/**
 * A run as one HTML page that needs nothing else: styles, script and data stand in it, and its Content-Security-Policy
 * forbids everything from outside. A scenario is shown when it is chosen, so that a run of very many stays quick.
 * Source: product.md "Scenario files" (`--report html`).
 */

import type { RunResult } from "../run/RunResult.ts"
import { ENTITIES } from "./Entities.ts"
import { attemptsOf, factsOf, indexOf } from "./HtmlData.ts"
import { toJson } from "./JsonText.ts"
import { policyOf } from "./PagePolicy.ts"
import { DETAIL } from "./page/PageDetail.ts"
import { ELEMENTS } from "./page/PageElements.ts"
import { LIST } from "./page/PageList.ts"
import { STYLE } from "./page/PageStyle.ts"

export interface HtmlOptions {
  readonly title?: string
  /** Paths below it are shown relative to it. */
  readonly root?: string | undefined
}

export const SCRIPT = `"use strict"\n${ELEMENTS}${DETAIL}${LIST}`

export const htmlReport = (result: RunResult, { title = "Backlot run", root }: HtmlOptions = {}): string =>
  [
    "<!doctype html>",
    '<html lang="en">',
    "<head>",
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${POLICY}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    '<link rel="icon" href="data:,">',
    `<title>${markup(title)}</title>`,
    `<style>${STYLE}</style>`,
    "</head>",
    "<body>",
    '<a class="skip-link" href="#chosen">To the scenario</a>',
    '<div class="layout">',
    '<nav class="side" aria-label="Scenarios">',
    `<header><h1>${markup(title)}</h1><p class="facts">${markup(factsOf(result))}</p>`,
    '<div class="share" aria-hidden="true"></div>',
    '<div class="filters" role="group" aria-label="Show only"></div>',
    '<input class="search" type="search" placeholder="Search names, files and tags" aria-label="Search scenarios"></header>',
    '<ul class="list"></ul>',
    '<div class="keys"><span id="shown" role="status"></span> · <kbd>/</kbd> search · <kbd>j</kbd> <kbd>k</kbd> next, previous</div>',
    "</nav>",
    '<main tabindex="-1"><noscript>This report is shown by its script.</noscript></main>',
    "</div>",
    embedded("run", indexOf(result, root)),
    ...result.scenarios.map((scenario, index) => embedded(`scenario-${index}`, attemptsOf(scenario, root))),
    `<script>${SCRIPT}</script>`,
    "</body>",
    "</html>",
    ""
  ].join("\n")

const POLICY = policyOf([STYLE], [SCRIPT])

const markup = (text: string): string => text.toWellFormed().replace(/[&<>"]/g, (sign) => ENTITIES[sign] ?? sign)

/** JSON in which nothing can end the element or a line: `<`, U+2028 and U+2029 stand as escapes. */
const embedded = (id: string, value: unknown): string =>
  `<script type="application/json" id="${id}">${toJson(value).replace(/[<\u2028\u2029]/g, escaped)}</script>`

const escaped = (sign: string): string => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`
