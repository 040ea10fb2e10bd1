/** A world with an interaction that waits for its callback, and one that was answered. */
import { Effect } from "effect"
import * as Play from "../Harbour.ts"
import { payloadOf, saying, stage } from "../Stage.ts"
import { portOf } from "./Wire.ts"

export const CONTROL_TOKEN = "harbour-control-token"

export interface Interactions {
  readonly pending: { readonly id: string; readonly token: string }
  readonly answered: { readonly id: string; readonly token: string }
}

const DOG = { command_id: Play.ADOPT, options: [{ name: "animal", value: "dog" }] }

export const scene = Effect.gen(function* () {
  const { app, server } = yield* stage(() => Effect.succeed({ status: 202 }), {
    controlToken: CONTROL_TOKEN,
    limits: "off",
    clock: "frozen"
  })
  const { url } = server.addresses
  const control = (path: string, init: RequestInit = {}) =>
    Effect.promise((signal) =>
      fetch(`${url}/control/v1${path}`, {
        ...init,
        headers: {
          "content-type": "application/json",
          authorization: `Bearer ${CONTROL_TOKEN}`,
          ...init.headers
        },
        signal
      })
    )
  const use = (query: string) =>
    control(`/users/${Play.ALICE}/channels/${Play.GENERAL}/interactions${query}`, {
      method: "POST",
      body: JSON.stringify(DOG)
    })
  yield* use("?wait=false")
  const pending = payloadOf(yield* app.take)
  yield* app.answerWith(saying("hi"))
  yield* use("")
  const answered = payloadOf(yield* app.take)
  const interactions: Interactions = { pending, answered }
  return { app, url, port: portOf(url), control, interactions }
})

export type Scene = Effect.Success<typeof scene>
