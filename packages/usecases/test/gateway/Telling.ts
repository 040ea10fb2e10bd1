/** The gateway's dispatches in a test. */

import type { EventType } from "@backlot/domain/event/EventType"
import { type Dispatch, isWanted } from "@backlot/domain/gateway/Dispatch"
import { INTENTS } from "@backlot/domain/gateway/GatewayIntent"
import type { MessageRecord } from "@backlot/domain/message/Message"
import * as Body from "@backlot/ports/Body"
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { EventLog } from "../../src/event/EventLog.ts"
import { dispatchesOf } from "../../src/gateway/GatewayDispatch.ts"
import * as Collections from "../../src/store/Collections.ts"
import * as Play from "../fixture/Harbour.ts"
import { events } from "../fixture/Stores.ts"

const everyone = () => true

/** All dispatches of the events of `body`. The dispatches for a session with some intents are among them. */
export const told = Effect.fnUntraced(function* <A, E, R>(
  body: Effect.Effect<A, E, R>,
  interested: (applicationId: string) => boolean = everyone
) {
  const before = (yield* events).at(-1)?.seq ?? 0
  yield* body
  const dispatches: Array<Dispatch> = []
  for (const event of yield* events) {
    if (event.seq <= before) continue
    const all = yield* dispatchesOf(event, interested)
    for (const intent of [0, ...Object.values(INTENTS)]) {
      const heard = yield* dispatchesOf(event, interested, (bits) => (bits & intent) !== 0)
      assert.deepStrictEqual(wantedBy(intent, heard), wantedBy(intent, all), `${event.type} for the intents ${intent}`)
    }
    dispatches.push(...all)
  }
  return dispatches
})

const wantedBy = (intents: number, dispatches: ReadonlyArray<Dispatch>) =>
  dispatches.filter((dispatch) => isWanted(dispatch, intents))

const NAMES: Readonly<Record<string, string>> = { [Play.PET_SHOP]: "Pet Shop", [Play.WEATHER]: "Weather" }

/** e.g. `Weather CHANNEL_CREATE`. */
export const headOf = ({ application_id, t }: Pick<Dispatch, "application_id" | "t">): string =>
  `${NAMES[application_id] ?? application_id} ${t}`

/** An event of the log that no use case of this package writes. */
export const happen = (type: EventType, data: unknown) =>
  Effect.flatMap(EventLog, (log) => log.commit(() => Body.succeed({ value: undefined, events: [{ type, data }] })))

/** Puts a message unchanged, and logs its event. `fields` replace those of an empty one by alice. */
export const post = (
  fields: Readonly<Record<string, unknown>> & { readonly id?: string; readonly channel_id?: string } = {},
  {
    type = "message.created",
    guild_id = Play.HARBOUR,
    visible_to = null
  }: { readonly type?: EventType; readonly guild_id?: string | null; readonly visible_to?: string | null } = {}
) =>
  Effect.flatMap(EventLog, (log) =>
    log.commit(function* () {
      const message = { id: "700000000000000001", channel_id: Play.GENERAL, author: author(Play.ALICE), ...fields }
      const { id, channel_id } = message
      // What a message leaves out is filled in where it is read.
      const record = { id, channel_id, visible_to, message } as unknown as MessageRecord
      if (type !== "message.deleted") yield* Collections.messages.put(record)
      return { value: undefined, events: [{ type, data: { guild_id, record } }] }
    })
  )

export const author = (id: string, username = "alice") => ({
  id,
  username,
  global_name: null,
  discriminator: "0",
  avatar: null
})
