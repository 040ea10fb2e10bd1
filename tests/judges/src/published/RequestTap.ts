/** Shows every request that this process's HTTP servers receive. The hook patches Node's `Server`. */
import { type IncomingMessage, Server } from "node:http"

/** Passes each body to `see` when it is complete, if `wants` accepts the request. */
export const tapRequests = (wants: (request: IncomingMessage) => boolean, see: (body: string) => void): void => {
  const { emit } = Server.prototype
  Server.prototype.emit = function (this: Server, event: string | symbol, ...given: ReadonlyArray<unknown>) {
    // Node emits each request with its message as the first argument, before the body is read.
    const request = given[0] as IncomingMessage
    if (event === "request" && wants(request)) tap(request, see)
    return emit.call(this, event, ...given)
  }
}

/** The parser pushes each chunk, and null at the end. */
const tap = (request: IncomingMessage, see: (body: string) => void): void => {
  const chunks: Array<Buffer> = []
  const push = request.push.bind(request)
  request.push = (chunk: Buffer | null, encoding) => {
    if (chunk === null) see(Buffer.concat(chunks).toString("utf8"))
    else chunks.push(Buffer.from(chunk))
    return push(chunk, encoding)
  }
}
