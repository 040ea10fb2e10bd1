import { assert, describe, it } from "@effect/vitest"
import { Effect, References } from "effect"
import * as Play from "../Harbour.ts"
import { collect } from "../Logs.ts"
import { call, payloadOf, saying, stage } from "../Stage.ts"

const CONTROL_TOKEN = "harbour-control-token"
const DOG = { command_id: Play.ADOPT, options: [{ name: "animal", value: "dog" }] }

/** Uses every surface, with valid and invalid requests, and returns the secrets that appeared. */
const play = Effect.gen(function* () {
  const { app, server, rest } = yield* stage(saying("hello"), { controlToken: CONTROL_TOKEN })
  const { rest_url, control_url, url } = server.addresses
  const control = { authorization: `Bearer ${CONTROL_TOKEN}` }
  const interactions = `${control_url}/users/${Play.ALICE}/channels/${Play.GENERAL}/interactions`
  yield* call(interactions, { headers: control, json: DOG })
  yield* call(interactions, { headers: { authorization: `Bearer ${CONTROL_TOKEN}x` }, json: DOG })
  const { token } = payloadOf(yield* app.take)
  for (const method of ["GET", "PATCH", "DELETE"]) {
    yield* rest(`/webhooks/${Play.APP}/${token}/messages/@original`, {
      method,
      json: method === "GET" ? undefined : {}
    })
  }
  yield* rest("/applications/@me")
  yield* rest("/applications/@me", { method: "PATCH", json: { interactions_endpoint_url: url } })
  const form = `grant_type=client_credentials&scope=identify&client_id=${Play.APP}&client_secret=${Play.CLIENT_SECRET}`
  const issued = yield* Effect.promise(async () => {
    const headers = { "content-type": "application/x-www-form-urlencoded" }
    const response = await fetch(`${rest_url}/oauth2/token`, { method: "POST", headers, body: form })
    return (await response.json()) as { readonly access_token: string }
  })
  yield* call(`${rest_url}/users/@me`, { headers: { authorization: `Bearer ${issued.access_token}` } })
  yield* call(`${control_url}/world`, { headers: control })
  return {
    token,
    access_token: issued.access_token,
    private_key: server.applications[0]?.application.private_key ?? ""
  }
}).pipe(Effect.scoped)

describe("the log", () => {
  it.live("of a whole play, down to its last detail, has no secret in it", () => {
    const logs = collect()
    return Effect.gen(function* () {
      const made = yield* play
      const secrets = {
        ...made,
        bot: Play.BOT_TOKEN,
        client: Play.CLIENT_SECRET,
        bearer: Play.IDENTIFY_TOKEN,
        control: CONTROL_TOKEN
      }
      const text = logs.lines.join("\n")
      assert.include(text, "Endpoint URL refused")
      for (const [name, secret] of Object.entries(secrets)) {
        assert.isAtLeast(secret.length, 16, name)
        assert.notInclude(text, secret, name)
      }
    }).pipe(Effect.provide(logs.layer), Effect.provideService(References.MinimumLogLevel, "All"))
  })
})
