/** One request to a running server, limited in time and size. Source: product.md "Control plane". */
import { BOUNDS, type Bound, formatBound } from "@backlot/scenario/Bounds"
import { Data, Effect, Option, Schema } from "effect"

export interface ControlServer {
  /** Base URL without a trailing slash. */
  readonly url: string
  readonly token: string | undefined
}

export interface ControlAnswer {
  readonly status: number
  readonly text: string
}

interface ControlBody {
  readonly type: "application/json" | "text/plain"
  readonly text: string
}

/**
 * The server connected but did not answer in time, or its answer is too large. `message` names the URL and the limit.
 */
export class Unanswered extends Data.TaggedError("Unanswered")<{ readonly message: string }> {}

/** The base URL of a server, also from the URL of its control plane. */
export const baseOf = (url: string): string => url.replace(/\/+$/, "").replace(/\/control\/v1$/, "")

/** The message of a refusal, if the text is one. */
export const messageOf = (text: string): string | undefined => Option.getOrUndefined(decodeError(text))?.message

const decodeError = Schema.decodeUnknownOption(Schema.fromJsonString(Schema.Struct({ message: Schema.String })))

/** Requests a path of the control plane. Fails as `ask` does. */
export const askControl = (
  { url, token }: ControlServer,
  method: string,
  path: string,
  body?: ControlBody
): Effect.Effect<ControlAnswer, unknown> =>
  ask(`${url}/control/v1${path}`, {
    method,
    redirect: "error",
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { "content-type": body.type })
    },
    ...(body === undefined ? {} : { body: body.text })
  })

/** Fails with the error of `fetch`, which `causeOf` explains, or with `Unanswered`. */
export const ask = (
  url: string,
  request: Omit<RequestInit, "signal">,
  most: Bound = BOUNDS.answerBody
): Effect.Effect<ControlAnswer, unknown> => {
  // A whole world takes longer.
  const within = /\/(?:world|reset)$/.test(url) ? BOUNDS.worldAnswer : BOUNDS.answer
  const silent = new Unanswered({ message: `${url} did not answer within ${formatBound(within)}` })
  return Effect.tryPromise({
    try: async (signal) => {
      const response = await fetch(url, { ...request, signal })
      return { status: response.status, text: await textOf(url, response, most) }
    },
    catch: (error) => error
  }).pipe(Effect.timeoutOrElse({ duration: within.value, orElse: () => Effect.fail(silent) }))
}

const textOf = async (url: string, { body }: Response, most: Bound): Promise<string> => {
  const chunks: Array<Uint8Array> = []
  let size = 0
  for await (const chunk of body ?? []) {
    size += chunk.length
    if (size > most.value) throw new Unanswered({ message: `${url} answered more than ${formatBound(most)}` })
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

/** The system's error message where there is one, because `fetch failed` does not help. */
export const causeOf = (error: unknown): string => {
  const cause = error instanceof Error ? (error.cause ?? error) : error
  if (!(cause instanceof Error)) return String(cause)
  return "code" in cause && typeof cause.code === "string" ? cause.code : cause.message
}
