/**
 * One HTML file that needs nothing else: it holds its styles, scripts and data, and its Content-Security-Policy allows
 * exactly these and no request.
 */
import { createHash } from "node:crypto"
import { toJson } from "./JsonText.ts"
import { ENTITIES } from "./Xml.ts"

export interface HtmlPage {
  readonly title: string
  readonly style: string
  /** Markup. */
  readonly body: ReadonlyArray<string>
  /** Values for the scripts, each in a JSON element with this id. */
  readonly data: ReadonlyArray<readonly [id: string, value: unknown]>
  readonly scripts: ReadonlyArray<string>
}

export const htmlPage = ({ title, style, body, data, scripts }: HtmlPage): string =>
  [
    "<!doctype html>",
    '<html lang="en">',
    "<head>",
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${policyOf(style, scripts)}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    '<link rel="icon" href="data:,">',
    `<title>${escaped(title)}</title>`,
    `<style>${style}</style>`,
    "</head>",
    "<body>",
    ...body,
    ...data.map(([id, value]) => `<script type="application/json" id="${id}">${embeddable(value)}</script>`),
    ...scripts.map((script) => `<script>${script}</script>`),
    "</body>",
    "</html>",
    ""
  ].join("\n")

/** A text as markup, also within quotes. */
export const escaped = (text: string): string =>
  text.toWellFormed().replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign)

/** A moment (ISO 8601) that the page's script writes in the reader's time zone. */
export const timeMarkup = (iso: string): string =>
  `<time datetime="${escaped(iso)}" title="${escaped(iso)}">${escaped(iso)}</time>`

const policyOf = (style: string, scripts: ReadonlyArray<string>): string =>
  `default-src 'none'; style-src ${digest(style)}; script-src ${scripts.map(digest).join(" ")}; img-src data:; ` +
  "base-uri 'none'; form-action 'none'"

const digest = (text: string): string => `'sha256-${createHash("sha256").update(text).digest("base64")}'`

/** JSON that cannot end its element or a line: `<`, U+2028 and U+2029 are escaped. */
const embeddable = (value: unknown): string =>
  toJson(value).replace(/[<\u2028\u2029]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`)
