/**
 * One kept-alive HTTP connection over a bare socket with one open request: cheap enough that the server under test is
 * the bottleneck, and exact to the microsecond. It reads only answers with a content-length.
 */
import { connect, type Socket } from "node:net"

export interface Answer {
  readonly status: number
  /** The status line and the headers, unparsed. */
  readonly head: string
  readonly body: Buffer
}

export interface RequestParts {
  readonly method: string
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Buffer
}

/** Encodes a request once, to send it often. */
export const encode = ({ method, path, headers = {}, body }: RequestParts): Buffer => {
  const content = Buffer.from(body ?? "")
  const lines = [
    `${method} ${path} HTTP/1.1`,
    "host: 127.0.0.1",
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ...(body === undefined ? [] : ["content-type: application/json", `content-length: ${content.length}`])
  ]
  return Buffer.concat([Buffer.from(`${lines.join("\r\n")}\r\n\r\n`), content])
}

export class Connection {
  readonly #socket: Socket
  #received: Buffer = Buffer.alloc(0)
  #waiting: { readonly resolve: (answer: Answer) => void; readonly reject: (why: Error) => void } | undefined

  private constructor(socket: Socket) {
    this.#socket = socket
    socket.setNoDelay(true)
    socket.on("data", (chunk: Buffer) => this.#take(chunk))
    socket.on("error", (error) => this.#fail(error))
    socket.on("close", () => this.#fail(new Error("the server closed the connection")))
  }

  /** Connects to the origin of `url`. */
  static open(url: string): Promise<Connection> {
    return new Promise((resolve, reject) => {
      const { hostname, port } = new URL(url)
      const socket = connect(Number(port), hostname)
      socket.once("error", reject)
      socket.once("connect", () => {
        socket.off("error", reject)
        resolve(new Connection(socket))
      })
    })
  }

  send(request: Buffer): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject }
      this.#socket.write(request)
    })
  }

  close(): void {
    this.#waiting = undefined
    this.#socket.destroy()
  }

  #take(chunk: Buffer): void {
    this.#received = this.#received.length === 0 ? chunk : Buffer.concat([this.#received, chunk])
    const end = this.#received.indexOf("\r\n\r\n")
    if (end < 0) return
    const head = this.#received.toString("latin1", 0, end)
    const status = Number(head.slice(9, 12))
    const length = Number(/\ncontent-length: *(\d+)/i.exec(head)?.[1] ?? (status === 204 ? 0 : Number.NaN))
    if (Number.isNaN(length)) this.#fail(new Error(`an answer without content-length:\n${head}`))
    if (!(this.#received.length >= end + 4 + length)) return
    const body = this.#received.subarray(end + 4)
    this.#received = Buffer.alloc(0)
    const waiting = this.#waiting
    this.#waiting = undefined
    waiting?.resolve({ status, head, body })
  }

  #fail(why: Error): void {
    this.#waiting?.reject(why)
    this.#waiting = undefined
  }
}
