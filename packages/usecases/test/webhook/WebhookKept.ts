/** An application that receives numbered messages by webhook, and their sender. */

import type { Application } from "@backlot/domain/record/World"
import * as Body from "@backlot/ports/Body"
import { store } from "@backlot/ports/Body"
import { Effect, Layer } from "effect"
import { EventLog } from "../../src/event/EventLog.ts"
import { layer as layerDeadlines } from "../../src/store/Deadlines.ts"
import * as WebhookDeliveries from "../../src/webhook/WebhookDeliveries.ts"

const APP = "100000000000000001"

export const told: Application = {
  id: APP,
  name: "Pet Shop",
  description: "",
  owner_id: "300000000000000001",
  bot: { id: APP, username: "Pet Shop", token: "token" },
  client_secret: "secret",
  redirect_uris: [],
  interactions_endpoint_url: null,
  event_webhooks_url: "http://127.0.0.1:9/events",
  event_webhooks_types: ["LOBBY_MESSAGE_CREATE"],
  private_key: "ab".repeat(32),
  integration_types: [0],
  flags: [],
  discoverable: true,
  tags: [],
  custom_install_url: null,
  role_connections_verification_url: null,
  install_params: null,
  integration_types_config: null,
  max_participants: null,
  explicit_content_filter: 0
}

const LAST = "said_last"

export const lastSaid = Body.map(store.get(LAST), (last) => Number(last ?? 0))

/** Posts the next number, and gives it. */
export const say = Effect.flatMap(EventLog, (log) =>
  log.commit(function* () {
    const next = (yield* lastSaid) + 1
    yield* store.put(LAST, String(next))
    const data = { application_id: APP, lobby_id: "5", message: { id: String(next), content: String(next) } }
    return { value: next, events: [{ type: "lobby_message.created", data }] }
  })
)

/** The number in a request. */
export const numberIn = (body: string): number => Number(JSON.parse(body).event.data.content)

export const layerSending = layerDeadlines(WebhookDeliveries.handlers).pipe(Layer.provideMerge(WebhookDeliveries.layer))
