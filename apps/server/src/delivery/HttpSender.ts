/**
 * The Outbound port over node:http: one POST to exactly the given URL. No redirect is followed, the answer's body is
 * bounded, and a cap of real time ends everything. Source: `@backlot/ports/Outbound`.
 *
 * A kept connection may be one that its endpoint is just closing. When it breaks before a byte of the answer came, the
 * request goes out once more, on a connection of its own.
 */
import * as Http from "node:http"
import * as Https from "node:https"
import { delivery } from "@backlot/domain/Limits"
import { Outbound, OutboundError, type OutboundRequest, type OutboundResponse } from "@backlot/ports/Outbound"
import { Effect, Layer } from "effect"
import { ForbiddenAddress, isPrivate, publicLookup } from "./PrivateAddress.ts"

export interface SenderOptions {
  /** Refuse endpoint URLs at private addresses (hosted use). */
  readonly noPrivateEndpoints: boolean
}

export const layer = (options: SenderOptions): Layer.Layer<Outbound> =>
  Layer.effect(
    Outbound,
    Effect.gen(function* () {
      const agents = yield* Effect.acquireRelease(Effect.sync(makeAgents), ({ http, https }) =>
        Effect.sync(() => {
          http.destroy()
          https.destroy()
        })
      )
      return {
        post: (request: OutboundRequest) =>
          post(agents, options, request).pipe(
            Effect.timeoutOrElse({
              duration: request.capMs,
              orElse: () =>
                Effect.fail(
                  new OutboundError({ reason: "timeout", message: `No answer within ${request.capMs} ms of real time` })
                )
            })
          )
      }
    })
  )

/** Ours: less than servers keep idle connections, so that no delivery meets one that its endpoint is just closing. */
const IDLE_MS = 1_000

const makeAgents = () => {
  const options = { keepAlive: true, maxSockets: delivery.concurrent, timeout: IDLE_MS }
  return { http: new Http.Agent(options), https: new Https.Agent(options) }
}

const post = (agents: ReturnType<typeof makeAgents>, options: SenderOptions, request: OutboundRequest) =>
  Effect.callback<OutboundResponse, OutboundError>((resume) => {
    const fail = (reason: OutboundError["reason"], message: string) =>
      resume(Effect.fail(new OutboundError({ reason, message })))
    const url = URL.parse(request.url)
    if (url === null || (url.protocol !== "http:" && url.protocol !== "https:")) {
      return fail("invalid-url", `Not an http or https URL: ${request.url}`)
    }
    if (options.noPrivateEndpoints && isPrivate(url.hostname)) return fail("forbidden-address", "A private address")
    const secure = url.protocol === "https:"
    let ended = false
    const send = (agent: Http.Agent | false): Http.ClientRequest => {
      const outgoing = (secure ? Https : Http).request(url, {
        method: "POST",
        agent,
        headers: { ...request.headers, "Content-Length": String(Buffer.byteLength(request.body)) },
        ...(options.noPrivateEndpoints ? { lookup: publicLookup } : {})
      })
      const brokeBeforeItsAnswer = watch(outgoing)
      outgoing.on("response", (response) => collect(response, resume))
      outgoing.on("upgrade", (_, socket) => {
        socket.destroy()
        fail("transport", "The endpoint changed the protocol instead of answering")
      })
      outgoing.on("error", (error) => {
        if (error instanceof ForbiddenAddress) return fail("forbidden-address", error.message)
        if (!ended && outgoing.reusedSocket && brokeBeforeItsAnswer(error)) {
          current = send(false)
          return
        }
        return fail(codeOf(error) === "ECONNREFUSED" ? "refused" : "transport", error.message)
      })
      outgoing.end(request.body)
      return outgoing
    }
    let current = send(secure ? agents.https : agents.http)
    return Effect.sync(() => {
      ended = true
      current.destroy()
    })
  })

/** Tells of an error whether the connection broke (node also says so by "socket hang up") with no byte of an answer. */
const watch = (outgoing: Http.ClientRequest) => {
  let bytes = 0
  outgoing.on("socket", (socket) => {
    bytes = socket.bytesRead
  })
  return (error: Error): boolean => codeOf(error) === "ECONNRESET" && outgoing.socket?.bytesRead === bytes
}

const codeOf = (error: Error): unknown => ("code" in error ? error.code : undefined)

type Resume = (effect: Effect.Effect<OutboundResponse, OutboundError>) => void

const collect = (response: Http.IncomingMessage, resume: Resume) => {
  const chunks: Array<Buffer> = []
  let size = 0
  response.on("data", (chunk: Buffer) => {
    size += chunk.byteLength
    if (size <= delivery.responseBytes) return chunks.push(chunk)
    response.destroy()
    return resume(
      Effect.fail(
        new OutboundError({ reason: "too-large", message: `The answer is longer than ${delivery.responseBytes} bytes` })
      )
    )
  })
  response.on("error", (error) =>
    resume(Effect.fail(new OutboundError({ reason: "transport", message: error.message })))
  )
  response.on("end", () => {
    const body = Buffer.concat(chunks)
    resume(
      Effect.succeed({
        status: response.statusCode ?? 0,
        headers: flatten(response.headers),
        body,
        text: body.toString("utf8")
      })
    )
  })
}

const flatten = (headers: Http.IncomingHttpHeaders): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, Array.isArray(value) ? value.join(", ") : value]]
    )
  )
