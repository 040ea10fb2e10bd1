/** The market with an app that answers, and with sessions of its users. */
import { layer, UserSessions } from "@backlot/client/session/UserSessions"
import * as EmbeddedServer from "@backlot/testkit/EmbeddedServer"
import * as RecordingEndpoint from "@backlot/testkit/RecordingEndpoint"
import { Context, Effect, Layer } from "effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import { market, SHOP_TOKEN } from "./Market.ts"
import { call, handsOn } from "./Stage.ts"

/** Starts both with a frozen service clock. */
export const playing = Effect.fnUntraced(function* (
  script: RecordingEndpoint.EndpointScript,
  { changes, ...options }: Partial<EmbeddedServer.EmbeddedServerOptions> & { readonly changes?: object } = {}
) {
  const app = yield* RecordingEndpoint.start(script)
  const server = yield* EmbeddedServer.start({ world: market(app.url, changes), clock: "frozen", ...options })
  const { url, control_url } = server.addresses
  const sessions = yield* sessionsAt(control_url, options.controlToken)
  return {
    app,
    server,
    ...handsOn(url),
    as: sessions.as,
    /** Sends a request as the shop's bot. */
    shop: (path: string, method: string, json?: unknown) =>
      call(`${url}/api/v10${path}`, { method, json, headers: { authorization: `Bot ${SHOP_TOKEN}` } })
  }
})

export const sessionsAt = (control_url: string, control_token?: string, timeout_ms?: number) =>
  layer({ control_url, control_token, timeout_ms }).pipe(
    Layer.provide(FetchHttpClient.layer),
    Layer.build,
    Effect.map((context) => Context.get(context, UserSessions))
  )
