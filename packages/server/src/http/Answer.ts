/** Answers of every surface. JSON has exactly the type `application/json`; 204 has no body (wire-rest.md §0, 1 and 2). */
import type { ServiceError } from "@backlot/domain/error/ServiceError"
import { bodyOf, headersOf, INTERNAL, statusOf } from "@backlot/protocol/error/ErrorBody"
import { JSON_TYPE } from "@backlot/protocol/error/Header"
import { textOf } from "@backlot/usecases/store/StoredText"
import { HttpServerResponse } from "effect/http"

export type Answer = HttpServerResponse.HttpServerResponse

/** `body` is JSON text. */
export const text = (status: number, body: string, headers?: Readonly<Record<string, string>>): Answer =>
  HttpServerResponse.text(body, { status, contentType: JSON_TYPE, ...(headers === undefined ? {} : { headers }) })

/** A stored value keeps its stored text. */
export const json = (status: number, body: unknown): Answer =>
  text(status, typeof body === "object" && body !== null ? textOf(body) : JSON.stringify(body))

/** An error of HTTP itself, in the platform's form. */
export const refused = (status: number, message: string): Answer => json(status, { message, code: 0 })

export const noContent: Answer = HttpServerResponse.empty({ status: 204 })

/** The platform's error body for an expected failure. */
export const failure = (error: ServiceError): Answer => {
  const answer = json(statusOf(error), bodyOf(error))
  const headers = headersOf(error)
  return headers === undefined ? answer : HttpServerResponse.setHeaders(answer, headers)
}

/** The platform's error body for a defect. */
export const internal: Answer = refused(INTERNAL.status, INTERNAL.message)
