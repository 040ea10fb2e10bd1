/**
 * The common frame of all authorize pages: no scripts, no foreign resources, no framing, no caching. The platform's page
 * is a web application instead. Our choice: docs/choices.md "OAuth2".
 */

import { createHash } from "node:crypto"
import * as Answer from "../http/Answer.ts"
import { type Html, html } from "./Html.ts"

export interface Page {
  readonly status: number
  readonly title: string
  readonly main: Html
  /** The final target of the page's forms. Without it, forms may only lead to this server. */
  readonly redirect_uri?: string | null
}

export const answer = ({ status, title, main, redirect_uri }: Page): Answer.Answer =>
  Answer.of(status, "text/html; charset=utf-8", document(title, main).html, {
    ...COMMON,
    "content-security-policy": policy(redirect_uri ?? undefined)
  })

/** A redirect. Use 303 after a form, so that every browser continues with GET. */
export const redirect = (status: 302 | 303, location: string): Answer.Answer =>
  Answer.empty(status, { ...COMMON, location })

/** With `no-referrer`, browsers would send `Origin: null` with forms, like a foreign page. */
const COMMON = {
  "cache-control": "no-store",
  "referrer-policy": "same-origin",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY"
}

/**
 * Browsers check `form-action` against every redirect after a form, including later redirects of the application, often
 * to another port. So the policy allows whole schemes instead of one address.
 */
const policy = (redirectUri: string | undefined): string => {
  const scheme = redirectUri === undefined ? undefined : /^[a-z][a-z0-9+.-]*:/i.exec(redirectUri)?.[0].toLowerCase()
  const targets = scheme === undefined ? ["'self'"] : [...new Set(["'self'", "http:", "https:", scheme])]
  return [
    "default-src 'none'",
    `style-src ${STYLE_SOURCE}`,
    `form-action ${targets.join(" ")}`,
    "base-uri 'none'",
    "frame-ancestors 'none'"
  ].join("; ")
}

const document = (title: string, main: Html): Html => html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} · Backlot</title>
<style>${{ html: STYLE }}</style>
</head>
<body>
<header>Backlot</header>
<main>
${main}
</main>
<footer>A test service on this machine. Nothing here reaches the real platform.</footer>
</body>
</html>
`

/** A user as pages show them. */
export interface Person {
  readonly id: string
  readonly username: string
  readonly global_name: string | null
}

/** The first grapheme of a name. */
export const initial = (name: string): string => {
  const [first] = new Intl.Segmenter(undefined, { granularity: "grapheme" }).segment(name.trim())
  return (first?.segment ?? "?").toUpperCase()
}

/** The style sheet of the authorize pages, allowed by its hash. */
const STYLE = `
:root { color-scheme: light dark;
  --ground: light-dark(#eceef4, #14161d); --card: light-dark(#fff, #1e212b); --raised: light-dark(#f4f5f9, #272b37);
  --ink: light-dark(#1b1e27, #eceef4); --soft: light-dark(#565d70, #a9b0c3); --line: light-dark(#d5d9e4, #3a4052);
  --accent: light-dark(#3f4ed8, #9aa5ff); --on-accent: light-dark(#fff, #14161d);
  --bad: light-dark(#a61b2b, #ff9aa5); --bad-ground: light-dark(#fdecee, #3a1d23) }
* { box-sizing: border-box }
html { font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; background: var(--ground); color: var(--ink) }
body { margin: 0; min-height: 100vh; display: flex; flex-direction: column; align-items: center; padding: 1.25rem }
body > header, body > footer { color: var(--soft); font-size: .8125rem; text-align: center }
body > header { margin: auto 0 .75rem; font-weight: 600; letter-spacing: .04em }
body > footer { margin: .75rem 0 auto; max-width: 30rem }
main { width: 100%; max-width: 30rem; background: var(--card); border: 1px solid var(--line); border-radius: 1rem;
  padding: 1.75rem; box-shadow: 0 .5rem 2rem rgb(0 0 0 / .08) }
h1 { font-size: 1.375rem; line-height: 1.25; margin: 0; overflow-wrap: anywhere }
h2, legend { font-size: .8125rem; font-weight: 600; color: var(--soft); padding: 0 }
h2 { margin: 1.5rem 0 .5rem } legend { margin: 0 0 .5rem }
p { margin: .5rem 0 0; overflow-wrap: anywhere }
a { color: var(--accent) } code { font: .875em ui-monospace, monospace; overflow-wrap: anywhere }
fieldset { border: 0; margin: 1.5rem 0 0; padding: 0; min-width: 0 }
.soft { color: var(--soft); font-size: .875rem }
.top { display: flex; gap: 1rem; align-items: center }
.face { flex: none; width: 2.5rem; height: 2.5rem; border-radius: 50%; display: grid; place-items: center; font-weight: 600;
  background: var(--raised); color: var(--accent); border: 1px solid var(--line) }
.top .face { width: 3.25rem; height: 3.25rem; border-radius: 1rem; font-size: 1.25rem }
.who { display: flex; flex-wrap: wrap; gap: .5rem; align-items: center; justify-content: space-between; margin-top: 1.25rem;
  padding: .5rem .75rem; background: var(--raised); border-radius: .625rem; font-size: .9375rem }
ul { list-style: none; margin: 0; padding: 0 }
.people { display: grid; gap: .5rem; margin-top: 1.25rem }
.people button { width: 100%; display: flex; gap: .75rem; align-items: center; text-align: left; padding: .625rem .75rem }
.people span span { display: block; font-weight: 400 } button > span, .who > span { min-width: 0; overflow-wrap: anywhere }
.scopes li { display: flex; gap: .625rem; padding: .375rem 0; overflow-wrap: anywhere }
.scopes li::before { content: "\\2713"; color: var(--accent); font-weight: 700 }
.scopes code { display: block; color: var(--soft); font-size: .75rem }
button, select, input:not([type=checkbox]) { font: inherit; color: inherit; background: var(--raised);
  border: 1px solid var(--line); border-radius: .625rem; padding: .625rem .875rem; max-width: 100% }
select, input:not([type=checkbox]) { width: 100% }
button { cursor: pointer; font-weight: 600 } button:hover { border-color: var(--accent) }
button:disabled { cursor: not-allowed; opacity: .55 }
button.main { background: var(--accent); border-color: var(--accent); color: var(--on-accent) }
button.link { background: none; border: 0; padding: .25rem; color: var(--accent); text-decoration: underline; font-weight: 400 }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px }
.choices { display: grid; gap: .125rem }
h2 + .alert { margin-top: 0 } dd.alert { margin-top: .5rem }
.choices label { display: flex; gap: .625rem; align-items: center; padding: .3125rem 0 }
input[type=checkbox] { width: 1.125rem; height: 1.125rem; margin: 0; accent-color: var(--accent); flex: none }
.actions { display: flex; gap: .75rem; margin-top: 1.5rem } .actions button { flex: 1 }
.field { display: block; margin-top: 1rem } .field > span { display: block; font-weight: 600; font-size: .875rem; margin-bottom: .375rem }
.inline { display: flex; gap: .5rem; align-items: end; margin-top: 1rem } .inline label { flex: 1; margin: 0 }
.alert { margin-top: 1.25rem; padding: .75rem 1rem; border-radius: .625rem; background: var(--bad-ground); color: var(--bad);
  overflow-wrap: anywhere }
dl { margin: 1.25rem 0 0 } dt { font-weight: 600; font-size: .875rem } dd { margin: .5rem 0 0; overflow-wrap: anywhere }
dl.table { display: grid; grid-template-columns: auto 1fr; gap: .375rem 1rem } dl.table dd { margin: 0 }
pre { background: var(--raised); border: 1px solid var(--line); border-radius: .625rem; padding: .75rem; margin: .5rem 0 0;
  white-space: pre-wrap; overflow-wrap: anywhere; font: .8125rem/1.5 ui-monospace, monospace; user-select: all }
@media (max-width: 26rem) { body { padding: .75rem } main { padding: 1.25rem } .actions { flex-direction: column } }
@media (forced-colors: active) { main, button, .who { border: 1px solid } }
`

/** The hash as a source in a Content-Security-Policy. */
const STYLE_SOURCE = `'sha256-${createHash("sha256").update(STYLE).digest("base64")}'`
