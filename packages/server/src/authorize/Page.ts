/**
 * What every page of authorization has in common: no script, nothing from elsewhere, never in a frame, never kept by a
 * cache. Ours: the platform's page is an application of its own.
 */
import { HttpServerResponse } from "effect/http"
import type { Answer } from "../http/Answer.ts"
import { type Html, html } from "./Html.ts"
import { STYLE, STYLE_SOURCE } from "./Style.ts"

export interface Page {
  readonly status: number
  readonly title: string
  readonly main: Html
  /** Where its forms may lead in the end; undefined: to this server alone. */
  readonly redirect_uri?: string | null
}

export const answer = ({ status, title, main, redirect_uri }: Page): Answer =>
  HttpServerResponse.text(document(title, main).html, {
    status,
    contentType: "text/html; charset=utf-8",
    headers: { ...COMMON, "content-security-policy": policy(redirect_uri ?? undefined) }
  })

/** Elsewhere: 303 after a form, so that every browser goes on by GET. */
export const redirect = (status: 302 | 303, location: string): Answer =>
  HttpServerResponse.empty({ status, headers: { ...COMMON, location } })

/**
 * `no-referrer` would make browsers send `Origin: null` with forms, which then could not be told from foreign ones;
 * addresses of other origins get no referrer either way.
 */
const COMMON = {
  "cache-control": "no-store",
  "referrer-policy": "same-origin",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY"
}

/**
 * Browsers hold `form-action` against each redirect that follows a form, those of the application's own address
 * included, which often leads on to another port: so the schemes are allowed, and no single address.
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
