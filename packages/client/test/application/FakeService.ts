/** A service in the test's own memory: what it is sent, and the answers that a script gives. */

import { Effect } from "effect"
import * as HttpClient from "effect/http/HttpClient"
import * as HttpClientResponse from "effect/http/HttpClientResponse"
import { Client, type ClientSettings } from "../../src/application/Client.ts"

export const URL_OF_SERVICE = "http://127.0.0.1:6780"
export const APPLICATION = 100000000000000001n
export const ALICE = "300000000000000001"

export interface Received {
  readonly method: string
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export interface Reply {
  readonly status?: number
  /** An object is sent as JSON, a text as it is. */
  readonly body?: object | string
  readonly headers?: Readonly<Record<string, string>>
}

/** A client of a service that answers by `script`, and all that the service received. */
export const serving = Effect.fnUntraced(function* (
  script: (received: Received) => Reply | Promise<Reply>,
  settings: Partial<ClientSettings> = {}
) {
  const received: Array<Received> = []
  const http = HttpClient.make((request, url) =>
    Effect.promise(async () => {
      const { body } = request
      const sent: Received = {
        method: request.method,
        path: url.pathname,
        query: Object.fromEntries(url.searchParams),
        headers: request.headers,
        body: body._tag === "Uint8Array" ? new TextDecoder().decode(body.body) : ""
      }
      received.push(sent)
      const { status = 200, body: answer = "", headers = {} } = await script(sent)
      const text = typeof answer === "string" ? answer : JSON.stringify(answer)
      return HttpClientResponse.fromWeb(request, new Response(status === 204 ? null : text, { status, headers }))
    })
  )
  const client = yield* Effect.provideService(
    Client.make({ url: URL_OF_SERVICE, ...settings }),
    HttpClient.HttpClient,
    http
  )
  return { client, received }
})

/** The redirect of a consent: what the request said comes back, changed by `parameters`; undefined leaves one out. */
export const consenting =
  (parameters: Readonly<Record<string, string | undefined>> = {}) =>
  ({ query }: Received): Reply => {
    const all = { code: "the-code", state: query["state"], iss: URL_OF_SERVICE, ...parameters }
    const given = Object.entries(all).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))
    return { body: { location: `${query["redirect_uri"]}?${new URLSearchParams(given)}` } }
  }
