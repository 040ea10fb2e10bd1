/**
 * Records calls while a recording is on: every change over the control plane, and acts of users elsewhere (consent,
 * command permissions, lobbies). Source: product.md "Scenario files" (recording).
 */
import type { StorageError } from "@backlot/ports/Storage"
import * as Access from "@backlot/usecases/access/Access"
import * as Time from "@backlot/usecases/event/Time"
import { Effect } from "effect"
import type { Answer } from "../http/Answer.ts"
import { answered, authorization, type Call, type Handler, type Route } from "../http/Route.ts"
import { type ControlError, failure } from "./ControlAnswer.ts"
import { type Recorder, Recording, type Slot } from "./Recording.ts"
import { answerBody, fieldsOf, withoutSecrets } from "./RecordingSecrets.ts"
import { appendSettled, commandIn, messagesIn, openOf } from "./RecordingViews.ts"

/** Records a control plane route, unless it only reads. */
export const recordedControl = <R>(route: Route<ControlError | StorageError, R>) => {
  if (route.method === "GET" || UNRECORDED.has(route.name)) return route
  // A refused call is recorded too, with its answer.
  const handler: Handler<never, R> = (call) => answered(route.handler(call), failure)
  return { ...route, handler: choosing(route.handler, recorded(handler, { operation: route.name, actorOf: named })) }
}

const UNRECORDED = new Set(["start_recording", "stop_recording"])

/** Records the routes by which users act over the API and the pages; others stay unchanged. */
export const recordedRest = <R>(routes: ReadonlyArray<Route<never, R>>) =>
  routes.map((route) => {
    const { name, handler } = route
    if (DECISIONS.has(name)) {
      return { ...route, handler: choosing(handler, recorded(handler, { operation: "authorize", actorOf: deciding })) }
    }
    if (!BEARERS.has(name)) return route
    return { ...route, handler: choosing(handler, recorded(handler, { operation: name, actorOf: bearing })) }
  })

const DECISIONS = new Set(["create_oauth2_authorization", "authorize_decide"])
const BEARERS = new Set(["create_or_join_lobby", "leave_lobby", "set_guild_application_command_permissions"])

interface Actor {
  readonly user_id?: string
  /** The application of the token. */
  readonly application_id?: string
}

interface How<R> {
  readonly operation: string
  /** The acting user. Empty if the control plane acts without a user; undefined if the call is no act. */
  readonly actorOf: (call: Call, body: unknown) => Effect.Effect<Actor | undefined, never, R>
}

const actor = (user_id: string | undefined): Actor => (user_id === undefined ? {} : { user_id })

const named = (call: Call) => Effect.succeed(actor(call.params["user_id"]))

/** A form without a decision is no act. */
const deciding = (_: Call, body: unknown) => {
  const { user_id } = fieldsOf(body)
  return Effect.succeed(typeof user_id === "string" ? actor(user_id) : undefined)
}

const bearing = (call: Call) =>
  Access.authenticate(authorization(call)).pipe(
    Effect.map(({ caller }): Actor | undefined =>
      caller.kind === "bearer" && caller.user_id !== undefined
        ? { user_id: caller.user_id, application_id: caller.application_id }
        : undefined
    ),
    Effect.orElseSucceed(() => undefined)
  )

/** Uses the plain handler while no recording is on. */
const choosing =
  <E, R, R2>(plain: Handler<E, R>, noted: (recorder: Recorder) => Handler<never, R2>): Handler<E, R | R2 | Recording> =>
  (call) =>
    Effect.flatMap(
      Recording,
      (recorder): Effect.Effect<Answer, E, R | R2> => (recorder.isOn() ? noted(recorder)(call) : plain(call))
    )

const recorded =
  <R, R2>(handler: Handler<never, R>, how: How<R2>) =>
  (recorder: Recorder) =>
  (call: Call) =>
    Effect.gen(function* () {
      yield* appendSettled(recorder)
      const slot = recorder.begin()
      if (slot === undefined) return yield* handler(call)
      const noted = note(handler, how, { call, recorder, slot })
      return yield* Effect.onExit(noted, () => Effect.sync(() => slot.fill(undefined)))
    })

interface Taken {
  readonly call: Call
  readonly recorder: Recorder
  readonly slot: Slot
}

const note = Effect.fnUntraced(function* <R, R2>(
  handler: Handler<never, R>,
  { operation, actorOf }: How<R2>,
  { call, recorder, slot }: Taken
) {
  const { now } = yield* Time.read
  const { params, request } = call
  const [path = "", search = ""] = request.url.split("?", 2)
  // Read before the act, which may change or delete the message.
  const before = yield* messagesIn(params["user_id"], [params["message_id"]])
  let body: unknown
  const keep = (sent: unknown) => {
    body = sent
    call.note?.(sent)
  }
  const answer = yield* handler({ ...call, note: keep })
  const who = yield* actorOf(call, body)
  if (who === undefined) return answer
  const { command_id, target_id, reply_to } = fieldsOf(body)
  const command = yield* commandIn(command_id ?? params["command_id"])
  const messages = [...before, ...(yield* messagesIn(who.user_id, [target_id, reply_to]))]
  const answered = answerBody(answer)
  slot.fill({
    at: now,
    operation,
    ...who,
    method: request.method,
    path,
    params: definedOf(params),
    query: Object.fromEntries(new URLSearchParams(search)),
    ...(body === undefined ? {} : { body: withoutSecrets(operation, body) }),
    status: answer.status,
    ...(answered === undefined ? {} : { answer: withoutSecrets(operation, answered) }),
    ...(command === undefined ? {} : { command }),
    ...(messages.length === 0 ? {} : { messages })
  })
  openOf(recorder, answered, who.user_id)
  return answer
})

const definedOf = (params: Call["params"]): Record<string, string> =>
  Object.fromEntries(Object.entries(params).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])))
