/** Playing an application that is told by webhook: Harbour with a URL of events, and an endpoint that answers by a script. */
import type { EventType } from "@backlot/domain/EventType"
import { Outbound, OutboundError, type OutboundRequest, type OutboundResponse } from "@backlot/ports/Outbound"
import { Secrets } from "@backlot/ports/Secrets"
import * as Collections from "@backlot/usecases/Collections"
import { layer as layerDeadlines } from "@backlot/usecases/Deadlines"
import { EventLog } from "@backlot/usecases/EventLog"
import * as WebhookDeliveries from "@backlot/usecases/WebhookDeliveries"
import * as WebhookQueue from "@backlot/usecases/WebhookQueue"
import { Effect, Fiber, Layer } from "effect"
import { endpoint, text } from "./Endpoint.ts"
import { applicationOf, harbourFile, PET_SHOP, settle } from "./Harbour.ts"
import { transact } from "./Stores.ts"
import { eventsOf } from "./Using.ts"

export const EVENTS_URL = "http://127.0.0.1:9/events"
export const LOBBY = "500000000000000001"

export const ALL_TYPES = [
  "APPLICATION_AUTHORIZED",
  "APPLICATION_DEAUTHORIZED",
  "LOBBY_MESSAGE_CREATE",
  "LOBBY_MESSAGE_UPDATE",
  "LOBBY_MESSAGE_DELETE"
]

export const ACKNOWLEDGED = text(204, "")
export const BROKEN = text(500, "broken")
export const refused = new OutboundError({ reason: "refused", message: "nobody listens" })

/** Harbour, with `webhooks` in every application. */
export const settled = (webhooks: object = {}, changes: object = {}) => {
  const { applications } = harbourFile()
  const all = { event_webhooks_url: EVENTS_URL, event_webhooks_types: ALL_TYPES, ...webhooks }
  return settle({ applications: applications.map((application) => ({ ...application, ...all })), ...changes })
}

/** Commits one event of each of these, in one transaction. */
export const happen = (...events: ReadonlyArray<{ readonly type: EventType; readonly data: object }>) =>
  Effect.flatMap(EventLog, (log) => log.commit(Effect.succeed({ value: undefined, events })))

/** A message in the lobby, as the log tells of it. */
export const said = (content: string, application_id = PET_SHOP) => ({
  type: "lobby_message.created" as const,
  data: { application_id, lobby_id: LOBBY, message: { id: "1", lobby_id: LOBBY, content } }
})

type Post = (request: OutboundRequest) => Effect.Effect<OutboundResponse, OutboundError>

/** Fails so many times, then acknowledges. */
export const failing = (times: number) => {
  let left = times
  return () => (left-- > 0 ? Effect.fail(refused) : Effect.succeed(ACKNOWLEDGED))
}

/** Events that are not acknowledged yet. */
export const rows = transact(Collections.webhookEvents.list([]))

/** Runs `body` while webhook events are sent to an endpoint that answers by `post`. */
export const sending = <A, E, R>(
  post: Post,
  body: (received: ReadonlyArray<OutboundRequest>) => Effect.Effect<A, E, R>
) => {
  const received: Array<OutboundRequest> = []
  const outbound = Layer.succeed(Outbound, {
    post: (request) => {
      received.push(request)
      return post(request)
    }
  })
  const services = layerDeadlines(WebhookQueue.handlers).pipe(
    Layer.provideMerge(WebhookQueue.layer),
    Layer.provideMerge(outbound)
  )
  return Effect.gen(function* () {
    const sender = yield* Effect.forkChild(WebhookDeliveries.run, { startImmediately: true })
    const result = yield* body(received)
    yield* Fiber.interrupt(sender)
    return result
  }).pipe(Effect.provide(services, { local: true }))
}

/** The contents of the messages that were sent, in order. */
export const contents = (received: ReadonlyArray<OutboundRequest>): ReadonlyArray<string> =>
  received.map(({ body }) => JSON.parse(body).event.data.content)

/** The data of the events of this type, once there are so many. */
export const told = (type: string, count: number) =>
  eventsOf(type).pipe(
    Effect.filterOrFail((found) => found.length >= count),
    Effect.eventually,
    Effect.map((found) => found.map(({ data }) => data))
  )

/** Whether the request carries the signature of Pet Shop. */
export const isSigned = Effect.fnUntraced(function* (request: OutboundRequest) {
  const { publicKey } = yield* Secrets
  const { private_key } = yield* applicationOf(PET_SHOP)
  const { received, layer } = endpoint(publicKey(private_key), { signed: ACKNOWLEDGED, unsigned: BROKEN })
  yield* layer.post(request)
  return received[0]?.signed === true
})
