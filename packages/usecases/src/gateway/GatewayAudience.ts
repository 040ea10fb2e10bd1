/** The applications that receive an event: those whose bot is in the guild. */

import type { Snowflake } from "@backlot/domain/base/Snowflake"
import type { Dispatch } from "@backlot/domain/gateway/Dispatch"
import { INTENTS, type IntentName } from "@backlot/domain/gateway/GatewayIntent"
import type { Transaction } from "@backlot/ports/Storage"
import { Effect } from "effect"
import { botInstalls } from "../access/GuildBots.ts"

/** The users with client sessions of an application here. */
export type ClientsOf = (applicationId: Snowflake) => Pick<ReadonlySet<Snowflake>, "has" | "size">

/** What a handler knows besides the event. */
export interface Hearing {
  /** Whether an application has any session here. */
  readonly interested: (applicationId: Snowflake) => boolean
  readonly clientsOf: ClientsOf
  /** The service clock. */
  readonly now_ms: number
  /** The time of the event. */
  readonly at: number
}

/** Makes the dispatches of events of one type. */
export interface Handler {
  (data: unknown, hearing: Hearing): Effect.Effect<ReadonlyArray<Dispatch>, never, Transaction>
  /** Intents, of which a session needs one; absent when some dispatches need none. */
  readonly intents?: number
  /** Only client sessions receive it; its data names their application. */
  readonly clients?: true
}

/** By event type. */
export type Handlers = Readonly<Record<string, Handler>>

export const on =
  <D>(say: (data: D, hearing: Hearing) => Effect.Effect<ReadonlyArray<Dispatch>, never, Transaction>): Handler =>
  (data, hearing) =>
    // Events of one type are written in one place each, with data of this shape.
    say(data as D, hearing)

/** For sessions with one of these intents. */
export const needing = (names: ReadonlyArray<IntentName>, handler: Handler): Handler => {
  const say: Handler = (data, hearing) => handler(data, hearing)
  return Object.assign(say, { intents: names.reduce((bits, name) => bits | INTENTS[name], 0) })
}

/** For client sessions of the application in the data. */
export const ofClients = <D extends { readonly application_id: Snowflake }>(
  say: Parameters<typeof on<D>>[0]
): Handler => Object.assign(on(say), { clients: true as const })

/** The same for each application. */
export const toEach = (
  applications: ReadonlyArray<Snowflake>,
  intent: IntentName,
  dispatch: Pick<Dispatch, "t" | "d" | "guild_id">
): ReadonlyArray<Dispatch> =>
  applications.map((application_id) => ({ application_id, ...dispatch, intents: INTENTS[intent] }))

/** Applications with a session here whose bot is in the guild. */
export const listenersIn = Effect.fnUntraced(function* (guildId: Snowflake, { interested }: Hearing) {
  const installs = yield* botInstalls(guildId)
  return installs.map(({ application_id }) => application_id).filter(interested)
})
