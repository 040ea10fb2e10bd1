/**
 * The Outbound port over node:http: one POST to exactly the given URL, without redirects, with a limited body size and a
 * time limit in real time. Source: `@backlot/ports/Outbound`.
 *
 * An endpoint may close a kept-alive connection at any moment. If a reused connection breaks before the first byte of the
 * answer, the request is sent once more on a new connection.
 */
import * as Http from "node:http"
import * as Https from "node:https"
import type { LookupFunction } from "node:net"
import { urlToHttpOptions } from "node:url"
import { delivery, http } from "@backlot/domain/base/Limits"
import { filesAt } from "@backlot/domain/guild/Boost"
import { Outbound, OutboundError, type OutboundRequest, type OutboundResponse } from "@backlot/ports/Outbound"
import { memo } from "@backlot/usecases/store/Memo"
import { Data, Effect, Exit, Layer, Semaphore } from "effect"
import { type Multipart, readMultipart, totalSize } from "../http/Multipart.ts"
import { ADDRESS_RULES, type AddressRules, ForbiddenAddress, judgedLookup } from "./PrivateAddress.ts"

export interface SenderOptions {
  /** Refuses endpoint URLs at private addresses (for a hosted server). */
  readonly noPrivateEndpoints: boolean
}

export const layer = (options: SenderOptions, rules: AddressRules = ADDRESS_RULES): Layer.Layer<Outbound> =>
  Layer.effect(
    Outbound,
    Effect.gen(function* () {
      const agents = yield* Effect.acquireRelease(Effect.sync(makeAgents), ({ destroy }) => Effect.sync(destroy))
      const guard = options.noPrivateEndpoints ? { ...rules, lookup: judgedLookup(rules) } : undefined
      return {
        post: (request: OutboundRequest) =>
          post(agents, guard, request).pipe(
            Effect.timeoutOrElse({
              duration: request.capMs,
              orElse: () => failure("timeout", `No answer within ${request.capMs} ms of real time`)
            })
          )
      }
    })
  )

/** Shorter than servers keep idle connections, so that few deliveries use one that is closing. */
const IDLE_MS = 1_000

const makeAgents = () => {
  const options = { keepAlive: true, maxSockets: delivery.concurrent, timeout: IDLE_MS }
  const http = new Http.Agent(options)
  // Made when it is needed: Node then loads TLS, which a start has no time for.
  let https: Https.Agent | undefined
  return {
    http,
    https: () => {
      https ??= new Https.Agent(options)
      return https
    },
    destroy: () => {
      http.destroy()
      https?.destroy()
    }
  }
}

/** A reused connection broke before the first byte of the answer. */
class Broken extends Data.TaggedError("Broken")<{ readonly message: string }> {}

const failure = (reason: OutboundError["reason"], message: string) => new OutboundError({ reason, message })

interface Guard {
  /** Judges a literal address, for which nothing is looked up. */
  readonly isPrivate: (host: string) => boolean
  readonly lookup: LookupFunction
}

const post = Effect.fnUntraced(function* (
  agents: ReturnType<typeof makeAgents>,
  guard: Guard | undefined,
  request: OutboundRequest
) {
  const target = targetOf(request.url)
  if (target === "invalid") return yield* failure("invalid-url", "Not an http or https URL")
  if (guard?.isPrivate(target.host)) {
    return yield* failure("forbidden-address", "A private address")
  }
  const { place } = target
  const [kept, begin] =
    place.protocol === "https:" ? ([agents.https(), Https.request] as const) : ([agents.http, Http.request] as const)
  const send = (agent: Http.Agent | false) =>
    exchange(request, (headers) =>
      begin({ ...place, method: "POST", agent, headers, ...(guard === undefined ? {} : { lookup: guard.lookup }) })
    )
  return yield* send(kept).pipe(
    Effect.catchTag("Broken", () => send(false)),
    Effect.catchTag("Broken", ({ message }) => failure("transport", message))
  )
})

/** URLs of endpoints are few, and the same again and again. */
const TARGET_CHARACTERS = 16_384

const targetOf = memo((text) => {
  const url = URL.parse(text)
  if (url === null || (url.protocol !== "http:" && url.protocol !== "https:")) return "invalid" as const
  return { host: url.hostname, place: urlToHttpOptions(url) }
}, TARGET_CHARACTERS)

const exchange = (
  { headers, body, filesBytes = filesAt(undefined) }: OutboundRequest,
  begin: (headers: Http.OutgoingHttpHeaders) => Http.ClientRequest
): Effect.Effect<OutboundResponse, OutboundError | Broken> =>
  Effect.callback((resume) => {
    const outgoing = begin({ ...headers, "Content-Length": String(Buffer.byteLength(body)) })
    let bytesBefore = 0
    outgoing.on("socket", (socket) => {
      bytesBefore = socket.bytesRead
    })
    outgoing.on("response", (response) => collect(response, filesBytes, resume))
    outgoing.on("upgrade", (_, socket) => {
      socket.destroy()
      resume(failure("transport", "The endpoint changed the protocol instead of answering"))
    })
    outgoing.on("error", (error) => {
      const silent = outgoing.socket?.bytesRead === bytesBefore
      resume(
        outgoing.reusedSocket && silent && codeOf(error) === "ECONNRESET"
          ? new Broken({ message: error.message })
          : refusalOf(error)
      )
    })
    outgoing.end(body)
    return Effect.sync(() => outgoing.destroy())
  })

const refusalOf = (error: Error): OutboundError => {
  if (error instanceof ForbiddenAddress) return failure("forbidden-address", error.message)
  return failure(codeOf(error) === "ECONNREFUSED" ? "refused" : "transport", error.message)
}

/** Node uses ECONNRESET for "socket hang up" too. */
const codeOf = (error: Error): unknown => ("code" in error ? error.code : undefined)

type Resume = (effect: Effect.Effect<OutboundResponse, OutboundError>) => void

const collect = (response: Http.IncomingMessage, filesBytes: number, resume: Resume) => {
  const type = response.headers["content-type"] ?? ""
  const multipart = isMultipart(type)
  const maxBytes = multipart ? filesBytes + http.bodyBytes : delivery.responseBytes
  const chunks: Array<Buffer> = []
  let size = 0
  let isLarge = false
  response.on("data", (chunk: Buffer) => {
    size += chunk.byteLength
    if (size > maxBytes) {
      response.destroy()
      return resume(tooLarge("The answer is", maxBytes))
    }
    chunks.push(chunk)
    if (isLarge || size <= http.multipartBytes) return
    isLarge = true
    takeTurn(response)
  })
  response.on("error", (error) => resume(failure("transport", error.message)))
  response.on("end", () => {
    const body = Buffer.concat(chunks)
    const head = { status: response.statusCode ?? 0, headers: flatten(response.headers), body }
    const parts: ReturnType<typeof partsOf> = multipart
      ? Effect.flatMap(readMultipart(type, body), (read) => partsOf(read, filesBytes))
      : Effect.succeed({ text: body.toString("utf8") })
    resume(Effect.map(parts, (parts) => ({ ...head, ...parts })))
  })
}

/** Large answers wait for their turn, so that what they take in memory is bounded. The time of the delivery ends a wait. */
const takeTurn = (response: Http.IncomingMessage) => {
  let isTurn = false
  response.pause()
  const cancel = Effect.runCallback(turns.take(1), {
    onExit: (exit) => {
      isTurn = Exit.isSuccess(exit)
      if (isTurn) response.resume()
    }
  })
  response.once("close", () => (isTurn ? Effect.runSync(turns.release(1)) : cancel()))
}

const turns = Semaphore.makeUnsafe(http.largeForms)

const isMultipart = (type: string): boolean => /^\s*multipart\/form-data\s*;/i.test(type)

const partsOf = (
  read: Multipart | undefined,
  filesBytes: number
): Effect.Effect<Pick<OutboundResponse, "text" | "files">, OutboundError> => {
  const files = read?.files ?? []
  const text = read?.fields.get("payload_json")
  if (totalSize(files) > filesBytes) return tooLarge("The files of the answer are", filesBytes)
  return text !== undefined && Buffer.byteLength(text) > delivery.responseBytes
    ? tooLarge("payload_json of the answer is", delivery.responseBytes)
    : Effect.succeed({ text, files })
}

const tooLarge = (what: string, bytes: number) =>
  Effect.fail(failure("too-large", `${what} longer than ${bytes} bytes`))

const flatten = (headers: Http.IncomingHttpHeaders): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, Array.isArray(value) ? value.join(", ") : value]]
    )
  )
