/** Texts of the wire without secrets, clipped. Our choice: docs/choices.md "Control plane". */
import { wire as limits } from "@backlot/domain/base/KeptLimits"

export interface Clipped {
  readonly text: string
  readonly clipped: boolean
}

/** The beginning of a JSON text, in which values of secret fields are replaced. `isWhole`: nothing comes behind it. */
export const clip = (json: string, isWhole = true, fields: RegExp = SECRETS): Clipped => {
  const text = withoutSecrets(json.slice(0, limits.text), fields).replace(WEBHOOKS, `$1${HIDDEN}`)
  return { text, clipped: !isWhole || json.length > limits.text }
}

/** The value ends with its quote, or where the text was clipped. */
const secret = (names: string) => new RegExp(`("(?:${names})"\\s*:\\s*")(?:[^"\\\\]|\\\\.)*\\\\?("|$)`, "g")

const NAMES = "\\w*(?:token|secret|password|private_key|code_verifier)"

const SECRETS = secret(NAMES)

/** Of requests: there `code` is an authorization code, and nowhere an error. */
export const SECRETS_OF_REQUESTS = secret(`${NAMES}|code`)

/** The key of voice is a list of bytes. */
const KEYS = /("secret_key"\s*:\s*)\[[^\]]*(?:\]|$)/g

const PARAMETERS = /([?&#](?:\w*token|\w*secret|code|code_verifier)=)[^&#"\s]+/g

/** The token in the address of a webhook. */
const WEBHOOKS = /(\/webhooks\/\d{1,20}\/)[\w-]+/g

export const HIDDEN = "…"

const withoutSecrets = (text: string, fields: RegExp): string =>
  text.replace(fields, `$1${HIDDEN}$2`).replace(KEYS, `$1"${HIDDEN}"`).replace(PARAMETERS, `$1${HIDDEN}`)

/** The path and query of a request: tokens and whatever is as long as one are shortened. */
export const withoutTokens = (url: string, tokens: ReadonlyArray<string>): string => {
  const [path = "", ...query] = url.split("?")
  const shown = path.split("/").map((part) => (part.length > LONGEST || tokens.includes(part) ? short(part) : part))
  return withoutSecrets([shown.join("/"), ...query].join("?"), SECRETS).slice(0, limits.text)
}

/** No id, name or word of a path is longer; interaction tokens are. */
const LONGEST = 100

const short = (text: string): string => `${text.slice(0, 8)}${HIDDEN}`
