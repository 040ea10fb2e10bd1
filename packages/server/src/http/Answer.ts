/** Answers of every surface. JSON has exactly the type `application/json`; 204 has no body (wire-rest.md §0, 1 and 2). */
import type { ServiceError } from "@backlot/domain/error/ServiceError"
import { bodyOf, headersOf, INTERNAL, statusOf } from "@backlot/protocol/error/ErrorBody"
import { JSON_TYPE } from "@backlot/protocol/error/Header"
import { textOf } from "@backlot/usecases/store/StoredText"
import type { Stream } from "effect"

/** Names in lower case. */
export type Headers = Readonly<Record<string, string>>

export type Body = string | Uint8Array | Stream.Stream<Uint8Array> | undefined

/** A plain value. A text or bytes bring their type and length themselves. */
export class Answer {
  readonly status: number
  readonly headers: Headers
  readonly body: Body
  /** Values of `Set-Cookie`. */
  readonly cookies: ReadonlyArray<string>

  constructor(status: number, headers: Headers, body: Body, cookies: ReadonlyArray<string> = []) {
    this.status = status
    this.headers = headers
    this.body = body
    this.cookies = cookies
  }
}

/** `body` is of the content type `type`. */
export const of = (status: number, type: string, body: string | Uint8Array, headers?: Headers): Answer => {
  const length = typeof body === "string" ? Buffer.byteLength(body) : body.byteLength
  return new Answer(status, { ...headers, "content-type": type, "content-length": String(length) }, body)
}

export const empty = (status: number, headers: Headers = {}): Answer => new Answer(status, headers, undefined)

/** The same with more headers, which replace those of the same name. */
export const withHeaders = ({ status, headers, body, cookies }: Answer, more: Headers): Answer =>
  new Answer(status, { ...headers, ...more }, body, cookies)

export const withCookie = ({ status, headers, body, cookies }: Answer, cookie: string): Answer =>
  new Answer(status, headers, body, [...cookies, cookie])

/** `body` is JSON text. */
export const text = (status: number, body: string, headers?: Headers): Answer => of(status, JSON_TYPE, body, headers)

/** A stored value keeps its stored text. */
export const json = (status: number, body: unknown): Answer =>
  text(status, typeof body === "object" && body !== null ? textOf(body) : JSON.stringify(body))

/** An error of HTTP itself, in the platform's form. */
export const refused = (status: number, message: string): Answer => json(status, { message, code: 0 })

export const noContent: Answer = empty(204)

/** The platform's error body for an expected failure. */
export const failure = (error: ServiceError): Answer => {
  const answer = json(statusOf(error), bodyOf(error))
  const headers = headersOf(error)
  return headers === undefined ? answer : withHeaders(answer, headers)
}

/** The platform's error body for a defect. */
export const internal: Answer = refused(INTERNAL.status, INTERNAL.message)

/** The store cannot be reached now: libraries and load balancers try again. */
export const away: Answer = withHeaders(refused(503, "The storage cannot be reached now."), { "retry-after": "1" })
