/** Sends the requests of `ControlCall.ts` and decodes their answers. Source: product.md "Control plane". */
import * as Limits from "@backlot/domain/base/Limits"
import type { Snowflake } from "@backlot/domain/base/Snowflake"
import type { ApplicationCommand } from "@backlot/domain/record/ApplicationCommand"
import type { OfferedCommand, PickerCommand } from "@backlot/domain/typing/Picker"
import { ControlError } from "@backlot/protocol/control/ControlError"
import { Used } from "@backlot/protocol/control/ControlInteraction"
import { SeenMessage } from "@backlot/protocol/control/ControlUser"
import { Explanation, PickerCommands, Surroundings } from "@backlot/protocol/control/PickerPayload"
import { Effect, Result, Schema } from "effect"
import * as HttpClient from "effect/http/HttpClient"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import type { Viewpoint } from "./CommandIndex.ts"
import * as ControlCall from "./ControlCall.ts"
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
  /** Real time for one request; default `Limits.userSession.requestMs`. The service answers a use within 10 s. */
  readonly timeout_ms?: number | undefined
}

export type UsedAnswer = typeof Used.Type
export type MessageAnswer = typeof SeenMessage.Type
export type ExplanationAnswer = typeof Explanation.Type
export type SurroundingsAnswer = typeof Surroundings.Type

export type ControlClient = Effect.Success<ReturnType<typeof make>>

export const make = (address: ControlAddress) =>
  Effect.map(HttpClient.HttpClient, (http) => {
    const send = sending(http, address)
    const read = <A>(call: ControlCall.ControlCall, decode: Decode<A>): Effect.Effect<A, ControlFailure> =>
      Effect.flatMap(send(call), (answer) =>
        Effect.fromResult(answer.status === 200 ? decode(answer) : Result.fail(controlRefused(answer)))
      )
    return {
      /** Whole commands of every type, for an index. */
      commands: (at: Viewpoint) =>
        Effect.map(read(ControlCall.commands(at), decodeCommands), (commands) =>
          commands.map(({ application_name, ...command }): OfferedCommand => ({ command, application_name }))
        ),
      /** The rows of the picker. */
      picker: (at: Viewpoint, asked: ControlCall.PickerAsked) => read(ControlCall.picker(at, asked), decodeCommands),
      explain: (at: Viewpoint, commandId: Snowflake) => read(ControlCall.explain(at, commandId), decodeExplanation),
      surroundings: (at: Viewpoint, named: ControlCall.Named) =>
        read(ControlCall.surroundings(at, named), decodeSurroundings),
      messages: (at: Viewpoint, limit?: number) =>
        Effect.map(read(ControlCall.messages(at, limit), decodeMessages), ({ messages }) => messages),
      /** A use, a press or a submit. */
      act: (call: ControlCall.ControlCall): Effect.Effect<UsedAnswer, UseFailure> =>
        Effect.flatMap(send(call), (answer) =>
          Effect.fromResult(answer.status === 200 ? decodeUsed(answer) : Result.fail(refused(answer)))
        )
    }
  })

/** An answer and its address. */
interface Answer {
  readonly url: string
  readonly status: number
  readonly body: unknown
}

/** Sends a request and reads the JSON of its answer. */
const sending =
  (
    http: HttpClient.HttpClient,
    { control_url: url, control_token, timeout_ms = Limits.userSession.requestMs }: ControlAddress
  ) =>
  ({ method, path, body }: ControlCall.ControlCall): Effect.Effect<Answer, ControlUnreachable> => {
    const request = HttpClientRequest.make(method)(`${url}${path}`)
    const addressed = request.pipe(
      body === undefined ? (same) => same : HttpClientRequest.bodyJsonUnsafe(body),
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
  // The contract names fewer keys of a stored command than the domain does.
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
    // The service sends the stored record.
    ...(command === undefined ? {} : { command: command as unknown as ApplicationCommand })
  })
}
