/** Messages as readers get them: with addresses of their files that begin now. Inside a transaction. */

import { readdressed } from "@backlot/domain/message/FileAddress"
import type { MessageRecord } from "@backlot/domain/message/Message"
import * as Body from "@backlot/ports/Body"
import type { KeyPart } from "./Collection.ts"
import { messages } from "./Collections.ts"
import { FileAddresses } from "./FileAddresses.ts"

type Found = MessageRecord | undefined

/** Reads the time only when a message has files. */
const fresh = function* <R extends Found>(records: ReadonlyArray<R>) {
  if (!records.some((record) => record !== undefined && hasFiles(record))) return records
  const { hosts, urls } = yield* Body.use(FileAddresses)
  const urlOf = urls()
  // The same record with other texts, or the same undefined.
  return records.map((record) => (record === undefined ? record : (readdressed(record, hosts(), urlOf) as R)))
}

/** A message of a world can lack the list. */
const hasFiles = ({ message }: MessageRecord): boolean =>
  (message.attachments ?? []).length > 0 || message.message_snapshots !== undefined

const freshOne = (record: Found) => Body.map(fresh([record]), ([one]) => one)

type Key = ReadonlyArray<KeyPart>

export const get = (...key: Key) => Body.flatMap(messages.get(...key), freshOne)
export const getMany = (keys: ReadonlyArray<Key>) => Body.flatMap(messages.getMany(keys), fresh)
export const existing = (keys: ReadonlyArray<Key>) => Body.flatMap(messages.existing(keys), fresh)
export const list = (key: Key, limit?: number, after?: Key) => Body.flatMap(messages.list(key, limit, after), fresh)
export const last = (key: Key, limit: number, before?: Key) => Body.flatMap(messages.last(key, limit, before), fresh)
/** The message with this id, in whatever channel, in a list of one. */
export const byId = (id: string) => Body.flatMap(messages.by("id", id), fresh)
