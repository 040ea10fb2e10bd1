/** Exports, imports and resets the world of a store that no server uses. Source: product.md "First minute" (`world`). */
import { clearLimits } from "@backlot/usecases/access/InvalidRequests"
import * as Time from "@backlot/usecases/event/Time"
import * as Layout from "@backlot/usecases/world/Layout"
import * as Worlds from "@backlot/usecases/world/Worlds"
import { Effect, Layer } from "effect"
import { StartError } from "./boot/StartError.ts"
import * as Services from "./Services.ts"
import * as ExportFile from "./world/ExportFile.ts"
import * as GivenWorld from "./world/GivenWorld.ts"
import type { WorldFormat } from "./world/WorldText.ts"

/** A store, and what is wrong when it cannot be used. */
export interface OfflineStore {
  readonly storage: Services.StorageChoice
  /** Whether nothing was ever kept there. */
  readonly isAbsent: Effect.Effect<boolean, Failure>
  readonly messages: { readonly absent: string; readonly empty: string; readonly inUse: string }
}

/** Any error with a one-line message. */
export interface Failure {
  readonly message: string
}

/** The whole world as text. */
export const exported = (store: OfflineStore, format: WorldFormat) => onWorld(store, ExportFile.textFor("", format))

/** Makes the store if it is absent. Keeps the stored clock mode. */
export const imported = (store: OfflineStore, given: GivenWorld.GivenWorld) =>
  onStore(
    store,
    Effect.flatMap(GivenWorld.decode(given), (world) =>
      Effect.andThen(GivenWorld.warnOfUnmatched(world), Worlds.replace(world))
    )
  )

/** Like the reset of a server without `--clock`: time is real afterwards. */
export const reset = (store: OfflineStore) => onWorld(store, Effect.andThen(Worlds.reset("real"), clearLimits))

/** Fails for an absent store and for one without a world; changes neither. */
const onWorld = <A>(store: OfflineStore, body: Effect.Effect<A, Failure, Services.Services>) => {
  const { absent, empty } = store.messages
  const refused = (message: string) => Effect.fail(new StartError({ message }))
  return store.isAbsent.pipe(
    Effect.mapError(startError),
    Effect.flatMap((isAbsent) =>
      isAbsent
        ? refused(absent)
        : onStore(
            store,
            Effect.flatMap(Worlds.isEmpty, (isEmpty): typeof body => (isEmpty ? refused(empty) : body))
          )
    )
  )
}

/** The steps that a server also takes before it uses a store. */
export const opened = Effect.andThen(Layout.upgrade, Time.restore)

export const SERVICES = { ids: "wall", seed: undefined, limits: undefined, noPrivateEndpoints: false } as const

const onStore = <A>(
  { storage, messages }: OfflineStore,
  body: Effect.Effect<A, Failure, Services.Services>
): Effect.Effect<A, StartError> =>
  Layer.build(Services.layer({ ...SERVICES, storage })).pipe(
    Effect.mapError((error) => ("reason" in error && error.reason === "in-use" ? { message: messages.inUse } : error)),
    Effect.flatMap((services) => Effect.provideContext(Effect.andThen(opened, body), services)),
    Effect.mapError(startError),
    Effect.scoped
  )

export const startError = ({ message }: Failure) => new StartError({ message })
