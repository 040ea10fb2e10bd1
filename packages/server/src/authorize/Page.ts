/**
 * The common frame of all authorize pages: no scripts, no foreign resources, no framing, no caching. The platform's page
 * is a web application instead. Our choice: docs/choices.md "OAuth2".
 */
import { HttpServerResponse } from "effect/http"
import type { Answer } from "../http/Answer.ts"
import { type Html, html } from "./Html.ts"
import { STYLE, STYLE_SOURCE } from "./Style.ts"

export interface Page {
  readonly status: number
  readonly title: string
  readonly main: Html
  /** The final target of the page's forms. Without it, forms may only lead to this server. */
  readonly redirect_uri?: string | null
}

export const answer = ({ status, title, main, redirect_uri }: Page): Answer =>
  HttpServerResponse.text(document(title, main).html, {
    status,
    contentType: "text/html; charset=utf-8",
    headers: { ...COMMON, "content-security-policy": policy(redirect_uri ?? undefined) }
  })

/** A redirect. Use 303 after a form, so that every browser continues with GET. */
export const redirect = (status: 302 | 303, location: string): Answer =>
  HttpServerResponse.empty({ status, headers: { ...COMMON, location } })

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
