/** Requests to a stage. `NodeHttp.ts` and `FetchHttp.ts` send them. */
import { Data, Effect } from "effect"
import { StageLost } from "./Failure.ts"
import type { Stage } from "./Stage.ts"

export interface Asked {
  readonly method: string
  /** The whole URL with its query. */
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  /** A text, or the parts of a form. */
  readonly body?: string | ReadonlyArray<FormPart> | undefined
}

export interface FormPart {
  readonly name: string
  readonly value: string | File
}

export interface Answer {
  readonly status: number
  /** Lower-case names; the last of several values. */
  readonly headers: Readonly<Record<string, string>>
  /** JSON as its value, anything else as text; undefined if there is none. */
  readonly body: unknown
}

/** An answer whose body is still to be read. */
export interface Opened {
  readonly status: number
  /** The texts of its body as they come. */
  readonly texts: () => AsyncIterable<string>
  /** Leaves the body. */
  readonly drop: () => Promise<void>
}

/** No answer: refused, cut, or too late. */
export class NoAnswer extends Data.TaggedError("NoAnswer")<{ readonly message: string }> {}

export interface StageHttp {
  readonly send: (asked: Asked) => Effect.Effect<Answer, NoAnswer>
  /** A GET whose body the caller reads until `signal`; it has no time limit of its own. */
  readonly open: (url: string, headers: Readonly<Record<string, string>>, signal: AbortSignal) => Promise<Opened>
  /** Closes kept connections, after a restart of the server. */
  readonly renew: Effect.Effect<void>
}

/** The value of a body: JSON by its content type, else the text; undefined if it is empty. */
export const bodyOf = (text: string, contentType: string | undefined): unknown =>
  contentType?.startsWith("application/json") === true ? readJson(text) : text === "" ? undefined : text

/** The value; a text that is not JSON stays. */
export const readJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

export const guarded = ({ control_token }: Stage): Readonly<Record<string, string>> =>
  control_token === undefined ? {} : { authorization: `Bearer ${control_token}` }

/** Sends a value as JSON; undefined sends no body. */
export const sendJson = (
  http: StageHttp,
  method: string,
  url: string,
  headers: Readonly<Record<string, string>>,
  body: unknown
): Effect.Effect<Answer, StageLost> => {
  const json = { headers: { ...headers, "content-type": "application/json" }, body: JSON.stringify(body) }
  return orLost(http.send({ method, url, ...(body === undefined ? { headers } : json) }))
}

export const orLost = Effect.mapError(({ message }: NoAnswer) => new StageLost({ message }))
