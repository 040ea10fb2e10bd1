/** Playing users: Harbour with an app that answers by a script, and commands that are used. */
import type { InteractionOption } from "@backlot/domain/Interaction"
import type { LoggedEvent } from "@backlot/ports/EventBus"
import { Outbound, type OutboundRequest } from "@backlot/ports/Outbound"
import * as Collection from "@backlot/usecases/Collection"
import type { Upload } from "@backlot/usecases/Collections"
import * as Collections from "@backlot/usecases/Collections"
import { layer as layerDeadlines } from "@backlot/usecases/Deadlines"
import type { Reader } from "@backlot/usecases/Filling"
import * as InteractionDeadline from "@backlot/usecases/InteractionDeadline"
import { layer as layerDeliveries } from "@backlot/usecases/InteractionDelivery"
import * as Interactions from "@backlot/usecases/Interactions"
import * as InteractionWait from "@backlot/usecases/InteractionWait"
import { InteractionWatch, layer as layerWatch, type Watch } from "@backlot/usecases/InteractionWatch"
import { Effect, Layer, Result } from "effect"
import { json } from "./Endpoint.ts"
import { ALICE, GENERAL, harbourFile, PET_SHOP, settle } from "./Harbour.ts"
import { create } from "./Registering.ts"
import { events, transact } from "./Stores.ts"

export const ENDPOINT = "http://127.0.0.1:9/interactions"

type Post = Outbound["Service"]["post"]

export const saying = (content: string) => json(200, { type: 4, data: { content } })
export const DEFERRAL = json(200, { type: 5 })
export const ACCEPTED = { ...json(202, null), text: "" }

/**
 * An app that answers each delivery by `post`, and the services that deliver to it; `received` grows with each, `open`
 * holds the watches that were begun and not ended.
 */
export const app = (post: Post) => {
  const received: Array<OutboundRequest> = []
  const outbound = Layer.succeed(Outbound, {
    post: (request) => {
      received.push(request)
      return post(request)
    }
  })
  const deadlines = layerDeadlines(InteractionDeadline.handlers)
  const open = new Set<Watch>()
  const watches = Layer.provide(layerOpen(open), layerWatch)
  const deliveries = layerDeliveries.pipe(Layer.provide(outbound), Layer.provideMerge(watches))
  return { received, open, layer: Layer.mergeAll(deadlines, deliveries) }
}

const layerOpen = (open: Set<Watch>) =>
  Layer.effect(
    InteractionWatch,
    Effect.map(InteractionWatch, ({ begin }) => ({
      begin: (...asked: Parameters<typeof begin>) => {
        const { found, end } = begin(...asked)
        const watch = {
          found,
          end: () => {
            open.delete(watch)
            end()
          }
        }
        open.add(watch)
        return watch
      }
    }))
  )

/** Runs `body` with an app that answers by `post`. */
export const withApp = <A, E, R>(
  post: Post,
  body: (received: ReadonlyArray<OutboundRequest>, open: ReadonlySet<Watch>) => Effect.Effect<A, E, R>
) => {
  const { received, open, layer } = app(post)
  return Effect.provide(body(received, open), layer, { local: true })
}

/** Harbour with every application at `ENDPOINT`, and a global command of Pet Shop. */
export const open = Effect.fnUntraced(function* (command: object = {}, changes: object = {}) {
  const { applications } = harbourFile()
  yield* settle({
    applications: applications.map((application) => ({ ...application, interactions_endpoint_url: ENDPOINT })),
    ...changes
  })
  return (yield* create({ name: "adopt", description: "A pet", ...command })).command
})

/** Reads nothing: the command is used with these options. */
export const filling =
  (options: ReadonlyArray<InteractionOption> = []): Reader =>
  ([command]) =>
    command === undefined
      ? Result.fail({ reason: "unknown", because: "no such command exists", faults: [] })
      : Result.succeed({ command, options, path: command.name })

interface Used extends Partial<Interactions.Use> {
  readonly read?: Reader
}

export const use = ({ read = filling(), ...changes }: Used) =>
  Interactions.use({
    user_id: ALICE,
    channel_id: GENERAL,
    command_id: undefined,
    version: undefined,
    autocomplete: false,
    locale: undefined,
    wanted: { ids: [], everyone: false },
    uploads: [],
    reader: () => read,
    ...changes
  })

/** The interaction once it is acknowledged or has ended. */
export const settled = (id: string) => InteractionWait.until(id, "acknowledged")

export const steps = (id: string) => Effect.map(Interactions.read(id), ({ trace }) => trace.map(({ what }) => what))

export const detailOf = (id: string, what: string) =>
  Effect.map(Interactions.read(id), ({ trace }) => trace.find((line) => line.what === what)?.detail)

/** Once the trace has a line of this name. */
export const traced = (id: string, what: string) =>
  Effect.eventually(Effect.filterOrFail(steps(id), (names) => names.includes(what)))

export const eventsOf = (type: string) =>
  Effect.map(events, (all): ReadonlyArray<LoggedEvent> => all.filter((event) => event.type === type))

/** Which interaction a request delivers. */
export const interactionOf = ({ body }: OutboundRequest): string => JSON.parse(body).id

export const record = (id: string) => transact(Collections.interactions.get(Collection.id(id)))

export const upload = (id: string): Upload => ({
  id,
  channel_id: GENERAL,
  filename: "cat.png",
  content_type: "image/png",
  size: 1,
  url: `http://127.0.0.1/${id}`,
  base64: "AA=="
})

export const hook = (token: string) => ({ application_id: PET_SHOP, token })
