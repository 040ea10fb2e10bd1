/**
 * The newest calls of apps that were answered with 4xx, in memory, so that a test can fail though its app hid the error.
 * A 429 is no refusal: libraries wait and send again. Our choice: docs/choices.md "Control plane".
 */
import { refusedCalls as limits } from "@backlot/domain/base/Limits"
import { notInt } from "@backlot/domain/error/FormError"
import { toInt } from "@backlot/domain/validation/Shape"
import { Servers } from "@backlot/ports/Servers"
import type { RefusedCall, RefusedCallsState } from "@backlot/protocol/control/ControlRefused"
import { becauseIn } from "@backlot/protocol/error/ErrorBody"
import * as OtherServers from "@backlot/usecases/event/OtherServers"
import { Clock, Context, Effect, Stream } from "effect"
import type { Answer } from "../http/Answer.ts"
import { callingApplication } from "../http/CallingApplication.ts"
import * as Query from "../http/Query.ts"
import { authorization, type Call, noting, type Route } from "../http/Route.ts"
import { answerBody, fieldsOf } from "./RecordingViews.ts"

export class RefusedCalls extends Context.Service<RefusedCalls, ReturnType<typeof make>>()(
  "@backlot/server/RefusedCalls"
) {}

export const make = () => {
  let total = 0
  const calls: Array<RefusedCall> = []
  return {
    add: (call: Omit<RefusedCall, "number">): void => {
      total++
      calls.push({ number: total, ...call })
      if (calls.length > limits.calls) calls.shift()
    },
    /** Later calls have higher numbers than this. */
    rise: (number: number): void => {
      total = Math.max(total, number)
    },
    read: (after: number): RefusedCallsState => ({ total, calls: calls.filter(({ number }) => number > after) })
  }
}

const TOPIC = "refused_calls"

/** Asks for the calls after a number; later ones get numbers above `rise`. */
interface Question {
  readonly after: number
  readonly rise: number
}

/** No number is higher. */
const NONE = Number.MAX_SAFE_INTEGER

/** The list of this server. Others can ask for it, and it goes on behind the numbers that they have given. */
export const open = Effect.gen(function* () {
  const list = make()
  yield* OtherServers.answer<Question, RefusedCallsState>(TOPIC, ({ after, rise }) =>
    Stream.sync(() => {
      list.rise(rise)
      return list.read(after)
    })
  )
  list.rise(yield* highest)
  return list
})

const ask = (question: Question) => OtherServers.ask<RefusedCallsState>(TOPIC, question)

/** The highest number that another server has given. */
const highest = Effect.map(ask({ after: NONE, rise: 0 }), (said) => Math.max(0, ...said.map(({ said }) => said.total)))

/**
 * The calls of all servers after a number, in the order of time. Each call up to the highest number is in it: first the highest is
 * found, then every server goes on behind it and gives what it has.
 */
const readAll = Effect.fnUntraced(function* (after: number): Effect.fn.Return<RefusedCallsState, never, RefusedCalls> {
  const list = yield* RefusedCalls
  if ((yield* Servers).isAlone) return list.read(after)
  const there = yield* highest
  list.rise(there)
  const { total } = list.read(NONE)
  const said = yield* ask({ after, rise: total })
  const calls = [list.read(after), ...said.map(({ said }) => said)]
    .flatMap((one) => one.calls)
    .filter(({ number }) => number <= total)
  return { total, calls: calls.toSorted((one, other) => one.at - other.at) }
})

/** Notes the refused calls of these routes. */
export const noted = <R>(routes: ReadonlyArray<Route<never, R>>): ReadonlyArray<Route<never, R | Noting>> =>
  routes.map((route) => ({
    ...route,
    make: (services) => {
      const handler = route.make(services)
      return (call) =>
        noting(handler(call), (answer) => (isRefused(answer, call) ? note(route, call, answer) : undefined))
    }
  }))

type Noting = Effect.Services<ReturnType<typeof note>>

const isRefused = ({ status }: Answer, call: Call): boolean =>
  status >= 400 && status < 500 && status !== 429 && isOfApp(call)

/** By a bot's token or that of an interaction. Users have bearer tokens. */
const isOfApp = (call: Call): boolean =>
  /^Bot /i.test(authorization(call) ?? "") || Object.keys(call.params).some(isToken)

const note = Effect.fnUntraced(function* (
  route: Pick<Route<never, never>, "name" | "path">,
  call: Call,
  answer: Answer
) {
  const { code, message, errors } = fieldsOf(answerBody(answer))
  const reason = becauseIn(answer.headers)
  const application_id = yield* callingApplication(call)
  const refused = yield* RefusedCalls
  const { isAlone, self } = yield* Servers
  refused.add({
    ...(isAlone ? {} : { server: self }),
    at: yield* Clock.currentTimeMillis,
    application_id,
    method: call.request.method,
    path: route.path.replaceAll(/:(\w+)/g, (_, name: string) => shownPart(name, call.params[name])),
    operation: route.name,
    status: answer.status,
    code: typeof code === "number" ? code : 0,
    message: typeof message === "string" ? message : "",
    ...(reason === undefined ? {} : { reason }),
    ...(errors === undefined ? {} : { errors: clipped(JSON.stringify(errors)) })
  })
})

const isToken = (name: string): boolean => name.endsWith("_token")

/** Tokens are secrets. */
const shownPart = (name: string, value = ""): string => (isToken(name) ? `{${name}}` : clipped(value))

const clipped = (text: string): string => (text.length > limits.text ? `${text.slice(0, limits.text)}…` : text)

export const refusedCallRoutes = {
  get_refused_calls: Effect.fnUntraced(function* (call: Call) {
    const asked = call.query("after") ?? "0"
    const after = toInt(asked)
    if (after === undefined || after < 0) return yield* Query.invalid("after", notInt(asked))
    return yield* readAll(after)
  })
}
