/**
 * What differs from run to run although the same happened, and what replaces it in transcripts. Everything else, ids
 * and tokens too, is the same with the same seed, scenario and frozen clock. Source: product.md "Scenario files"
 * (byte-identical transcript); decision 45 (signatures and JWTs keep real time).
 */
import type { Stage } from "./stage/Stage.ts"

interface Normalised {
  readonly what: string
  readonly because: string
  readonly pattern: RegExp
  readonly by: string
}

/** Replacements in texts. */
export const NORMALISED: ReadonlyArray<Normalised> = [
  {
    what: "addresses on this machine with a port, of the server and of apps",
    because: "ports are free ones of the run",
    pattern: /\b(?:https?|wss?):\/\/(?:127\.0\.0\.1|localhost|\[::1\]):\d+/g,
    by: "<url>"
  },
  {
    what: "the same without a scheme, as in a Host header",
    because: "ports are free ones of the run",
    pattern: /(?<![\w.])(?:127\.0\.0\.1|localhost|\[::1\]):\d+/g,
    by: "<host>"
  },
  {
    what: "JSON Web Tokens",
    because: "they say when they were issued, in real time",
    pattern: /\beyJ[\w-]+\.eyJ[\w-]+\.[\w-]+/g,
    by: "<jwt>"
  }
]

/** Replacements of fields of payloads and headers, by lower-case name, at any depth. Undefined removes the field. */
export const NORMALISED_FIELDS: Readonly<Record<string, string | undefined>> = {
  "x-signature-timestamp": "<time>",
  "x-signature-ed25519": "<signature>",
  date: "<date>",
  took_ms: "<ms>",
  real_ms: undefined,
  connection: undefined,
  "keep-alive": undefined,
  "transfer-encoding": undefined
}

/** Replaces the addresses of the stage by `<url>`, and what the table lists. */
export const normaliser = (
  stage: Pick<Stage, "url" | "rest_url" | "gateway_url" | "control_url">
): ((text: string) => string) => {
  const given = [stage.url, stage.rest_url, stage.gateway_url, stage.control_url]
  const origins = [...new Set(given.flatMap((url) => /^\w+:\/\/[^/?#]+/.exec(url)?.[0] ?? []))]
  return (text) => normaliseText(origins.reduce((told, origin) => told.replaceAll(origin, "<url>"), text))
}

/** Replaces what does not depend on the stage. */
export const normaliseText = (text: string): string =>
  NORMALISED.reduce((told, { pattern, by }) => told.replaceAll(pattern, by), text)

/** Normalises every text and field of a value. */
export const normaliseValue = (value: unknown, normalise: (text: string) => string): unknown => {
  if (typeof value === "string") return normalise(value)
  if (Array.isArray(value)) return value.map((one) => normaliseValue(one, normalise))
  if (typeof value !== "object" || value === null) return value
  const fields = Object.entries(value).flatMap(([key, one]): ReadonlyArray<readonly [string, unknown]> => {
    if (!Object.hasOwn(NORMALISED_FIELDS, key.toLowerCase())) return [[key, normaliseValue(one, normalise)]]
    const by = NORMALISED_FIELDS[key.toLowerCase()]
    return by === undefined ? [] : [[key, by]]
  })
  return Object.fromEntries(fields)
}
