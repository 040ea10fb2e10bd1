/** The Content-Security-Policy of a page that carries all it needs: these styles and scripts, and nothing from outside. */
import { createHash } from "node:crypto"

/** Texts are exactly what stands between the tags. */
export const policyOf = (styles: ReadonlyArray<string>, scripts: ReadonlyArray<string>): string =>
  [
    "default-src 'none'",
    `style-src ${styles.map(digest).join(" ")}`,
    `script-src ${scripts.map(digest).join(" ")}`,
    "img-src data:",
    "base-uri 'none'",
    "form-action 'none'"
  ].join("; ")

const digest = (text: string): string => `'sha256-${createHash("sha256").update(text).digest("base64")}'`
