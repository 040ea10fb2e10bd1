/**
 * A world's messages as the service keeps them, and back. A world gives message objects as they are on the wire; beside
 * their fields stands what a record keeps apart: `pinned_at`, `reactions` with the `user_ids` of each emoji, and `lobby`,
 * what only the members of a lobby read. Ours.
 */
import { Option, Schema } from "effect"
import { isSnowflake } from "../base/Snowflake.ts"
import { MessageFlag, type MessageObject, type MessageRecord } from "../message/Message.ts"
import type { WorldMessage } from "../record/World.ts"

/** An ephemeral message is seen by the user of its interaction alone; without one by nobody (ours). */
export const recordOf = (given: WorldMessage): MessageRecord => {
  const { pinned_at, ...sent } = given
  const { lobby, ...outside } = sent
  const part = Option.getOrUndefined(partOf(lobby))
  const wire = part === undefined ? sent : outside
  const { reactions, ...others } = wire
  const known = Option.getOrUndefined(reactionsOf(reactions))
  const flags = given["flags"]
  const ephemeral = typeof flags === "number" && (flags & MessageFlag.EPHEMERAL) !== 0
  const viewer = Option.map(answerTo(given), ({ interaction_metadata }) => interaction_metadata.user.id)
  // Counts without users, as a message copied off the wire has them, stay as given, and where.
  const message = known === undefined ? wire : others
  return {
    id: given.id,
    channel_id: given.channel_id,
    visible_to: ephemeral ? Option.getOrElse(viewer, () => NOBODY) : null,
    // A world's messages are wire message objects; what they leave out is filled in where it is read (GivenMessage).
    message: message as unknown as MessageObject,
    ...(typeof pinned_at === "string" ? { pinned_at } : {}),
    ...(known === undefined ? {} : { reactions: known }),
    ...(part === undefined ? {} : { lobby: part })
  }
}

/** `recordOf` makes the same record of it. */
export const worldMessage = ({ message, pinned_at, reactions, lobby }: MessageRecord): WorldMessage => ({
  ...message,
  ...(pinned_at === undefined ? {} : { pinned_at }),
  ...(reactions === undefined ? {} : { reactions }),
  ...(lobby === undefined ? {} : { lobby })
})

const NOBODY = "0"

const Id = Schema.String.check(Schema.makeFilter((text) => isSnowflake(text)))

const reactionsOf = Schema.decodeUnknownOption(
  Schema.NonEmptyArray(
    Schema.Struct({
      emoji: Schema.Struct({ id: Schema.NullOr(Id), name: Schema.String }),
      user_ids: Schema.NonEmptyArray(Id)
    })
  )
)

const Texts = Schema.Record(Schema.String, Schema.String)

const partOf = Schema.decodeUnknownOption(
  Schema.Struct({
    id: Id,
    metadata: Schema.optionalKey(Texts),
    moderation_metadata: Schema.optionalKey(Texts),
    additional_name: Schema.optionalKey(Schema.String)
  })
)

/** The part of an answer that names the user of its interaction. */
const answerTo = Schema.decodeUnknownOption(
  Schema.Struct({ interaction_metadata: Schema.Struct({ user: Schema.Struct({ id: Schema.String }) }) })
)
