/** The HTTP connections of a load: a fixed number of kept connections and little work per request. */
import { bounded, isTimeout, wordsOf } from "@backlot/player/stage/NodeHttp"
import { type Answer, readJson } from "@backlot/player/stage/StageHttp"
import { BOUNDS } from "@backlot/scenario/Bounds"
import { Data, Effect, Record, type Scope } from "effect"
import { Agent, type Dispatcher } from "undici"

export interface WireRequest {
  readonly method: string
  readonly origin: string
  /** With its query. */
  readonly path: string
  /** JSON. */
  readonly body: string | undefined
  /** Names and values alternate. */
  readonly headers: ReadonlyArray<string>
}

/**
 * `connection`: refused, reset, closed, or cut because the answer is too large. `unanswered`: no complete answer in
 * time.
 */
export class WireLost extends Data.TaggedError("WireLost")<{
  readonly kind: "connection" | "unanswered"
  readonly message: string
}> {}

export interface Wire {
  /** Never fails: a lost request is an answer too. */
  readonly send: (request: WireRequest) => Effect.Effect<Answer | WireLost>
}

const ANSWER = { time: BOUNDS.answer, body: BOUNDS.loadAnswer }

/** This many connections per origin; they close with the scope. */
export const make = (connections: number): Effect.Effect<Wire, never, Scope.Scope> => {
  const opened = Effect.sync(() => new Agent({ connections, pipelining: 1, ...bounded(ANSWER) }))
  const agent = Effect.acquireRelease(opened, (one) => Effect.promise(() => one.destroy()))
  return Effect.map(agent, (one) => ({ send: (request) => exchange(one, request) }))
}

const exchange = (agent: Agent, { method, origin, path, body, headers }: WireRequest) =>
  Effect.callback<Answer | WireLost>((resume) => {
    let answering: Dispatcher.DispatchController | undefined
    let status = 0
    let received: IncomingHeaders = {}
    const chunks: Array<Buffer> = []
    agent.dispatch(
      // The type of undici asks for a mutable list.
      { method, origin, path, body: body ?? null, headers: headers as Array<string> },
      {
        onRequestStart: (controller) => {
          answering = controller
        },
        onResponseStart: (_, code, incoming) => {
          status = code
          received = incoming
        },
        onResponseData: (_, chunk) => {
          chunks.push(chunk)
        },
        onResponseEnd: () => resume(Effect.succeed(new WireAnswer(status, received, chunks))),
        onResponseError: (_, error) => resume(Effect.succeed(lost(error)))
      }
    )
    return Effect.sync(() => answering?.abort(new Error("the load is over")))
  })

type IncomingHeaders = { readonly [name: string]: string | ReadonlyArray<string> | undefined }

/** Headers and body are parsed on demand. */
class WireAnswer implements Answer {
  readonly status: number
  readonly #headers: IncomingHeaders
  readonly #chunks: ReadonlyArray<Buffer>

  constructor(status: number, headers: IncomingHeaders, chunks: ReadonlyArray<Buffer>) {
    this.status = status
    this.#headers = headers
    this.#chunks = chunks
  }

  get headers(): { readonly [name: string]: string } {
    return Record.map(this.#headers, (value) => (typeof value === "string" ? value : (value?.at(-1) ?? "")))
  }

  get body(): unknown {
    const [first, ...more] = this.#chunks
    if (first === undefined) return undefined
    const text = (more.length === 0 ? first : Buffer.concat([first, ...more])).toString()
    const type = this.#headers["content-type"]
    return typeof type === "string" && type.startsWith("application/json") ? readJson(text) : text
  }
}

const lost = (error: Error): WireLost =>
  new WireLost({ kind: isTimeout(error) ? "unanswered" : "connection", message: wordsOf(error, ANSWER) })
