/** Loading what an interaction's decisions need, and keeping what they say. Inside a transaction. */
import type { InteractionRecord } from "@backlot/domain/Interaction"
import type { Decision } from "@backlot/domain/InteractionDecision"
import type { Mentionable } from "@backlot/domain/Mention"
import { BITS, has } from "@backlot/domain/Permission"
import type { Scene } from "@backlot/domain/ResponseMessage"
import { UnknownApplication, UnknownUser } from "@backlot/domain/ServiceError"
import type { Snowflake } from "@backlot/domain/Snowflake"
import { botObject, userObject } from "@backlot/domain/UserWire"
import { Effect } from "effect"
import * as Collection from "./Collection.ts"
import * as Collections from "./Collections.ts"
import type { Outcome } from "./EventLog.ts"
import * as Trace from "./Trace.ts"

/** Stores a decision; its events go to the log, its reply to the caller. */
export const keep = Effect.fnUntraced(function* <Reply>(decision: Decision<Reply>) {
  const { record } = decision
  yield* Collections.interactions.put(record)
  for (const message of decision.puts) yield* Collections.messages.put(message)
  for (const { channel_id, id } of decision.deletes) {
    yield* Collections.messages.delete(Collection.id(channel_id), Collection.id(id))
  }
  yield* Trace.append(record.id, decision.trace)
  return { value: decision.reply, events: decision.events } satisfies Outcome<Reply>
})

/** What an answer that names these users needs besides its interaction. */
export const sceneOf = Effect.fnUntraced(function* (
  record: InteractionRecord,
  named: ReadonlyArray<Snowflake>,
  drawn: { readonly message_id: Snowflake; readonly now_ms: number }
) {
  const application = yield* Collections.applications.get(Collection.id(record.application_id))
  if (application === undefined) return yield* Effect.die(new UnknownApplication())
  const user = yield* Collections.users.get(Collection.id(record.user_id))
  if (user === undefined) return yield* Effect.die(new UnknownUser())
  const mentionable = yield* mentionableIn(record, named)
  return { ...drawn, application, user: userObject(user), mentionable } satisfies Scene
})

/** The message that a path's id means, if it is stored. */
export const messageOf = (record: InteractionRecord, messageId: Snowflake | undefined) =>
  messageId === undefined
    ? Effect.succeed(undefined)
    : Collections.messages.get(Collection.id(record.channel_id), Collection.id(messageId))

const mentionableIn = Effect.fnUntraced(function* (record: InteractionRecord, ids: ReadonlyArray<Snowflake>) {
  const people = yield* Collections.users.getMany(ids.map((id) => [Collection.id(id)]))
  const users = []
  for (const [i, id] of ids.entries()) {
    const user = people[i]
    const [bot] = user === undefined ? yield* Collections.applications.by("bot", Collection.id(id)) : []
    if (user !== undefined) users.push(userObject(user))
    if (bot !== undefined) users.push(botObject(bot))
  }
  const roles = record.guild_id === null ? [] : yield* Collections.roles.list([Collection.id(record.guild_id)])
  const everyone = roles.find((role) => role.id === record.guild_id)
  return {
    users,
    roles: roles.map((role) => role.id),
    everyone: everyone !== undefined && has(BigInt(everyone.permissions), BITS.MENTION_EVERYONE)
  } satisfies Mentionable
})
