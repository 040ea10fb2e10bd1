/**
 * The address of a message's file. Stored messages have the path alone; who reads one gets the whole address, which ends.
 * Source: wire-interactions.md §1.7, §4.3. Our choice: docs/choices.md "Messages".
 */
import { Schema } from "effect"
import type { Snowflake } from "../base/Snowflake.ts"
import type { MessageRecord } from "./Message.ts"

export interface FilePlace {
  readonly channel_id: Snowflake
  readonly id: Snowflake
  readonly filename: string
}

export const pathOf = ({ channel_id, id, filename }: FilePlace): string =>
  `/attachments/${channel_id}/${id}/${encodeURIComponent(filename.toWellFormed())}`

/** The name of a file without the folders before it: some senders give a whole path, of their own kind of system. */
export const bareName = (name: string): string => name.split(/[/\\]/).findLast((part) => part !== "") ?? ""

/** The fields of embeds, components and attachments that hold addresses. */
export const ADDRESSES = ["url", "icon_url", "proxy_url", "proxy_icon_url"]

/**
 * The message with new addresses of its own files, wherever it shows them. An address on another host than these is
 * somebody else's.
 */
export const readdressed = (
  record: MessageRecord,
  hosts: ReadonlyArray<string>,
  urlOf: (place: FilePlace) => string
): MessageRecord => {
  const { channel_id, message } = record
  // A message of a world can lack what messages have.
  const own = new Map(
    placedFiles(channel_id, message).flatMap(({ url, ...place }) => {
      const path = pathOf(place)
      return pathOn(hosts, url) === path ? [[path, urlOf(place)] as const] : []
    })
  )
  const urlAt = (url: string) => own.get(pathOn(hosts, url) ?? "") ?? url
  return own.size === 0 ? record : { ...record, message: withAddresses(message, urlAt) }
}

/** The files of a message, and those of the messages that it forwards, which are in their channel. */
const placedFiles = (channelId: Snowflake, message: MessageRecord["message"]) => {
  const lists: ReadonlyArray<readonly [channel_id: Snowflake, files: unknown]> = [
    [channelId, message.attachments],
    ...(message.message_snapshots ?? []).map(
      (one) => [message.message_reference?.channel_id ?? channelId, one.message.attachments] as const
    )
  ]
  return lists.flatMap(([channel_id, files]) =>
    Array.isArray(files) ? files.filter(isFile).map(({ id, filename, url }) => ({ channel_id, id, filename, url })) : []
  )
}

const isFile = Schema.is(Schema.Struct({ id: Schema.String, filename: Schema.String, url: Schema.String }))

/** The path of an address on these hosts, without the query; undefined on another one. A stored one has no host. */
const pathOn = (hosts: ReadonlyArray<string>, url: string): string | undefined => {
  const [, named, path] = ADDRESS.exec(url) ?? []
  return named === undefined || hosts.includes(named) ? path : undefined
}

/** The host of an address, without the port. */
export const hostOf = (url: string): string => ADDRESS.exec(url)?.[1] ?? ""

const ADDRESS = /^(?:https?:\/\/(\[[^\]]*\]|[^/:?#]*)(?::\d+)?)?(\/[^?#]*)?/

/** Replaces every address in a value, at any depth. */
export const withAddresses = <A>(value: A, urlOf: (url: string) => string): A =>
  // Texts replace texts, so the type is unchanged.
  replace(value, urlOf) as A

const replace = (value: unknown, urlOf: (url: string) => string): unknown => {
  if (Array.isArray(value)) return value.map((item) => replace(item, urlOf))
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      key,
      typeof item === "string" && ADDRESSES.includes(key) ? urlOf(item) : replace(item, urlOf)
    ])
  )
}
