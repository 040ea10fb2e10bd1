/**
 * Sees every answer that this process's HTTP servers send, as it is sent, and judges those of the API. The hook sits
 * in Node's `ServerResponse`, so that no server needs to know of it.
 */
import { ServerResponse } from "node:http"
import { loadDocument, type OfficialDocument } from "./Document.ts"
import { judge, pathOf, type SeenAnswer, type Verdict } from "./Judge.ts"

/** Where the document is; without it answers are only counted. */
export const VARIABLE = "BACKLOT_OFFICIAL_OPENAPI"

export type Seen = Verdict | { readonly kind: "unjudged" }

/** Tells `note` of each answer of the API, before the last of it is sent. */
export const watch = (note: (seen: Seen) => void): void => {
  const bodies = new WeakMap<ServerResponse, Array<Buffer>>()
  const { write, end } = ServerResponse.prototype
  let document: OfficialDocument | undefined

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
    if (method === "HEAD" || pathOf(url) === undefined) return
    const file = process.env[VARIABLE] ?? ""
    if (file === "") return note({ kind: "unjudged" })
    document ??= loadDocument(file)
    const contentType = response.getHeader("content-type") ?? headerSent(response, "content-type")
    const seen: SeenAnswer = {
      method,
      target: url,
      status: response.statusCode,
      contentType: contentType === undefined ? undefined : String(contentType),
      body: Buffer.concat(bodies.get(response) ?? []).toString("utf8")
    }
    note(judge(document, seen))
  }

  // The overloads of both end in one implementation that takes these three.
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

/** Headers given to `writeHead` alone are in no table, only in the text that goes out. */
const headerSent = (response: ServerResponse, name: string): string | undefined => {
  // Node keeps the head it wrote in this property of every outgoing message.
  const head = (response as unknown as { readonly _header?: string | null })._header
  return new RegExp(`^${name}: (.*)$`, "im").exec(head ?? "")?.[1]
}
