/** Requests to a stage. Connections are kept; `renew` closes them after a restart of the server. */

import { BOUNDS } from "@backlot/scenario/Bounds"
import { Clock, Data, Effect, type Scope } from "effect"
import { Agent, type Dispatcher, type FormData, request } from "undici"
import { type AnswerBounds, bounded, wordsOf } from "./HttpFault.ts"
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
  const told = headersOf(answer.headers)
  const isJson = told["content-type"]?.startsWith("application/json") === true
  return { status: answer.statusCode, headers: told, body: isJson ? readJson(text) : text === "" ? undefined : text }
}

const readJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

const headersOf = (headers: Dispatcher.ResponseData["headers"]): Readonly<Record<string, string>> => {
  const told: Record<string, string> = {}
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) told[name] = Array.isArray(value) ? (value.at(-1) ?? "") : value
  }
  return told
}

const lost =
  ({ method, url }: Asked, answer: AnswerBounds) =>
  (error: unknown) =>
    new NoAnswer({ message: `${method} ${url}: ${error instanceof Error ? wordsOf(error, answer) : String(error)}` })

/** Headers of the control plane. */
export const guarded = ({ control_token }: Stage): Readonly<Record<string, string>> =>
  control_token === undefined ? {} : { authorization: `Bearer ${control_token}` }

/** Real milliseconds since some moment. */
export const realMillis: Effect.Effect<number> = Clock.currentTimeMillis
