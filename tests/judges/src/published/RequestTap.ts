/** Sees every request that this process's HTTP servers receive. The hook sits in Node's `Server`. */
import { type IncomingMessage, Server } from "node:http"

/** Shows the body of each request that `wants` it to `see`, when the last of it has come. */
export const tapRequests = (wants: (request: IncomingMessage) => boolean, see: (body: string) => void): void => {
  const { emit } = Server.prototype
  Server.prototype.emit = function (this: Server, event: string | symbol, ...given: ReadonlyArray<unknown>) {
    // Node emits each request with its message first, before any of the body is read.
    const request = given[0] as IncomingMessage
    if (event === "request" && wants(request)) tap(request, see)
    return emit.call(this, event, ...given)
  }
}

/** The parser pushes what it reads, and null at the end. */
const tap = (request: IncomingMessage, see: (body: string) => void): void => {
  const chunks: Array<Buffer> = []
  const push = request.push.bind(request)
  request.push = (chunk: Buffer | null, encoding) => {
    if (chunk === null) see(Buffer.concat(chunks).toString("utf8"))
    else chunks.push(Buffer.from(chunk))
    return push(chunk, encoding)
  }
}
