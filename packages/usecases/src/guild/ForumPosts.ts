/**
 * Posts in forum and media channels: a thread with its first message, whose ids are the same. Source: official OpenAPI
 * document, `CreateForumThreadRequest`; the platform's documentation of `Start Thread in Forum or Media Channel`.
 */

import type { Snowflake } from "@backlot/domain/base/Snowflake"
import type { ElementBody } from "@backlot/domain/element/ElementBody"
import { under } from "@backlot/domain/error/Fault"
import { InvalidForm, UnknownChannel } from "@backlot/domain/error/ServiceError"
import type { GuildChannel } from "@backlot/domain/record/World"
import { ChannelType } from "@backlot/domain/record/WorldVocabulary"
import type { Mint } from "@backlot/domain/world/element/Element"
import * as Body from "@backlot/ports/Body"
import { guildChannel } from "../access/ChannelObjects.ts"
import type { Spoken } from "../message/PlainMessages.ts"
import * as Speaker from "../message/Speaker.ts"
import { wake } from "../message/ThreadWake.ts"
import { clockTime, existing } from "../store/Transact.ts"
import * as WorldEdits from "../world/WorldEdits.ts"
import { requireTags } from "./ForumTags.ts"
import { wishOf } from "./NewThread.ts"

interface Posting {
  readonly speaker: Speaker.Speaker
  readonly forum: GuildChannel
  /** Of the thread and of its first message. */
  readonly id: Snowflake
  readonly read: ElementBody
  readonly mint: Mint
}

/** Needs the right to write in the forum. `say` writes the first message. Nothing is made where it was refused. */
export const post = function* <Y extends Body.Step>(
  { speaker, forum, id, read, mint }: Posting,
  say: (speaker: Speaker.Speaker) => Iterable<Y, Spoken, unknown>
) {
  yield* Speaker.require(speaker, "SEND_MESSAGES")
  if (read.faults.length > 0) return yield* new InvalidForm({ faults: read.faults })
  const { applied_tags, name } = { applied_tags: [], name: "", ...read.body }
  yield* requireTags(speaker, forum, Array.isArray(applied_tags) ? applied_tags : [])
  const wish = yield* wishOf(forum, id, read)
  const spoken = yield* say(inPost(speaker, { ...planned(forum, speaker), id, name: String(name) }))
  if (spoken.refused !== undefined) return spoken
  const { events } = yield* WorldEdits.apply([wish], mint, [])
  const thread = yield* existing(guildChannel(id), UnknownChannel)
  const joined = yield* wake({ ...speaker, channel: thread }, spoken.value.message, yield* clockTime)
  return { ...spoken, events: [...events, ...wish.events, ...spoken.events, ...joined] } satisfies Spoken as Spoken
}

/** Faults of the first message are below its field. */
export const inMessage = <Y extends Body.Step, A>(part: Iterable<Y, A, unknown>) =>
  Body.mapFailure(part, (error) =>
    error instanceof InvalidForm ? new InvalidForm({ faults: under(["message"], error.faults) }) : error
  )

/** The thread before it is stored: its author is in it already. */
const planned = (forum: GuildChannel, { author }: Speaker.Speaker) => ({
  guild_id: forum.guild_id,
  type: ChannelType.PUBLIC_THREAD,
  parent_id: forum.id,
  position: 0,
  topic: null,
  nsfw: forum.nsfw,
  permission_overwrites: [],
  owner_id: author.id,
  members: [{ user_id: author.id }]
})

/** Whoever may post in a forum may write the first message. */
const inPost = (speaker: Speaker.Speaker, channel: GuildChannel): Speaker.Speaker => ({
  ...speaker,
  channel,
  opening: true,
  may: (name) => speaker.may(name === "SEND_MESSAGES_IN_THREADS" ? "SEND_MESSAGES" : name)
})
