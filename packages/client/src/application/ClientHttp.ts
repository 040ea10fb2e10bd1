/** Sends the requests of the client object and reads their answers. Sources: wire-rest.md §3.1, §4, §5.4. */
import * as Limits from "@backlot/domain/base/Limits"
import { Effect, Result, Schema } from "effect"
import type { Headers } from "effect/http/Headers"
import type { HttpClient } from "effect/http/HttpClient"
import type { HttpClientRequest } from "effect/http/HttpClientRequest"
import { type ClientFailure, HttpError, NetworkError } from "./ClientFailure.ts"

export interface Answer {
  readonly url: string
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

export type Send = (request: HttpClientRequest) => Effect.Effect<Answer, NetworkError>

export const sendBy =
  (http: HttpClient, timeoutMs: number = Limits.userSession.requestMs): Send =>
  (request) =>
    http.execute(request).pipe(
      Effect.flatMap(({ status, headers, text }) =>
        Effect.map(text, (read): Answer => ({ url: request.url, status, headers, text: read }))
      ),
      Effect.mapError((error) => new NetworkError({ message: `${request.url}: no answer: ${rootOf(error)}` })),
      Effect.timeoutOrElse({
        duration: timeoutMs,
        orElse: () => Effect.fail(new NetworkError({ message: `${request.url}: no answer in ${timeoutMs} ms` }))
      })
    )

/** The message of the innermost error, such as "connect ECONNREFUSED 127.0.0.1:6780". */
const rootOf = (error: Error): string =>
  error.cause instanceof Error && wordsOf(error.cause) !== "" ? rootOf(error.cause) : wordsOf(error)

/** An error about several addresses has only a code. */
const wordsOf = (error: Error): string => error.message || ("code" in error ? String(error.code) : "")

/** Sends a request and ignores the body of a successful answer. */
export const sendOnly = (send: Send, request: HttpClientRequest): Effect.Effect<void, ClientFailure> =>
  Effect.asVoid(Effect.flatMap(send(request), (answer) => Effect.fromResult(accepted(answer))))

/** Sends a request whose answer has the shape of `schema`; fields that the schema does not name are left out. */
export const ask = <S extends Schema.ConstraintDecoder<unknown, never>>(
  send: Send,
  request: HttpClientRequest,
  schema: S
): Effect.Effect<S["Type"], ClientFailure> => {
  const decode = Schema.decodeUnknownResult(schema)
  return Effect.gen(function* () {
    const answer = yield* Effect.fromResult(accepted(yield* send(request)))
    return yield* Effect.fromResult(Result.flatMap(jsonOf(answer), decode)).pipe(
      Effect.mapError(({ message }) => new NetworkError({ message: `${answer.url}: an unexpected answer: ${message}` }))
    )
  })
}

const accepted = (answer: Answer): Result.Result<Answer, HttpError> =>
  answer.status >= 200 && answer.status < 300 ? Result.succeed(answer) : Result.fail(refusalOf(answer))

const jsonOf = ({ text }: Answer) =>
  Result.try({
    // The schema validates the result.
    try: (): unknown => JSON.parse(text),
    catch: () => ({ message: "it is not JSON" })
  })

/** Covers both forms: of the API, and of the token endpoint, which has no code. */
const ErrorAnswer = Schema.Struct({
  code: Schema.optionalKey(Schema.Number),
  message: Schema.optionalKey(Schema.String),
  errors: Schema.optionalKey(Schema.Unknown),
  error: Schema.optionalKey(Schema.String),
  error_description: Schema.optionalKey(Schema.String),
  retry_after: Schema.optionalKey(Schema.Number)
})

const decodeError = Schema.decodeUnknownResult(ErrorAnswer)

/** Any other body, such as the page of a blocked address, still has its status. */
const refusalOf = (answer: Answer): HttpError => {
  const { message, retry_after, ...rest } = Result.getOrElse(
    Result.flatMap(jsonOf(answer), decodeError),
    (): typeof ErrorAnswer.Type => ({})
  )
  const retryAfter = answer.status === 429 ? (retry_after ?? secondsOf(answer.headers["retry-after"])) : undefined
  return new HttpError({
    status: answer.status,
    message: message ?? oauthText(rest) ?? `${answer.url} answered ${answer.status}`,
    ...rest,
    ...(retryAfter === undefined ? {} : { retryAfter })
  })
}

const oauthText = ({ error, error_description }: typeof ErrorAnswer.Type): string | undefined =>
  error_description === undefined ? error : `${error}: ${error_description}`

const secondsOf = (header: string | undefined): number | undefined =>
  header !== undefined && /^\d+(\.\d+)?$/.test(header) ? Number(header) : undefined
