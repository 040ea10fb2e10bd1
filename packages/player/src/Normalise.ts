/**
 * What differs from run to run although the same happened, and what replaces it in transcripts. Everything else, ids and
 * tokens too, is the same with the same seed, scenario and frozen clock. Source: product.md "Scenario files".
 */
import type { Stage } from "./stage/Stage.ts"

interface Normalised {
  readonly what: string
  readonly because: string
  readonly pattern: RegExp
  readonly by: string
}

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

/** Replaces the addresses of the stage by `<url>`, and what the table lists. */
export const normaliser = (
  stage: Pick<Stage, "url" | "rest_url" | "gateway_url" | "control_url">
): ((text: string) => string) => {
  const given = [stage.url, stage.rest_url, stage.gateway_url, stage.control_url]
  const origins = [...new Set(given.flatMap((url) => /^\w+:\/\/[^/?#]+/.exec(url)?.[0] ?? []))]
  return (text) => normaliseText(origins.reduce((changed, origin) => changed.replaceAll(origin, "<url>"), text))
}

/** Replaces what does not depend on the stage. */
export const normaliseText = (text: string): string =>
  NORMALISED.reduce((changed, { pattern, by }) => changed.replaceAll(pattern, by), text)
