/** Starts an app and a server that knows it, and returns functions to drive both. */
import { createPublicKey, verify } from "node:crypto"
import * as EmbeddedServer from "@backlot/testkit/EmbeddedServer"
import * as RecordingEndpoint from "@backlot/testkit/RecordingEndpoint"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { BOT_TOKEN, harbour } from "./Harbour.ts"

/** The fields of answers that tests read. */
export interface Body {
  readonly interaction_id: string
  readonly state: string
  readonly content: string
  readonly message: { readonly id: string; readonly content: string; readonly flags: number }
  readonly messages: ReadonlyArray<{ readonly content: string }>
  readonly response: unknown
  readonly choices: unknown
  readonly error: string
  readonly wait_expired: boolean
  readonly code: number
  readonly reason: string
  readonly errors: unknown
  readonly command: { readonly id: string; readonly version: string }
  readonly trace: ReadonlyArray<{ readonly at: number; readonly what: string; readonly detail: unknown }>
}

export interface Reply {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** Empty when the answer has none. */
  readonly body: Body
}

export interface Call {
  readonly method?: string
  readonly json?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

export const call = (url: string, { method, json, headers }: Call = {}) =>
  Effect.promise(async (signal): Promise<Reply> => {
    const sent = json === undefined ? {} : { body: JSON.stringify(json) }
    const response = await fetch(url, {
      method: method ?? (json === undefined ? "GET" : "POST"),
      headers: { "content-type": "application/json", ...headers },
      signal,
      ...sent
    })
    const text = await response.text()
    const isJson = response.headers.get("content-type") === "application/json"
    return { status: response.status, headers: response.headers, text, body: isJson ? JSON.parse(text) : {} }
  })

/** A script that answers with a message. */
export const saying =
  (content: string, flags = 0): RecordingEndpoint.EndpointScript =>
  () =>
    Effect.succeed({ json: { type: 4, data: { content, flags } } })

export const deferring: RecordingEndpoint.EndpointScript = () => Effect.succeed({ json: { type: 5 } })

export const silent: RecordingEndpoint.EndpointScript = () => Effect.never

/** Starts both; the world contains the app's endpoint. The clock stands still, so that no machine is too slow for 3 s. */
export const stage = Effect.fnUntraced(function* (
  script: RecordingEndpoint.EndpointScript,
  options: Partial<EmbeddedServer.EmbeddedServerOptions> = {}
) {
  const app = yield* RecordingEndpoint.start(script)
  const server = yield* EmbeddedServer.start({ world: harbour(app.url), clock: "frozen", ...options })
  return { app, server, ...handsOn(server.addresses.url) }
})

export const handsOn = (url: string) => {
  const control = (path: string, asked?: Call) => call(`${url}/control/v1${path}`, asked)
  return {
    control,
    use: (user: string, channel: string, json: unknown, query = "") =>
      control(`/users/${user}/channels/${channel}/interactions${query}`, { json }),
    interaction: (id: string) => control(`/interactions/${id}`),
    messages: (user: string, channel: string, query = "") =>
      control(`/users/${user}/channels/${channel}/messages${query}`),
    advance: (ms: number) => control("/clock", { json: { advance_ms: ms } }),
    /** Sends a request as the app's bot. */
    rest: (path: string, asked: Call = {}) =>
      call(`${url}/api/v10${path}`, { ...asked, headers: { authorization: `Bot ${BOT_TOKEN}` } })
  }
}

/** The fields of a payload that an app reads. */
export const payloadOf = ({ body }: RecordingEndpoint.ReceivedRequest) =>
  JSON.parse(body) as { readonly id: string; readonly type: number; readonly token: string; readonly data: Payload }

interface Payload {
  readonly id: string
  readonly options: ReadonlyArray<{
    readonly name: string
    readonly type: number
    readonly value: unknown
    readonly focused?: boolean
  }>
  readonly resolved: { readonly attachments: Readonly<Record<string, Readonly<Record<string, unknown>>>> }
}

/** The DER prefix of an Ed25519 public key, before its 32 bytes: RFC 8410 §4. */
const SPKI_PREFIX = "302a300506032b6570032100"

/** Whether a request has the application's signature. */
export const isSigned = (publicKey: string, { headers, body }: RecordingEndpoint.ReceivedRequest): boolean => {
  const key = createPublicKey({ key: Buffer.from(SPKI_PREFIX + publicKey, "hex"), format: "der", type: "spki" })
  const signature = Buffer.from(String(headers["x-signature-ed25519"]), "hex")
  return verify(null, Buffer.from(`${headers["x-signature-timestamp"]}${body}`), key, signature)
}

/** Advances the test's time until `effect` has ended. */
export const passing = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.raceFirst(effect, Effect.forever(Effect.andThen(TestClock.adjust("1 second"), turn)))

/** One turn of the event loop, so that sockets can progress. */
const turn = Effect.promise(() => new Promise<void>((resolve) => setImmediate(resolve)))
