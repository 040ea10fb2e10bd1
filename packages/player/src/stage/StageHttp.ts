/** Requests to a stage. Connections are kept; `renew` closes them after a restart of the server. */
import { BOUNDS, type Bound, formatBound } from "@backlot/scenario/Bounds"
import { Data, Effect, type Scope } from "effect"
import { Agent, type Dispatcher, type FormData, request } from "undici"
import { StageLost } from "./Failure.ts"
import type { Stage } from "./Stage.ts"

export interface Asked {
  readonly method: string
  /** The whole URL with its query. */
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | FormData | undefined
}

export interface Answer {
  readonly status: number
  /** Lower-case names; the last of several values. */
  readonly headers: Readonly<Record<string, string>>
  /** JSON as its value, anything else as text; undefined if there is none. */
  readonly body: unknown
}

/** No answer: refused, cut, or too late. */
export class NoAnswer extends Data.TaggedError("NoAnswer")<{ readonly message: string }> {}

export interface StageHttp {
  readonly send: (asked: Asked) => Effect.Effect<Answer, NoAnswer>
  /** A GET whose body the caller reads until `signal`; it has no time limit of its own. */
  readonly open: (
    url: string,
    headers: Readonly<Record<string, string>>,
    signal: AbortSignal
  ) => Promise<Dispatcher.ResponseData>
  readonly renew: Effect.Effect<void>
}

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
    open: (url, headers, signal) =>
      request(url, { dispatcher: agent, headers: { ...headers }, signal, bodyTimeout: BOUNDS.silence.value }),
    renew: Effect.promise(() => {
      const old = agent
      agent = newAgent()
      return old.destroy()
    })
  }
})

export const make = within({ time: BOUNDS.answer, body: BOUNDS.answerBody })

const exchange = async (
  dispatcher: Agent,
  { method, url, headers, body }: Asked,
  signal: AbortSignal
): Promise<Answer> => {
  const sent = body === undefined ? {} : { body }
  // Callers name methods of HTTP.
  const verb = method as Dispatcher.HttpMethod
  const answer = await request(url, { dispatcher, method: verb, headers: { ...headers }, signal, ...sent })
  const text = await answer.body.text()
  const received = Object.fromEntries(
    Object.entries(answer.headers).map(([name, value]) => [name, [value].flat().at(-1) ?? ""])
  )
  const isJson = received["content-type"]?.startsWith("application/json") === true
  const value = isJson ? readJson(text) : text === "" ? undefined : text
  return { status: answer.statusCode, headers: received, body: value }
}

/** The value; a text that is not JSON stays. */
export const readJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

const lost =
  ({ method, url }: Asked, answer: AnswerBounds) =>
  (error: unknown) =>
    new NoAnswer({ message: `${method} ${url}: ${error instanceof Error ? wordsOf(error, answer) : String(error)}` })

export const guarded = ({ control_token }: Stage): Readonly<Record<string, string>> =>
  control_token === undefined ? {} : { authorization: `Bearer ${control_token}` }

/** Sends a value as JSON; undefined sends no body. */
export const sendJson = (
  http: StageHttp,
  method: string,
  url: string,
  headers: Readonly<Record<string, string>>,
  body: unknown
): Effect.Effect<Answer, StageLost> => {
  const json = { headers: { ...headers, "content-type": "application/json" }, body: JSON.stringify(body) }
  return orLost(http.send({ method, url, ...(body === undefined ? { headers } : json) }))
}

export const orLost = Effect.mapError(({ message }: NoAnswer) => new StageLost({ message }))

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
