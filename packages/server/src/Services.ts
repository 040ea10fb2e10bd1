/** Composes the services behind every surface: one storage engine and the policies on top of it. */

import * as FileStorage from "@backlot/adapters-file/Storage"
import * as MemoryCounters from "@backlot/adapters-memory/Counters"
import * as MemoryEventBus from "@backlot/adapters-memory/EventBus"
import * as MemoryIdTokens from "@backlot/adapters-memory/IdTokens"
import * as MemorySecrets from "@backlot/adapters-memory/Secrets"
import * as MemoryServiceClock from "@backlot/adapters-memory/ServiceClock"
import * as MemoryStorage from "@backlot/adapters-memory/Storage"
import type { LimitsMode } from "@backlot/domain/limit/RateLimit"
import { Servers } from "@backlot/ports/Servers"
import * as InvalidRequests from "@backlot/usecases/access/InvalidRequests"
import * as RateLimits from "@backlot/usecases/access/RateLimits"
import * as EventLog from "@backlot/usecases/event/EventLog"
import * as ServerNotes from "@backlot/usecases/event/ServerNotes"
import * as UserPresences from "@backlot/usecases/gateway/UserPresences"
import * as Invites from "@backlot/usecases/guild/Invites"
import * as Subscriptions from "@backlot/usecases/guild/Subscriptions"
import * as ThreadArchive from "@backlot/usecases/guild/ThreadArchive"
import * as InteractionDelivery from "@backlot/usecases/interaction/InteractionDelivery"
import * as InteractionStore from "@backlot/usecases/interaction/InteractionStore"
import * as InteractionWatch from "@backlot/usecases/interaction/InteractionWatch"
import * as LobbyStore from "@backlot/usecases/lobby/LobbyStore"
import * as Polls from "@backlot/usecases/message/Polls"
import * as PlannedFaults from "@backlot/usecases/planned-fault/PlannedFaults"
import * as ScheduledEvents from "@backlot/usecases/scheduled-event/ScheduledEvents"
import * as Budgets from "@backlot/usecases/store/Budgets"
import * as Deadlines from "@backlot/usecases/store/Deadlines"
import * as FileAddresses from "@backlot/usecases/store/FileAddresses"
import * as KeptReads from "@backlot/usecases/store/KeptReads"
import * as SharedIds from "@backlot/usecases/store/SharedIds"
import * as SnowflakeIds from "@backlot/usecases/store/SnowflakeIds"
import * as WebhookDeliveries from "@backlot/usecases/webhook/WebhookDeliveries"
import { Effect, Layer, type Redacted } from "effect"
import * as HttpSender from "./delivery/HttpSender.ts"
import * as PlannedDeliveryFaults from "./delivery/PlannedDeliveryFaults.ts"
import * as IdentifyLimit from "./gateway/IdentifyLimit.ts"
import * as OtherSessions from "./gateway/OtherSessions.ts"
import * as ObservedPorts from "./observability/ObservedPorts.ts"
import * as VoiceRegistry from "./voice/VoiceRegistry.ts"

export type StorageChoice =
  | { readonly kind: "memory" }
  | { readonly kind: "file"; readonly file: string; readonly durable: boolean }
  /**
   * `postgres://user:password@host:port/database`, the schema of all tables (default `backlot`), and where other processes
   * on it reach this one; without that it is alone.
   */
  | {
      readonly kind: "postgres"
      readonly url: Redacted.Redacted
      readonly schema?: string
      readonly cluster?: { readonly host: string; readonly port: number } | undefined
      /** Fails while another process uses the store, and keeps others out: for a command. */
      readonly isAlone?: boolean
    }

/** What is kept: the rows, the log's listeners, and the windows of rate limits. */
const kept = (storage: StorageChoice) => {
  if (storage.kind === "postgres")
    return Layer.unwrap(
      Effect.map(
        Effect.promise(() => import("./PostgresPorts.ts")),
        ({ layer }) => layer(storage)
      )
    )
  return Layer.mergeAll(
    storage.kind === "memory" ? MemoryStorage.layer : FileStorage.layer(storage),
    MemoryEventBus.layer,
    // Short windows end with the process; daily creates are stored.
    MemoryCounters.layer
  )
}

/** Ids of several servers follow the wall clock, which alone they have in common at every moment. */
const idsOf = ({ ids }: Pick<ServicesOptions, "ids">) =>
  Layer.unwrap(
    Effect.map(Servers, ({ isAlone }) => {
      if (!isAlone) return SharedIds.layer
      return ids === "wall" ? SnowflakeIds.layer : SnowflakeIds.layerServiceClock
    })
  )

export interface ServicesOptions {
  readonly storage: StorageChoice
  /** Ids follow the wall clock, or the service clock for reproducible runs. */
  readonly ids: "wall" | "clock"
  /** Makes every secret reproducible. Never use it for a public server. */
  readonly seed: number | undefined
  readonly noPrivateEndpoints: boolean
  /** If undefined, rate limits are enforced while the clock runs, and only observed while it is frozen. */
  readonly limits: LimitsMode | undefined
}

/** `origin` is where clients find this server; asked only when it is bound. */
export const layer = (options: ServicesOptions, origin = () => "http://localhost") => {
  const ports = Layer.mergeAll(
    kept(options.storage),
    MemoryServiceClock.layer,
    MemoryIdTokens.layer,
    options.seed === undefined ? MemorySecrets.layer : MemorySecrets.layerSeeded(options.seed),
    HttpSender.layer(options)
  )
  const observed = Budgets.layer().pipe(Layer.provideMerge(ObservedPorts.layer), Layer.provideMerge(ports))
  const policies = Layer.mergeAll(
    idsOf(options),
    EventLog.layer,
    KeptReads.layer,
    Layer.effect(FileAddresses.FileAddresses, FileAddresses.make(origin)),
    InvalidRequests.layer.pipe(Layer.provideMerge(RateLimits.layerMode(options.limits)))
  ).pipe(Layer.provideMerge(observed))
  const outbound = PlannedDeliveryFaults.layer.pipe(
    Layer.provideMerge(PlannedFaults.layer),
    Layer.provideMerge(ServerNotes.layer),
    Layer.provideMerge(policies)
  )
  const deadlines = Deadlines.layer({
    ...InteractionStore.handlers,
    ...LobbyStore.handlers,
    ...ThreadArchive.handlers,
    ...Invites.handlers,
    ...ScheduledEvents.handlers,
    ...Subscriptions.handlers,
    ...Polls.handlers,
    ...WebhookDeliveries.handlers
  }).pipe(Layer.provideMerge(WebhookDeliveries.layer))
  const deliveries = InteractionDelivery.layer.pipe(Layer.provideMerge(InteractionWatch.layer))
  return Layer.mergeAll(deadlines, deliveries).pipe(
    Layer.provideMerge(Layer.mergeAll(OtherSessions.layer, IdentifyLimit.layer, VoiceRegistry.layer)),
    Layer.provideMerge(Layer.sync(UserPresences.UserPresences, UserPresences.make)),
    Layer.provideMerge(outbound)
  )
}

export type Services = Layer.Success<ReturnType<typeof layer>>
