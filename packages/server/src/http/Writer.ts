/** Writes one answer to one request. */
import type { IncomingMessage, ServerResponse } from "node:http"
import { Effect, Latch, Stream } from "effect"
import { type Answer, empty } from "./Answer.ts"

export class Writer {
  readonly #source: IncomingMessage
  readonly #response: ServerResponse
  readonly #isLast: () => boolean
  /** The client holds its body back. */
  #waits: boolean

  constructor(source: IncomingMessage, response: ServerResponse, waits: boolean, isLast: () => boolean) {
    this.#source = source
    this.#response = response
    this.#waits = waits
    this.#isLast = isLast
  }

  /** Tells the client to send the body that it holds back. */
  invite(): void {
    if (!this.#waits || this.#response.headersSent) return
    this.#waits = false
    this.#response.writeContinue()
  }

  /** Head and body leave in one piece. */
  write(answer: Answer): void {
    const response = this.#response
    // Nothing reaches a client that went away.
    if (response.destroyed || response.writableEnded) return
    this.#head(answer)
    const { body } = answer
    response.end(this.#source.method === "HEAD" || Stream.isStream(body) ? undefined : body)
  }

  /** Ends with the stream; a failure of it cuts the connection, so that no part looks like the whole. */
  stream(answer: Answer, body: Stream.Stream<Uint8Array>): Effect.Effect<void> {
    const response = this.#response
    if (response.destroyed || this.#source.method === "HEAD") return Effect.sync(() => this.write(answer))
    const drained = Latch.makeUnsafe()
    return Effect.suspend(() => {
      this.#head(answer)
      response.on("drain", () => drained.openUnsafe())
      return Stream.runForEach(body, (chunk) => {
        if (response.write(chunk)) return Effect.void
        drained.closeUnsafe()
        return drained.await
      })
    }).pipe(
      Effect.interruptible,
      Effect.onExit((exit) => Effect.sync(() => (exit._tag === "Success" ? response.end() : response.destroy())))
    )
  }

  /** For a request that was interrupted: by its client, or by a server that stops. */
  giveUp(): void {
    if (!this.#response.headersSent) this.write(empty(503))
    else if (!this.#response.writableEnded) this.#response.destroy()
  }

  #head({ status, headers, body, cookies }: Answer): void {
    const ends = this.#ends(Stream.isStream(body)) || this.#isLast()
    const more = cookies.length > 0 || ends
    try {
      this.#response.writeHead(
        status,
        more
          ? {
              ...headers,
              ...(cookies.length > 0 ? { "set-cookie": [...cookies] } : {}),
              ...(ends ? { connection: "close" } : {})
            }
          : headers
      )
    } catch {
      // A header that cannot be sent, such as one of a planned fault.
      this.#response.writeHead(500)
    }
  }

  /** Whether the connection ends with this answer: too much of the request would come after it. */
  #ends(streams: boolean): boolean {
    const { complete, headers } = this.#source
    if (complete || this.#source.httpVersionMajor !== 1) return false
    if (this.#waits) return true
    const declared = headers["content-length"]
    return !streams && declared !== undefined && Number(declared) > REST_BYTES
  }
}

/** What is read of a request after its answer, so that the connection can be used again. */
const REST_BYTES = 256 * 1024

/** A client has this time to read an answer before its connection is reset. */
const GRACE_MS = 500

interface Internals {
  _consuming: boolean
  _last: boolean
}

/**
 * Ends what is left of a request when its answer is sent. Node would drain an untouched body in full, leave a partly read
 * one unread, and destroy an ending connection at once, which resets it and can lose the answer.
 */
export const leaveRest = (source: IncomingMessage, response: ServerResponse): void => {
  if (source.complete || source.destroyed) return
  // Node has these fields and no type of them: its own listener reads them right after this one.
  const internals = { source: source as unknown as Internals, response: response as unknown as Internals }
  if (internals.response._last) {
    internals.source._consuming = true
    internals.response._last = false
    endSlowly(source)
    return
  }
  let bytes = 0
  source.on("data", (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes <= REST_BYTES) return
    source.pause()
    endSlowly(source)
  })
  source.resume()
}

const endSlowly = ({ socket }: IncomingMessage): void => {
  if (socket.destroyed) return
  socket.end()
  // It counts from the last activity; what is not read soon stops the client.
  socket.setTimeout(GRACE_MS, () => socket.destroy())
}
