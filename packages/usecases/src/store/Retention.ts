/**
 * Bounds for everything that grows with use: each use counts what it adds and, beyond the bound, deletes a few of the
 * oldest in the same transaction. The bounds are `KeptLimits.retention`; `Budgets` adds bytes. A message is deleted with its files. Interactions,
 * uploads, messages and issued tokens are put and deleted only here, so that the counts are right. A new world clears
 * the counts with everything else; its own rows are counted when the first is added. Our choice: docs/choices.md
 * "Storage and time".
 */

import { retention as bounds } from "@backlot/domain/base/KeptLimits"
import { oauth } from "@backlot/domain/base/Limits"
import type { Snowflake } from "@backlot/domain/base/Snowflake"
import type { InteractionRecord } from "@backlot/domain/interaction/Interaction"
import { nextDeadline } from "@backlot/domain/interaction/InteractionState"
import { type Wanted, wantedByModal, wantedByOptions } from "@backlot/domain/interaction/ResolvedData"
import { pathOf, readdressed } from "@backlot/domain/message/FileAddress"
import type { MessageRecord } from "@backlot/domain/message/Message"
import * as Body from "@backlot/ports/Body"
import { store } from "@backlot/ports/Body"
import { type Collection, id, type KeyPart, number, text } from "./Collection.ts"
import * as Collections from "./Collections.ts"
import { cancel } from "./Deadlines.ts"
import { FileAddresses } from "./FileAddresses.ts"
import * as KeptPolls from "./KeptPolls.ts"
import { bytesOf } from "./Weights.ts"

/** The number of interactions; of them `passed`, up to `after`, were visited and had not ended. */
interface InteractionTally {
  readonly count: number
  readonly passed: number
  readonly after: Snowflake | null
}

const FRESH_LAP = { passed: 0, after: null } as const

/**
 * Counts an interaction that was just stored, and deletes a few older than the newest 10,000, with their traces and uploads.
 * Skips one that waits for an answer until the next round. The token of a deleted interaction ends.
 */
export const countInteraction: Body.Body<void> = Body.gen(function* () {
  const stored = yield* readTally<InteractionTally>("interaction")
  const tally = stored ?? { count: (yield* Collections.interactions.list([])).length - 1, ...FRESH_LAP }
  yield* writeTally("interaction", yield* makeRoom({ ...tally, count: tally.count + 1 }))
})

const makeRoom = function* (tally: InteractionTally) {
  const over = tally.count - tally.passed - bounds.interactions
  if (over <= 0) return tally
  const start = tally.after === null ? undefined : [tally.after]
  const oldest = yield* Collections.interactions.list([], Math.min(over, bounds.perUse), start)
  const ended = oldest.filter((record) => nextDeadline(record) === null)
  yield* Body.forEach(ended, removeInteraction)
  const count = tally.count - ended.length
  return ended.length === over
    ? { count, ...FRESH_LAP }
    : { count, passed: tally.passed + oldest.length - ended.length, after: oldest.at(-1)?.id ?? null }
}

const removeInteraction = function* (record: InteractionRecord) {
  yield* removeTrace(record.id)
  const { options, submitted } = record
  const wanted: ReadonlyArray<Wanted> = [
    wantedByOptions(options),
    ...(submitted === undefined ? [] : [wantedByModal(submitted)])
  ]
  yield* removeUploads(wanted.flatMap(({ attachments }) => [...(attachments ?? [])]))
  yield* Collections.interactions.delete(record.id)
}

/** Deletes an interaction in whatever state: its token ends, and nothing waits for its answer. */
export const dropInteraction = function* (interactionId: Snowflake) {
  const record = yield* Collections.interactions.get(interactionId)
  if (record === undefined) return
  const due_ms = nextDeadline(record)
  if (due_ms !== null) yield* cancel({ name: deadlineOf(record), due_ms })
  if (record.by_gateway === true) yield* Collections.undelivered.delete(record.id)
  yield* removeInteraction(record)
  const tally = yield* readTally<InteractionTally>("interaction")
  if (tally !== undefined) yield* writeTally("interaction", { count: tally.count - 1, ...FRESH_LAP })
}

/** The name of an interaction's deadline. */
export const deadlineOf = ({ id: interactionId }: Pick<InteractionRecord, "id">) => `interaction/${interactionId}`

/** Weighs a trace that has grown, at most this much too heavy: a short line costs no further row. */
export const weighTrace = (interaction_id: Snowflake, owner: Snowflake, before: number, after: number) =>
  before > 0 && Math.floor(before / GRAIN) === Math.floor(after / GRAIN)
    ? Body.void
    : Collections.traceWeights.put({ interaction_id, owner, bytes: bytesOf((Math.floor(after / GRAIN) + 1) * GRAIN) })

/** Characters. */
const GRAIN = 4_096

/** Deletes the lines of a trace. */
const removeTrace = function* (interactionId: Snowflake) {
  for (const { seq } of yield* Collections.traces.list([interactionId])) {
    yield* Collections.traces.delete(interactionId, number(seq))
  }
  yield* Collections.traceWeights.delete(interactionId)
}

/** Leaves one line of a trace, which says that there were others. */
export const dropTrace = function* (interactionId: Snowflake) {
  const [last] = yield* Collections.traces.last([interactionId], 1)
  yield* removeTrace(interactionId)
  if (last === undefined) return
  const detail = { because: "the lines before took more room than the traces of this application may have" }
  yield* Collections.traces.put({ interaction_id: interactionId, seq: 0, at: last.at, what: "cut_off", detail })
}

/** Stores an upload. Beyond the bound of all uploads the oldest are deleted, whatever their interactions. */
export const putUpload = function* (upload: Collections.Upload) {
  let characters = yield* uploadCharacters
  yield* Collections.uploads.put(upload)
  characters += upload.base64.length
  while (characters > bounds.uploadCharacters) {
    const [oldest] = yield* Collections.uploads.list([], 1)
    if (oldest === undefined || oldest.id === upload.id) break
    yield* Collections.uploads.delete(oldest.id)
    characters -= oldest.base64.length
  }
  yield* writeTally(UPLOADS, characters)
}

/** Messages of a world may have no attachments field. */
const filesOf = ({ message }: MessageRecord): ReadonlyArray<Snowflake> =>
  (message.attachments ?? []).map((attachment) => attachment.id)

const removeUploads = (ids: ReadonlyArray<Snowflake>) => Body.forEach(ids, removeUpload)

const removeUpload = function* (uploadId: Snowflake) {
  const upload = yield* Collections.uploads.get(uploadId)
  if (upload === undefined) return
  const characters = yield* uploadCharacters
  yield* Collections.uploads.delete(uploadId)
  yield* writeTally(UPLOADS, Math.max(0, characters - upload.base64.length))
}

/** Characters of all uploads. Summed once if there is no tally, for a store from before tallies. */
const uploadCharacters = Body.gen(function* () {
  const tally = yield* readTally<number>(UPLOADS)
  if (tally !== undefined) return Math.max(0, tally)
  let sum = 0
  let batch: ReadonlyArray<Collections.Upload> = []
  do {
    const last = batch.at(-1)
    batch = yield* Collections.uploads.list([], SUM_BATCH, last === undefined ? undefined : [last.id])
    for (const { base64 } of batch) sum += base64.length
  } while (batch.length === SUM_BATCH)
  return sum
})

/** Uploads held in memory at once; one can have many megabytes. */
const SUM_BATCH = 4

/** Stores a message, new or edited. A new one deletes the oldest of its channel beyond the newest 10,000. */
export const putMessage = function* (shown: MessageRecord) {
  const message = readdressed(shown, (yield* Body.use(FileAddresses)).hosts(), pathOf)
  const channel = message.channel_id
  const before = yield* Collections.messages.get(channel, message.id)
  if (before !== undefined) {
    const kept = new Set(filesOf(message))
    yield* removeUploads(filesOf(before).filter((file) => !kept.has(file)))
    yield* KeptPolls.follow(message, before)
    return yield* Collections.messages.put(message, before)
  }
  const tally = messagesOf(message.channel_id)
  let count = 1 + (yield* countMessages(message.channel_id))
  yield* KeptPolls.follow(message)
  yield* Collections.messages.put(message, null)
  const over = Math.min(count - bounds.messagesPerChannel, bounds.perUse)
  for (const oldest of over > 0 ? yield* Collections.messages.list([channel], over) : []) {
    yield* removeUploads(filesOf(oldest))
    yield* KeptPolls.forget(oldest)
    yield* Collections.messages.delete(channel, oldest.id)
    count--
  }
  yield* writeTally(tally, count)
}

/** The number of messages in a channel, including ephemeral ones. */
export const countMessages = function* (channelId: Snowflake) {
  return (yield* readTally<number>(messagesOf(channelId))) ?? (yield* Collections.messages.list([channelId])).length
}

/** No error for an unknown message. */
export const deleteMessage = function* (channelId: Snowflake, messageId: Snowflake) {
  const found = yield* Collections.messages.get(channelId, messageId)
  if (found === undefined) return
  yield* KeptPolls.forget(found)
  yield* removeUploads(filesOf(found))
  yield* Collections.messages.delete(channelId, messageId)
  const count = yield* readTally<number>(messagesOf(channelId))
  if (count !== undefined) yield* writeTally(messagesOf(channelId), count - 1)
}

/** Deletes every message of a deleted channel. */
export const deleteMessagesOf = function* (channelId: Snowflake) {
  for (const message of yield* Collections.messages.list([channelId])) {
    yield* removeUploads(filesOf(message))
    yield* Collections.messages.delete(channelId, message.id)
  }
  yield* deleteTally(messagesOf(channelId))
}

/** Counts a new thread of a guild. False when as many were opened as had room; the archived are then counted anew. */
export const hasThreadRoom = function* (guildId: Snowflake) {
  const room = (yield* readTally<number>(threadsOf(guildId))) ?? 0
  if (room > 0) yield* writeTally(threadsOf(guildId), room - 1)
  return room > 0
}

/** So many threads can be opened before the archived are counted again. */
export const giveThreadRoom = (guildId: Snowflake, room: number) => writeTally(threadsOf(guildId), Math.max(0, room))

/** Deletes tokens of an application. */
export const removeTokens = function* (applicationId: Snowflake, credentials: ReadonlyArray<Collections.Credential>) {
  for (const { token_hash } of credentials) yield* Collections.credentials.delete(text(token_hash))
  for (const index of ISSUED) {
    const gone = credentials.filter((credential) => Collections.issuedIndexOf(credential) === index).length
    const count = gone === 0 ? undefined : yield* readTally<number>(tokensOf(index, applicationId))
    if (count !== undefined) yield* writeTally(tokensOf(index, applicationId), count - gone)
  }
}

/** Deletes tokens of an application by hash. The rest is counted when the next is issued. */
export const deleteTokens = function* (applicationId: Snowflake, hashes: ReadonlyArray<string>) {
  for (const hash of hashes) yield* Collections.credentials.delete(text(hash))
  for (const index of ISSUED) yield* deleteTally(tokensOf(index, applicationId))
}

/** Stores a token, and deletes a few that have expired or exceed the newest 10,000 of its kind. */
export const putIssuedToken = function* (issued: Collections.Credential, nowMs: number) {
  const index = issued.kind === "refresh" ? "refresh" : "issued"
  const own = { index, prefix: [issued.application_id], most: bounds.tokensPerApplication }
  yield* putBounded(Collections.credentials, { ...own, tally: tokensOf(index, issued.application_id) }, issued, nowMs)
}

interface Ending {
  /** Milliseconds of the service clock; null never. */
  readonly expires_at: number | null
}

interface Bound {
  /** The index in which those to delete come first. */
  readonly index: string
  readonly prefix: ReadonlyArray<KeyPart>
  readonly tally: string
  readonly most: number
}

/** Stores a new value, and deletes a few that have expired or exceed the bound. Counted once if there is no tally. */
const putBounded = function* <A extends Ending>(
  collection: Collection<A>,
  { index, prefix, tally, most }: Bound,
  value: A,
  nowMs: number
) {
  let count = (yield* readTally<number>(tally)) ?? (yield* collection.count(index, ...prefix))
  for (const oldest of yield* collection.firstBy(index, prefix, bounds.perUse)) {
    const isLive = oldest.expires_at === null || oldest.expires_at > nowMs
    if (isLive && count < most) break
    yield* collection.remove(oldest)
    count--
  }
  yield* collection.put(value, null)
  yield* writeTally(tally, count + 1)
}

/** Stores a value that expires, with an index `expiry`, bounded by `Limits.oauth.kept`. Put and deleted only here. */
export const putShortLived = <A extends Ending>(collection: Collection<A>, value: A, nowMs: number) =>
  putBounded(collection, { index: "expiry", prefix: [], tally: collection.name, most: oauth.kept }, value, nowMs)

/** Remembers a used refresh token, the newest `Limits.oauth.spent` of each application. */
export const putSpentToken = (spent: Collections.SpentToken, nowMs: number) => {
  const { application_id } = spent
  const own = {
    index: "expiry",
    prefix: [application_id],
    most: oauth.spent,
    tally: `spent_token/${id(application_id)}`
  }
  return putBounded(Collections.spentTokens, own, spent, nowMs)
}

/** Deletes existing values that expire. */
export const removeShortLived = function* <A extends Ending>(collection: Collection<A>, values: ReadonlyArray<A>) {
  if (values.length === 0) return
  const count = (yield* readTally<number>(collection.name)) ?? (yield* collection.count("expiry"))
  for (const value of values) yield* collection.remove(value)
  yield* writeTally(collection.name, count - values.length)
}

const ISSUED = ["issued", "refresh"] as const

const UPLOADS = "upload"
const messagesOf = (channelId: Snowflake) => `message/${id(channelId)}`
const threadsOf = (guildId: Snowflake) => `threads/${id(guildId)}`
/** Under the name from when access tokens were the only kind. */
const tokensOf = (index: (typeof ISSUED)[number], applicationId: Snowflake) =>
  `${index === "issued" ? "credential" : index}/${id(applicationId)}`

const readTally = <T>(name: string): Body.Body<T | undefined> =>
  Body.map(store.get(`kept/${name}`), (row) => (row === undefined ? undefined : (JSON.parse(row) as T)))

const writeTally = (name: string, tally: number | InteractionTally): Body.Body<void> =>
  store.put(`kept/${name}`, JSON.stringify(tally))

const deleteTally = (name: string): Body.Body<void> => store.delete(`kept/${name}`)
