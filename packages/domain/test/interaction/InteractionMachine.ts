/** Interactions and their messages as the domain decides them, step by step, with what a store would keep. */

import { Result } from "effect"
import type { InteractionRecord } from "../../src/interaction/Interaction.ts"
import { acknowledge, judgeAnswer, judgeCallback } from "../../src/interaction/InteractionAnswer.ts"
import type { Decision } from "../../src/interaction/InteractionDecision.ts"
import { create, expire } from "../../src/interaction/InteractionState.ts"
import {
  apply,
  deleteMessage,
  getMessage,
  judgeEdit,
  judgeFollowUp,
  messageId
} from "../../src/interaction/InteractionWebhook.ts"
import { closedBy } from "../../src/interaction/ModalSubmit.ts"
import type { MessageRecord } from "../../src/message/Message.ts"
import { InteractionType } from "../../src/record/InteractionKind.ts"
import { petShop } from "../fixture/Harbour.ts"
import { scene, seed } from "../fixture/SampleInteraction.ts"

type Told = Result.Result<Decision<unknown>, { readonly _tag: string }>

/** What is stored of them, and the types of the events of each. */
export interface Store {
  readonly records: Map<string, InteractionRecord>
  readonly messages: Map<string, MessageRecord>
  readonly events: Map<string, ReadonlyArray<string>>
}

export const begin = (store: Store, given: Parameters<typeof seed>[0]): void => {
  const { command: _, ...plain } = seed(given)
  const isOfCommand = plain.type === InteractionType.APPLICATION_COMMAND || plain.type === AUTOCOMPLETE
  keep(store, create(isOfCommand ? seed(given) : plain))
}

const AUTOCOMPLETE = InteractionType.APPLICATION_COMMAND_AUTOCOMPLETE

export const callback = (store: Store, id: string, body: unknown, nowMs: number, made: string): string => {
  const record = recordOf(store, id)
  const answer = judgeCallback(record, body, nowMs, { source: sourceOf(store, record) })
  return settle(
    store,
    Result.map(answer, (sound) => acknowledge(sound, at(nowMs, made)))
  )
}

export const http = (store: Store, id: string, status: number, body: unknown, nowMs: number, made: string): void => {
  const record = recordOf(store, id)
  const answer = { status, content_type: "application/json", text: JSON.stringify(body) }
  const judged = judgeAnswer(record, answer, nowMs, { source: sourceOf(store, record) })
  keep(store, Result.isSuccess(judged) ? acknowledge(judged.success, at(nowMs, made)) : judged.failure)
}

export const read = (store: Store, id: string, message: string, nowMs: number): string => {
  const result = getMessage(addressed(store, id, message), nowMs)
  return Result.isSuccess(result) ? "ok" : result.failure._tag
}

export const edit = (store: Store, id: string, message: string, body: unknown, nowMs: number): string =>
  settle(
    store,
    Result.map(judgeEdit(addressed(store, id, message), body, nowMs), (change) => apply(change, at(nowMs, "")))
  )

export const remove = (store: Store, id: string, message: string, nowMs: number): string =>
  settle(store, deleteMessage(addressed(store, id, message), nowMs))

export const post = (store: Store, id: string, body: unknown, nowMs: number, made: string): string =>
  settle(
    store,
    Result.map(judgeFollowUp(addressed(store, id, "@original"), body, nowMs), (change) =>
      apply(change, at(nowMs, made))
    )
  )

/** Whether the modal of an interaction can be submitted. */
export const isOpen = (store: Store, id: string): boolean => {
  const { modal, modal_submit_id: last } = recordOf(store, id)
  return modal !== undefined && (last === undefined || closedBy(recordOf(store, last)) === undefined)
}

/** What a runner of deadlines does. */
export const tick = (store: Store, id: string, nowMs: number): void => keep(store, expire(recordOf(store, id), nowMs))

export const recordOf = ({ records }: Store, id: string): InteractionRecord => {
  const record = records.get(id)
  if (record === undefined) throw new Error(`no interaction ${id} was begun`)
  return record
}

const at = (now_ms: number, message_id: string) => ({ ...scene(0, { message_id }), now_ms })

const sourceOf = ({ messages }: Store, { message_id }: InteractionRecord) =>
  message_id === undefined ? undefined : messages.get(message_id)

const addressed = (store: Store, id: string, message: string) => {
  const record = recordOf(store, id)
  const meant = messageId(record, message)
  return { application_id: petShop.id, record, found: meant === undefined ? undefined : store.messages.get(meant) }
}

const settle = (store: Store, told: Told): string => {
  if (Result.isFailure(told)) return told.failure._tag
  keep(store, told.success)
  return "ok"
}

const keep = (store: Store, { record, puts, deletes, events }: Decision<unknown>): void => {
  store.records.set(record.id, record)
  for (const message of puts) store.messages.set(message.id, message)
  for (const { id } of deletes) store.messages.delete(id)
  const before = store.events.get(record.id) ?? []
  store.events.set(record.id, [...before, ...events.map(({ type }) => type)])
}
