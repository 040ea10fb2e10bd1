/** Harbour with lobbies: how tests make them, and what they look at. */

import * as Collection from "@backlot/usecases/Collection"
import * as Collections from "@backlot/usecases/Collections"
import * as Lobbies from "@backlot/usecases/Lobbies"
import { Effect } from "effect"
import { ALICE, BOB, PET_SHOP } from "./Harbour.ts"
import type { Services } from "./Stores.ts"
import { events, transact } from "./Stores.ts"

export const UNKNOWN_LOBBY = "600000000000000404"

export const bob = { id: BOB, metadata: { team: "red" }, flags: 1 }
/** Every field said. */
export const whole = {
  metadata: { map: "dock" },
  members: [bob, { id: ALICE }],
  idle_timeout_seconds: 60,
  flags: 1,
  override_event_webhooks_url: "http://127.0.0.1:1/events"
}

/** A new lobby of Pet Shop. */
export const made = (body: object = {}, application = PET_SHOP) => Lobbies.create(application, body)

export const at = (lobby_id: string, application_id = PET_SHOP) => ({ application_id, lobby_id })

export const stored = (lobbyId: string) => transact(Collections.lobbies.get(Collection.id(lobbyId)))

/** Milliseconds. */
export const dueOf = (lobbyId: string) => Effect.map(stored(lobbyId), (record) => record?.idle_due_ms)

/** The tag of a failure, or what it gave. */
export const outcome = (call: Effect.Effect<unknown, { readonly _tag: string }, Services>) =>
  Effect.match(call, { onFailure: ({ _tag }): unknown => _tag, onSuccess: (value) => value })

/** What a call makes happen: types and data. */
export const newEvents = <A, E>(call: Effect.Effect<A, E, Services>) =>
  Effect.gen(function* () {
    const before = (yield* events).length
    yield* Effect.exit(call)
    return (yield* events).slice(before).map(({ type, data }) => [type, data] as const)
  })

export const newTypes = <A, E>(call: Effect.Effect<A, E, Services>) =>
  Effect.map(newEvents(call), (all) => all.map(([type]) => type))

/** `count` more users in the world file. */
export const crowd = (count: number) =>
  Array.from({ length: count }, (_, i) => ({ id: String(310_000_000_000_000_000n + BigInt(i)), username: `user${i}` }))
