/** An interactions endpoint that records requests and answers by a script. The test can check their signatures. */
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http"
import { buffer } from "node:stream/consumers"
import { Effect, Queue, type Scope } from "effect"
import { listen } from "./EndpointListener.ts"

export interface ReceivedRequest {
  readonly method: string
  readonly url: string
  readonly headers: IncomingHttpHeaders
  /** The exact bytes, read as UTF-8. */
  readonly body: string
}

export interface EndpointAnswer {
  /** Default 200. */
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  /** Sent as `application/json`. */
  readonly json?: unknown
  /** Sent unchanged when `json` is absent. */
  readonly body?: string | Uint8Array
}

/** Returns the answer; an effect that never ends leaves the request open. */
export type EndpointScript = (request: ReceivedRequest) => Effect.Effect<EndpointAnswer>

export interface RecordingEndpoint {
  readonly url: string
  /** All requests so far, oldest first. */
  readonly received: ReadonlyArray<ReceivedRequest>
  /** Waits for the next request that was not taken yet. */
  readonly take: Effect.Effect<ReceivedRequest>
  readonly answerWith: (script: EndpointScript) => Effect.Effect<void>
}

/** Listens on a free port of 127.0.0.1 until the scope closes, which also cuts open requests. */
export const start: (script: EndpointScript) => Effect.Effect<RecordingEndpoint, never, Scope.Scope> =
  Effect.fnUntraced(function* (script: EndpointScript) {
    const received: Array<ReceivedRequest> = []
    const arrivals = yield* Queue.unbounded<ReceivedRequest>()
    let current = script
    const run = Effect.runForkWith(yield* Effect.context<never>())
    const scope = yield* Effect.scope
    const answer = Effect.fnUntraced(function* (request: IncomingMessage, response: ServerResponse) {
      const whole = yield* read(request)
      received.push(whole)
      yield* Queue.offer(arrivals, whole)
      write(response, yield* current(whole))
    })
    const origin = yield* listen((request, response) => run(Effect.forkIn(answer(request, response), scope)))
    return {
      url: `${origin}/interactions`,
      received,
      take: Queue.take(arrivals),
      answerWith: (next) =>
        Effect.sync(() => {
          current = next
        })
    }
  })

/** A request that is cut before its end does not count as received. */
const read = (request: IncomingMessage) =>
  Effect.tryPromise(() => buffer(request)).pipe(
    Effect.map(
      (bytes): ReceivedRequest => ({
        method: request.method ?? "",
        url: request.url ?? "",
        headers: request.headers,
        body: bytes.toString("utf8")
      })
    ),
    Effect.catch(() => Effect.interrupt)
  )

const write = (response: ServerResponse, { status = 200, headers, json, body }: EndpointAnswer) => {
  if (json === undefined) response.writeHead(status, headers).end(body)
  else response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(json))
}
