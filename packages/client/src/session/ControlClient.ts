/**
 * The part of the control plane that users play through, over HTTP: requests out, answers and failures in. Every wait
 * has a bound. Source: product.md "Control plane".
 */

import * as Limits from "@backlot/domain/base/Limits"
import type { Locale } from "@backlot/domain/base/Locale"
import type { Snowflake } from "@backlot/domain/base/Snowflake"
import type { ApplicationCommand, CommandType } from "@backlot/domain/record/ApplicationCommand"
import type { OfferedCommand } from "@backlot/domain/typing/Picker"
import type { PickerCommand } from "@backlot/domain/typing/PickerCommand"
import { ControlError } from "@backlot/protocol/control/ControlError"
import { Used } from "@backlot/protocol/control/ControlInteraction"
import { SeenMessage } from "@backlot/protocol/control/ControlUser"
import { Explanation, PickerCommands, Surroundings } from "@backlot/protocol/control/PickerPayload"
import { Context, Effect, Layer, Result, Schema } from "effect"
import * as HttpClient from "effect/http/HttpClient"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import type { Viewpoint } from "./CommandIndex.ts"
import {
  type ControlFailure,
  ControlRefused,
  ControlUnreachable,
  type UseFailure,
  UseRefused
} from "./ControlFailure.ts"

export interface ControlAddress {
  /** Of a running server, e.g. `http://127.0.0.1:6780/control/v1`. */
  readonly control_url: string
  readonly control_token?: string | undefined
  /** Real time for one request; default `Limits.userSession.requestMs`. The service itself answers a use within 10 s. */
  readonly timeout_ms?: number | undefined
}

export type UsedAnswer = typeof Used.Type
export type MessageAnswer = typeof SeenMessage.Type
export type ExplanationAnswer = typeof Explanation.Type
export type SurroundingsAnswer = typeof Surroundings.Type

export interface PickerAsked {
  readonly query?: string | undefined
  readonly type?: CommandType | undefined
  readonly locale?: Locale | undefined
}

/** Whom a use can mean: the users of these ids, and everyone who is there where names are read. */
export interface Named {
  readonly ids: ReadonlyArray<Snowflake>
  readonly everyone: boolean
}

type Query = Readonly<Record<string, string | undefined>>

export class ControlClient extends Context.Service<
  ControlClient,
  {
    /** Whole commands of every type, for an index. */
    readonly commands: (at: Viewpoint) => Effect.Effect<ReadonlyArray<OfferedCommand>, ControlFailure>
    /** The rows of the picker. */
    readonly picker: (at: Viewpoint, asked: PickerAsked) => Effect.Effect<ReadonlyArray<PickerCommand>, ControlFailure>
    readonly explain: (at: Viewpoint, commandId: Snowflake) => Effect.Effect<ExplanationAnswer, ControlFailure>
    readonly surroundings: (at: Viewpoint, named: Named) => Effect.Effect<SurroundingsAnswer, ControlFailure>
    readonly messages: (at: Viewpoint, limit?: number) => Effect.Effect<ReadonlyArray<MessageAnswer>, ControlFailure>
    /** POST of a use, a press or a submit, below `/users/{user}`. */
    readonly act: (
      userId: Snowflake,
      path: string,
      query: Query,
      body: unknown
    ) => Effect.Effect<UsedAnswer, UseFailure>
  }
>()("./ControlClient.ts") {}

export const make = Effect.fnUntraced(function* (address: ControlAddress) {
  const http = yield* HttpClient.HttpClient
  const ask = asking(http, address)
  const get = <A>(path: string, query: Query, decode: Decode<A>) =>
    Effect.flatMap(ask(HttpClientRequest.get(path), query), (answer) =>
      Effect.fromResult(answer.status === 200 ? decode(answer) : Result.fail(controlRefused(answer)))
    )
  const post = (path: string, query: Query, body: unknown) =>
    Effect.flatMap(ask(HttpClientRequest.bodyJsonUnsafe(HttpClientRequest.post(path), body), query), (answer) =>
      Effect.fromResult(answer.status === 200 ? decodeUsed(answer) : Result.fail(refused(answer)))
    )
  const at = ({ user_id, channel_id }: Viewpoint, rest: string) => `/users/${user_id}/channels/${channel_id}/${rest}`
  return ControlClient.of({
    commands: (viewpoint) =>
      Effect.map(get(at(viewpoint, "commands"), { type: "1,2,3,4", flatten: "false" }, decodeCommands), (commands) =>
        commands.map(({ application_name, ...command }) => ({ command, application_name }))
      ),
    picker: (viewpoint, { query, type, locale }) =>
      get(at(viewpoint, "commands"), { query, type: type?.toString(), locale }, decodeCommands),
    explain: (viewpoint, commandId) => get(at(viewpoint, `commands/${commandId}/explain`), {}, decodeExplanation),
    surroundings: (viewpoint, { ids, everyone }) =>
      get(
        at(viewpoint, "surroundings"),
        { ids: ids.length === 0 ? undefined : ids.join(), everyone: everyone ? undefined : "false" },
        decodeSurroundings
      ),
    messages: (viewpoint, limit) =>
      Effect.map(get(at(viewpoint, "messages"), { limit: limit?.toString() }, decodeMessages), (it) => it.messages),
    act: (userId, path, query, body) => post(`/users/${userId}/${path}`, query, body)
  })
})

export const layer = (address: ControlAddress): Layer.Layer<ControlClient, never, HttpClient.HttpClient> =>
  Layer.effect(ControlClient, make(address))

/** What came back, and from where. */
interface Answer {
  readonly url: string
  readonly status: number
  readonly body: unknown
}

/** Sends a request and reads the JSON of its answer. */
const asking =
  (
    http: HttpClient.HttpClient,
    { control_url: url, control_token, timeout_ms = Limits.userSession.requestMs }: ControlAddress
  ) =>
  (request: HttpClientRequest.HttpClientRequest, query: Query): Effect.Effect<Answer, ControlUnreachable> => {
    const addressed = request.pipe(
      HttpClientRequest.prependUrl(url),
      HttpClientRequest.setUrlParams(query),
      control_token === undefined ? (same) => same : HttpClientRequest.bearerToken(control_token)
    )
    return http.execute(addressed).pipe(
      Effect.flatMap((response) => Effect.map(response.json, (body) => ({ url, status: response.status, body }))),
      Effect.mapError((error) => unreachable(url, `no answer of the control plane: ${error.message}`)),
      Effect.timeoutOrElse({
        duration: timeout_ms,
        orElse: () => Effect.fail(unreachable(url, `no answer in ${timeout_ms} ms`))
      })
    )
  }

const unreachable = (url: string, what: string) => new ControlUnreachable({ message: `${url} gave ${what}` })

type Decode<A> = (answer: Answer) => Result.Result<A, ControlUnreachable>

const decoderOf = <S extends Schema.ConstraintDecoder<unknown, never>>(schema: S): Decode<S["Type"]> => {
  const decode = Schema.decodeUnknownResult(schema)
  return ({ url, body }) =>
    Result.mapError(decode(body), (error) => unreachable(url, `an unexpected answer: ${error.message}`))
}

const decodeUsed = decoderOf(Used)
const decodeExplanation = decoderOf(Explanation)
const decodeSurroundings = decoderOf(Surroundings)
const decodeMessages = decoderOf(Schema.Struct({ messages: Schema.Array(SeenMessage) }))
const decodePicker = decoderOf(PickerCommands)
const decodeError = decoderOf(ControlError)

const decodeCommands: Decode<ReadonlyArray<PickerCommand>> = (answer) =>
  // The contract names fewer of the keys that a stored command always has than the domain does.
  Result.map(decodePicker(answer), ({ commands }) => commands as ReadonlyArray<unknown> as ReadonlyArray<PickerCommand>)

const controlRefused = (answer: Answer): ControlFailure =>
  Result.match(decodeError(answer), {
    onFailure: (unexpected) => unexpected,
    onSuccess: ({ code, message, errors }) =>
      new ControlRefused({ status: answer.status, code, message, ...(errors === undefined ? {} : { errors }) })
  })

const refused = (answer: Answer): UseFailure => {
  const decoded = decodeError(answer)
  if (Result.isFailure(decoded) || decoded.success.reason === undefined) return controlRefused(answer)
  const { reason, because, message, code, errors, decisions, command } = decoded.success
  return new UseRefused({
    reason,
    message,
    because: because ?? message,
    code,
    errors,
    by: "service",
    ...(decisions === undefined ? {} : { decisions }),
    // The service sends the record that it has stored.
    ...(command === undefined ? {} : { command: command as unknown as ApplicationCommand })
  })
}
