/** Who is told of an event: the applications whose bot is in the guild. */
import type { Dispatch } from "@backlot/domain/Dispatch"
import { INTENTS, type IntentName } from "@backlot/domain/GatewayIntent"
import type { Snowflake } from "@backlot/domain/Snowflake"
import type { Transaction } from "@backlot/ports/Storage"
import { Effect } from "effect"
import { botInstalls } from "./GatewayGuilds.ts"

/** Around an event that is told. */
export interface Hearing {
  /** Whether an application has any session here. */
  readonly interested: (applicationId: Snowflake) => boolean
  /** The service clock. */
  readonly now_ms: number
  /** When it happened. */
  readonly at: number
}

/** What events of one type say. */
export type Handler = (data: unknown, hearing: Hearing) => Effect.Effect<ReadonlyArray<Dispatch>, never, Transaction>

/** By type of event. */
export type Handlers = Readonly<Record<string, Handler>>

export const on =
  <D>(say: (data: D, hearing: Hearing) => Effect.Effect<ReadonlyArray<Dispatch>, never, Transaction>): Handler =>
  (data, hearing) =>
    // Events of one type are written in one place each, with data of this shape.
    say(data as D, hearing)

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
