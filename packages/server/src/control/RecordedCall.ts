/**
 * Records calls while a recording is on: every change over the control plane, and acts of users elsewhere (consent,
 * command permissions, lobbies). Also the routes that start, read and stop the recording. Source: product.md "Scenario files" (recording).
 */
import { notInt } from "@backlot/domain/error/FormError"
import { toInt } from "@backlot/domain/validation/Shape"
import * as Access from "@backlot/usecases/access/Access"
import * as Time from "@backlot/usecases/event/Time"
import { Context, Effect, Predicate, Record } from "effect"
import * as Query from "../http/Query.ts"
import { authorization, type Call, type Handler, type Route } from "../http/Route.ts"
import { type Recorder, Recording } from "./Recording.ts"
import { answerBody, appendSettled, commandIn, fieldsOf, messagesIn, openOf, withoutSecrets } from "./RecordingViews.ts"

/** Records a control plane route, unless it only reads. A refused call is recorded too, with its answer. */
export const recordedControl = <R>(route: Route<never, R>) =>
  route.method === "GET" || UNRECORDED.has(route.name)
    ? route
    : recorded(route, route.name, (call) => Effect.succeed(actor(call.params["user_id"])))

// The console announces by itself that somebody types.
const UNRECORDED = new Set(["start_recording", "stop_recording", "start_typing"])

/** Records the routes by which users act over the API and the pages; others stay unchanged. */
export const recordedRest = <R>(routes: ReadonlyArray<Route<never, R>>) =>
  routes.map((route) => {
    if (DECISIONS.has(route.name)) return recorded(route, "authorize", deciding)
    return BEARERS.has(route.name) ? recorded(route, route.name, bearing) : route
  })

const DECISIONS = new Set(["create_oauth2_authorization", "authorize_decide"])
const BEARERS = new Set(["create_or_join_lobby", "leave_lobby", "set_guild_application_command_permissions"])

interface Actor {
  readonly user_id?: string
  /** The application of the token. */
  readonly application_id?: string
}

/** The acting user. Empty if the control plane acts without a user; undefined if the call is no act. */
type ActorOf<R> = (call: Call, body: unknown) => Effect.Effect<Actor | undefined, never, R>

const actor = (user_id: string | undefined): Actor => (user_id === undefined ? {} : { user_id })

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

/** The route with its calls recorded while a recording is on. */
const recorded = <R, R2>(
  route: Route<never, R>,
  operation: string,
  actorOf: ActorOf<R2>
): Route<never, R | R2 | Recordings> => {
  const perform = Effect.fnUntraced(function* (
    handler: Handler<never, R>,
    call: Call,
    recorder: Recorder,
    slot: string
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
    const acting = yield* actorOf(call, body)
    if (acting === undefined) return answer
    const { command_id, target_id, reply_to } = fieldsOf(body)
    const command = yield* commandIn(command_id ?? params["command_id"])
    const messages = [...before, ...(yield* messagesIn(acting.user_id, [target_id, reply_to]))]
    const answered = answerBody(answer)
    const entry = {
      at: now,
      operation,
      ...acting,
      method: request.method,
      path,
      params: Record.filter(params, Predicate.isNotUndefined),
      query: Object.fromEntries(new URLSearchParams(search)),
      ...(body === undefined ? {} : { body: withoutSecrets(operation, body) }),
      status: answer.status,
      ...(answered === undefined ? {} : { answer: withoutSecrets(operation, answered) }),
      ...(command === undefined ? {} : { command }),
      ...(messages.length === 0 ? {} : { messages })
    }
    yield* recorder.note({ do: "fill", slot, entry })
    const opened = openOf(answered, acting.user_id)
    if (opened !== undefined) yield* recorder.note(opened)
    return answer
  })
  const note = Effect.fnUntraced(function* (handler: Handler<never, R>, call: Call, recorder: Recorder, slot: string) {
    yield* appendSettled(recorder)
    yield* recorder.note({ do: "begin", slot })
    if (!recorder.has(slot)) return yield* handler(call)
    return yield* Effect.onExit(perform(handler, call, recorder, slot), () =>
      recorder.has(slot) ? recorder.note({ do: "fill", slot }) : Effect.void
    )
  })
  return {
    ...route,
    make: (services) => {
      const handler = route.make(services)
      const recorder = Context.get(services, Recording)
      return (call) =>
        recorder.isOn() ? recorder.during((slot) => note(handler, call, recorder, slot)) : handler(call)
    }
  }
}

type Recordings =
  | Recording
  | Effect.Services<typeof Time.read | ReturnType<typeof appendSettled | typeof messagesIn | typeof commandIn>>

export const recordingRoutes = {
  start_recording: Effect.fnUntraced(function* () {
    const recorder = yield* Recording
    yield* recorder.changeAll({ do: "start" })
    return recorder.read(0)
  }),
  get_recording: Effect.fnUntraced(function* (call: Call) {
    const asked = call.query("after") ?? "0"
    const after = toInt(asked)
    if (after === undefined || after < 0) return yield* Query.invalid("after", notInt(asked))
    const wait = yield* Query.oneOf(call, "wait", ["true", "false"])
    const recorder = yield* Recording
    yield* appendSettled(recorder)
    if (wait === "true") yield* recorder.more(after)
    return recorder.read(after)
  }),
  /** The entries stay readable until another recording starts. */
  stop_recording: Effect.fnUntraced(function* () {
    const recorder = yield* Recording
    yield* appendSettled(recorder)
    yield* recorder.changeAll({ do: "stop" })
    return recorder.read(0)
  })
}
