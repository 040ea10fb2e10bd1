/** Interactions as records, and what surrounds an answer. */
import { type InteractionRecord, type InteractionSeed, pending } from "@backlot/domain/Interaction"
import { acknowledge, judgeCallback } from "@backlot/domain/InteractionAnswer"
import { NOBODY } from "@backlot/domain/Mention"
import type { MessageRecord } from "@backlot/domain/Message"
import type { Scene } from "@backlot/domain/ResponseMessage"
import { Result } from "effect"
import { ALICE, alice, GUILD, general, NOW, petShop } from "./Harbour.ts"

export const INTERACTION = "500000000000000001"
export const MESSAGE = "600000000000000001"

export const seed = (fields: Partial<InteractionSeed> = {}): InteractionSeed => ({
  id: INTERACTION,
  application_id: petShop.id,
  type: 2,
  token: "token",
  user_id: ALICE,
  channel_id: general.id,
  guild_id: GUILD,
  context: 0,
  authorizing_integration_owners: { "0": GUILD },
  command: { id: "500", name: "blep", type: 1 },
  installed_here: true,
  locale: "en-US",
  options: [],
  created_ms: NOW,
  ...fields
})

export const interaction = (fields: Partial<InteractionRecord> = {}): InteractionRecord => ({
  ...pending(seed()),
  ...fields
})

/** An autocomplete request for an option of this type. */
export const autocomplete = (type: 3 | 4 | 10 = 3): InteractionRecord =>
  interaction({ type: 4, options: [{ name: "animal", type, value: "d", focused: true }] })

/** What surrounds an answer that comes `afterMs` after the interaction. */
export const scene = (afterMs = 0, fields: Partial<Scene> = {}): Scene => ({
  now_ms: NOW + afterMs,
  message_id: MESSAGE,
  application: petShop,
  user: alice,
  mentionable: NOBODY,
  ...fields
})

/** What a call of the callback endpoint makes of the interaction. */
export const callback = (
  record: InteractionRecord | undefined,
  body: unknown,
  at: Scene = scene(),
  source?: MessageRecord
) => Result.map(judgeCallback(record, body, at.now_ms, { source }), (answer) => acknowledge(answer, at))
