/** Sends requests with undici. Connections are kept; `renew` closes them after a restart of the server. */
import { BOUNDS, type Bound, formatBound } from "@backlot/scenario/Bounds"
import { Effect, type Scope } from "effect"
import { Agent, type Dispatcher, FormData, request } from "undici"
import { type Answer, type Asked, bodyOf, NoAnswer, type Opened, type StageHttp } from "./StageHttp.ts"

/** Makes a client with limits for each answer. */
export const within = Effect.fnUntraced(function* (
  answer: AnswerBounds
): Effect.fn.Return<StageHttp, never, Scope.Scope> {
  // A stream that grows too large is cut, and opened again where it was.
  const newAgent = () => new Agent(bounded(answer))
  let agent = newAgent()
  yield* Effect.addFinalizer(() => Effect.promise(() => agent.destroy()))
  const send = (asked: Asked) =>
    Effect.tryPromise({ try: (signal) => exchange(agent, asked, signal), catch: lost(asked, answer) })
  return {
    send,
    open: async (url, headers, signal) => {
      const given = { dispatcher: agent, headers: { ...headers }, signal, bodyTimeout: BOUNDS.silence.value }
      return openedOf(await request(url, given))
    },
    renew: Effect.promise(() => {
      const old = agent
      agent = newAgent()
      return old.destroy()
    })
  }
})

export const make = within({ time: BOUNDS.answer, body: BOUNDS.answerBody })

const openedOf = ({ statusCode, body }: Dispatcher.ResponseData): Opened => ({
  status: statusCode,
  texts: () => {
    body.setEncoding("utf8")
    // With an encoding set, chunks are texts.
    return body as AsyncIterable<string>
  },
  drop: () => body.dump()
})

const exchange = async (
  dispatcher: Agent,
  { method, url, headers, body }: Asked,
  signal: AbortSignal
): Promise<Answer> => {
  const sent = body === undefined ? {} : { body: typeof body === "string" ? body : formOf(body) }
  // Callers name methods of HTTP.
  const verb = method as Dispatcher.HttpMethod
  const answer = await request(url, { dispatcher, method: verb, headers: { ...headers }, signal, ...sent })
  const text = await answer.body.text()
  const received = Object.fromEntries(
    Object.entries(answer.headers).map(([name, value]) => [name, [value].flat().at(-1) ?? ""])
  )
  return { status: answer.statusCode, headers: received, body: bodyOf(text, received["content-type"]) }
}

const formOf = (parts: Exclude<Asked["body"], string | undefined>): FormData => {
  const form = new FormData()
  for (const { name, value } of parts) {
    if (typeof value === "string") form.append(name, value)
    else form.append(name, value, value.name)
  }
  return form
}

const lost =
  ({ method, url }: Asked, answer: AnswerBounds) =>
  (error: unknown) =>
    new NoAnswer({ message: `${method} ${url}: ${error instanceof Error ? wordsOf(error, answer) : String(error)}` })

export interface AnswerBounds {
  readonly time: Bound
  readonly body: Bound
}

const TIMEOUTS: ReadonlySet<string> = new Set(["UND_ERR_HEADERS_TIMEOUT", "UND_ERR_BODY_TIMEOUT"])
const TOO_LARGE = "UND_ERR_RES_EXCEEDED_MAX_SIZE"

export const bounded = ({ time, body }: AnswerBounds) => ({
  headersTimeout: time.value,
  bodyTimeout: time.value,
  maxResponseSize: body.value
})

export const isTimeout = (error: Error): boolean => TIMEOUTS.has(codeOf(error))

export const wordsOf = (error: Error, { time, body }: AnswerBounds): string => {
  if (isTimeout(error)) return `no answer within ${formatBound(time)}`
  if (codeOf(error) === TOO_LARGE) return `its answer is larger than ${formatBound(body)}`
  // If several addresses were tried, the error has only a code.
  return error.message || codeOf(error) || error.name
}

const codeOf = (error: Error): string => ("code" in error ? String(error.code) : "")
