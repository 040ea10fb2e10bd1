/** One request to the control plane of a running server. Source: product.md "Control plane". */
import { Effect } from "effect"

export interface ControlServer {
  /** Its base, without a slash at its end. */
  readonly url: string
  readonly token: string | undefined
}

export interface ControlAnswer {
  readonly status: number
  readonly text: string
}

export interface ControlBody {
  readonly type: "application/json" | "text/plain"
  readonly text: string
}

/** Fails with what `fetch` fails with; `causeOf` tells it. */
export const askControl = (
  { url, token }: ControlServer,
  method: string,
  path: string,
  body?: ControlBody
): Effect.Effect<ControlAnswer, unknown> =>
  Effect.tryPromise({
    try: async (signal) => {
      const response = await fetch(`${url}/control/v1${path}`, {
        method,
        signal,
        redirect: "error",
        headers: {
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
          ...(body === undefined ? {} : { "content-type": body.type })
        },
        ...(body === undefined ? {} : { body: body.text })
      })
      return { status: response.status, text: await response.text() }
    },
    catch: (error) => error
  })

/** What the system said, where it said something: `fetch failed` helps nobody. */
export const causeOf = (error: unknown): string => {
  const cause = error instanceof Error ? (error.cause ?? error) : error
  if (!(cause instanceof Error)) return String(cause)
  return "code" in cause && typeof cause.code === "string" ? cause.code : cause.message
}
