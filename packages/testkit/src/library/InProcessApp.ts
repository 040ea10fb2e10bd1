/**
 * An app that is a function of the test: an interactions endpoint that checks signatures, as the platform requires of
 * every endpoint, and answers PINGs by itself. Source: wire-interactions.md §2.1, §2.2.
 */
import { createPublicKey, verify } from "node:crypto"
import type { IncomingMessage, ServerResponse } from "node:http"
import { buffer } from "node:stream/consumers"
import { Effect } from "effect"
import { listen } from "../wire/EndpointListener.ts"

/** An interaction as an app receives it; the platform's documentation has further fields. */
export interface ReceivedInteraction {
  readonly id: string
  readonly application_id: string
  /** 2 command, 3 component, 4 autocomplete, 5 modal. */
  readonly type: number
  readonly token: string
  readonly data?: unknown
}

/** The body of an answer, e.g. `{ type: 4, data: { content: "hi" } }`; nothing if the app answers by a callback. */
export interface AppAnswer {
  readonly type: number
  readonly data?: unknown
}

/** A method, so that functions with a narrower parameter fit: `(interaction: APIInteraction) => …`. */
export type AppFunction<Handle> = {
  bivarianceHack(interaction: ReceivedInteraction, app: Handle): AppAnswer | undefined | Promise<AppAnswer | undefined>
}["bivarianceHack"]

/** Listens on a free port of 127.0.0.1 until the scope closes, which also cuts open requests. */
export const start = Effect.fnUntraced(function* (answer: (interaction: ReceivedInteraction) => unknown) {
  let key: ReturnType<typeof createPublicKey> | undefined
  const thrown: Array<unknown> = []
  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await buffer(request)
    if (key === undefined || !isSigned(request, body, key)) return void response.writeHead(401).end("invalid signature")
    // The service signed it, so it is an interaction.
    const interaction = JSON.parse(body.toString("utf8")) as ReceivedInteraction
    try {
      send(response, interaction.type === PING ? { type: PONG } : await answer(interaction))
    } catch (error) {
      thrown.push(error)
      response.writeHead(500).end()
    }
  }
  const origin = yield* listen((request, response) => {
    // A request that was cut while it arrived was never received.
    handle(request, response).catch(() => response.destroy())
  })
  return {
    url: `${origin}/`,
    /** The hexadecimal key of the signatures; known once the server runs. */
    trust: (publicKey: string) => {
      const x = Buffer.from(publicKey, "hex").toString("base64url")
      key = createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x }, format: "jwk" })
    },
    /** Errors that the function threw, oldest first; reading them removes them. */
    takeThrown: (): ReadonlyArray<unknown> => thrown.splice(0)
  }
})

const PING = 1
const PONG = 1

const isSigned = ({ headers }: IncomingMessage, body: Buffer, key: ReturnType<typeof createPublicKey>): boolean => {
  const [timestamp, signature] = [headers["x-signature-timestamp"], headers["x-signature-ed25519"]]
  if (typeof timestamp !== "string" || typeof signature !== "string") return false
  return verify(null, Buffer.concat([Buffer.from(timestamp), body]), key, Buffer.from(signature, "hex"))
}

/** An empty answer is a 202: the app answers by a callback. */
const send = (response: ServerResponse, answer: unknown): void => {
  if (answer === undefined) response.writeHead(202).end()
  else response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(answer))
}
