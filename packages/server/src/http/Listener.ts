/**
 * Node's HTTP server with the limits of this service. It answers requests that never reach a route with JSON bodies like
 * the HTTP-level errors of wire-rest.md §3.1. Limits: domain `Limits.http`. Our choice: docs/choices.md "Registration".
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from "node:http"
import type { Duplex } from "node:stream"
import { http } from "@backlot/domain/base/Limits"
import { JSON_TYPE } from "@backlot/protocol/error/Header"

type Bound =
  | "headBytes"
  | "connections"
  | "headersTimeoutMs"
  | "requestTimeoutMs"
  | "keepAliveTimeoutMs"
  | "timeoutCheckMs"
  | "closeGraceMs"
export type Bounds = { readonly [K in Bound]: number }

/** Makes a server that does not listen yet. */
export const makeServer = (bounds: Bounds = http): Server => {
  const server = createServer({
    // The edge refuses a request without Host, with a body.
    requireHostHeader: false,
    maxHeaderSize: bounds.headBytes,
    headersTimeout: bounds.headersTimeoutMs,
    requestTimeout: bounds.requestTimeoutMs,
    keepAliveTimeout: bounds.keepAliveTimeoutMs,
    connectionsCheckingInterval: bounds.timeoutCheckMs
  })
  server.maxConnections = bounds.connections
  const latest = new WeakMap<Duplex, Exchange>()
  const remember = (request: IncomingMessage, response: ServerResponse) =>
    latest.set(request.socket, { request, response })
  const refused = new WeakSet<Duplex>()
  server.on("request", remember)
  server.on("checkContinue", remember)
  server.on("clientError", (error, socket) => {
    if (refused.has(socket)) return
    refused.add(socket)
    // The client may be gone already.
    socket.on("error", () => socket.destroy())
    afterOthers(latest.get(socket), socket, () => refuse(socket, statusOf(error), bounds.closeGraceMs))
  })
  server.on("connect", (_request, socket) => {
    socket.on("error", () => socket.destroy())
    refuse(socket, 405, bounds.closeGraceMs)
  })
  server.on("checkExpectation", (_request, response) => {
    const body = bodyOf(`417: ${STATUS_CODES[417]}`)
    const headers = { "content-type": JSON_TYPE, "content-length": body.length, connection: "close" }
    response.writeHead(417, headers).end(body)
  })
  return server
}

interface Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
}

/** Waits for the answer to an earlier complete request: answers keep the order of their requests. */
const afterOthers = (last: Exchange | undefined, socket: Duplex, answer: () => void): void => {
  if (last === undefined || last.response.writableFinished) answer()
  else if (last.request.complete) last.response.once("finish", answer)
  // The error is in the body of a request whose answer has begun, so no other answer can follow.
  else if (last.response.headersSent) socket.destroy()
  else answer()
}

const refuse = (socket: Duplex, status: number, graceMs: number): void => {
  if (!socket.writable) {
    socket.destroy()
    return
  }
  socket.end(rawAnswer(status, `${status}: ${STATUS_CODES[status]}`))
  // Keep reading for a short time, to notice at once when the client closes.
  let chunks = 0
  socket.on("data", () => {
    chunks += 1
    if (chunks > CHUNKS) socket.destroy()
  })
  socket.resume()
  // Every connection of an HTTP server has `setTimeout`; it counts from the last activity.
  if ("setTimeout" in socket && typeof socket.setTimeout === "function") {
    socket.setTimeout(graceMs, () => socket.destroy())
  }
}

/** Chunks read from a connection after its last answer. */
const CHUNKS = 16

const STATUSES: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408
}

const statusOf = (error: NodeJS.ErrnoException): number => STATUSES[error.code ?? ""] ?? 400

/** A whole HTTP/1.1 answer in the platform's error shape, after which the connection closes. */
export const rawAnswer = (status: number, message: string): string => {
  const body = bodyOf(message)
  const lines = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    `content-type: ${JSON_TYPE}`,
    `content-length: ${Buffer.byteLength(body)}`,
    "connection: close"
  ]
  return `${lines.join("\r\n")}\r\n\r\n${body}`
}

const bodyOf = (message: string): string => JSON.stringify({ message, code: 0 })
