/**
 * Shows every answer of this process's HTTP servers as it is sent. The hook patches Node's `ServerResponse`, so that
 * servers need no change.
 */
import { ServerResponse } from "node:http"
import type { SeenAnswer } from "./Judge.ts"

/** Passes each answer to `see` before its last bytes are sent, if `wants` accepts the request. */
export const tapAnswers = (
  wants: (method: string, target: string) => boolean,
  see: (answer: SeenAnswer) => void
): void => {
  const bodies = new WeakMap<ServerResponse, Array<Buffer>>()
  const { write, end } = ServerResponse.prototype

  const keep = (response: ServerResponse, chunk: unknown, encoding: unknown) => {
    const isText = typeof chunk === "string"
    if (!isText && !(chunk instanceof Uint8Array)) return
    const chunks = bodies.get(response) ?? []
    chunks.push(
      isText
        ? Buffer.from(chunk, Buffer.isEncoding(String(encoding)) ? (encoding as "utf8") : "utf8")
        : Buffer.from(chunk)
    )
    bodies.set(response, chunks)
  }

  const finish = (response: ServerResponse) => {
    const { method = "GET", url = "/" } = response.req
    if (!wants(method, url)) return
    const contentType = response.getHeader("content-type") ?? headerSent(response, "content-type")
    see({
      method,
      target: url,
      status: response.statusCode,
      contentType: contentType === undefined ? undefined : String(contentType),
      body: Buffer.concat(bodies.get(response) ?? []).toString("utf8")
    })
  }

  // The overloads of both share one implementation with these three parameters.
  type Send = (chunk?: unknown, encoding?: unknown, callback?: unknown) => never
  ServerResponse.prototype.write = function (
    this: ServerResponse,
    chunk?: unknown,
    encoding?: unknown,
    done?: unknown
  ) {
    keep(this, chunk, encoding)
    return (write as Send).call(this, chunk, encoding, done)
  }
  ServerResponse.prototype.end = function (this: ServerResponse, chunk?: unknown, encoding?: unknown, done?: unknown) {
    keep(this, chunk, encoding)
    if (!this.writableEnded) finish(this)
    return (end as Send).call(this, chunk, encoding, done)
  }
}

/** Headers that are passed only to `writeHead` appear nowhere but in the head text. */
const headerSent = (response: ServerResponse, name: string): string | undefined => {
  // Node keeps the written head in this property of every outgoing message.
  const head = (response as unknown as { readonly _header?: string | null })._header
  return new RegExp(`^${name}: (.*)$`, "im").exec(head ?? "")?.[1]
}
