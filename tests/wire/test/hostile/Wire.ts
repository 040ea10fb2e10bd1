/** Sends exact bytes to a server and reads every answer, with a time limit for silence. */
import { connect, type Socket } from "node:net"
import { Effect } from "effect"

export interface Answer {
  readonly status: number
  /** Lower-case names; the last line wins when a name is repeated. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export interface Outcome {
  readonly answers: ReadonlyArray<Answer>
  /** The bytes after the last whole answer. */
  readonly rest: string
  /** False when the time limit ended the connection. */
  readonly closed: boolean
}

/**
 * The limit of silence: far above the time of any answer, so that only a hang reaches it. It is counted in seconds that
 * this process saw pass: one that stood still for a while would end the wait before it reads what has come meanwhile.
 */
const SILENCE = { seconds: 10, lookMs: 1_000 }

export const portOf = (url: string): number => Number(new URL(url).port)

/** Opens a connection; an error on it only closes it. The end of the scope destroys it. */
const open = (port: number) =>
  Effect.acquireRelease(
    Effect.callback<Socket>((resume) => {
      const socket = connect(port, "127.0.0.1", () => resume(Effect.succeed(socket)))
      socket.on("error", () => socket.destroy())
    }),
    (socket) => Effect.sync(() => socket.destroy())
  )

/**
 * Sends `bytes`, one character per byte, and reads until the server closes. `methods` are those of the sent requests.
 */
export const exchange = (port: number, bytes: string, methods: ReadonlyArray<string>) =>
  Effect.flatMap(open(port), (socket) => {
    socket.write(bytes, "latin1")
    return receive(socket, methods)
  }).pipe(Effect.scoped)

const receive = (socket: Socket, methods: ReadonlyArray<string>) =>
  Effect.callback<Outcome>((resume) => {
    let text = ""
    const end = (closed: boolean) => resume(Effect.succeed({ ...parseAnswers(text, methods), closed }))
    let silent = 0
    socket.setTimeout(SILENCE.lookMs)
    socket.on("timeout", () => {
      silent++
      if (silent < SILENCE.seconds) socket.setTimeout(SILENCE.lookMs)
      else end(false)
    })
    socket.on("data", (chunk: Buffer) => {
      silent = 0
      // One character for each byte, so that lengths count bytes.
      text += chunk.toString("latin1")
    })
    socket.on("close", () => end(true))
  })

const parseAnswers = (text: string, methods: ReadonlyArray<string>): Omit<Outcome, "closed"> => {
  const answers: Array<Answer> = []
  let rest = text
  while (rest !== "") {
    const step = parseAnswer(rest, methods[answers.length] ?? "GET")
    if (step === undefined) break
    rest = step.rest
    // 100 Continue is not an answer.
    if (step.answer.status >= 200) answers.push(step.answer)
  }
  return { answers, rest }
}

const parseAnswer = (text: string, method: string): { readonly answer: Answer; readonly rest: string } | undefined => {
  const end = text.indexOf("\r\n\r\n")
  if (end < 0) return undefined
  const [first = "", ...lines] = text.slice(0, end).split("\r\n")
  const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(first)?.[1])
  const headers = Object.fromEntries(lines.map(headerOf))
  const after = text.slice(end + 4)
  const whole = (body: string, rest: string) => ({ answer: { status, headers, body: decode(body) }, rest })
  if (method === "HEAD" || status < 200 || status === 204) return whole("", after)
  if (headers["transfer-encoding"] === "chunked") {
    const chunked = unchunk(after)
    return chunked === undefined ? undefined : whole(chunked.body, chunked.rest)
  }
  const length = Number(headers["content-length"] ?? 0)
  return after.length < length ? undefined : whole(after.slice(0, length), after.slice(length))
}

const headerOf = (line: string): readonly [string, string] => {
  const colon = line.indexOf(":")
  return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
}

const unchunk = (text: string): { readonly body: string; readonly rest: string } | undefined => {
  let body = ""
  let rest = text
  for (;;) {
    const size = /^([0-9a-f]+)\r\n/i.exec(rest)
    if (size === null) return undefined
    const length = Number.parseInt(size[1] ?? "", 16)
    const from = size[0].length
    if (rest.length < from + length + 2) return undefined
    body += rest.slice(from, from + length)
    rest = rest.slice(from + length + 2)
    if (length === 0) return { body, rest }
  }
}

const decode = (latin: string): string => Buffer.from(latin, "latin1").toString("utf8")

/** The head of a request: header lines and an empty line. */
export const head = (...lines: ReadonlyArray<string>): string => `${lines.join("\r\n")}\r\n\r\n`
