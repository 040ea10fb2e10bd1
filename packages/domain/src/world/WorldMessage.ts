/**
 * Turns the messages of a world into stored records, and back. A world has message objects as they are on the wire, with
 * five more fields that a record keeps apart: `pinned_at`, `reactions` with the `user_ids` of each emoji, `votes` with the
 * `user_ids` of each answer, `link_embeds`, and `lobby`, which only the members of a lobby read. Our choice: docs/choices.md "World file".
 */
import { Option, Schema } from "effect"
import { isSnowflake } from "../base/Snowflake.ts"
import { MessageFlag, type MessageObject, type MessageRecord } from "../message/Message.ts"
import type { WorldMessage } from "../record/World.ts"

/**
 * Only the user of its interaction sees an ephemeral message; without an interaction nobody does. Our choice:
 * docs/choices.md "World file".
 */
export const recordOf = (given: WorldMessage): MessageRecord => {
  const { pinned_at, votes: cast, link_embeds, ...told } = given
  const votes = Option.getOrUndefined(votesOf(cast))
  const sent = cast === undefined || votes !== undefined ? told : { ...told, votes: cast }
  const { lobby, ...outside } = sent
  const part = Option.getOrUndefined(partOf(lobby))
  const wire = part === undefined ? sent : outside
  const { reactions, ...others } = wire
  const known = Option.getOrUndefined(reactionsOf(reactions))
  const flags = given["flags"]
  const ephemeral = typeof flags === "number" && (flags & MessageFlag.EPHEMERAL) !== 0
  const viewer = Option.map(answerTo(given), ({ interaction_metadata }) => interaction_metadata.user.id)
  // Keep reaction counts that have no users (copied from the wire) unchanged and in place.
  const message = known === undefined ? wire : others
  return {
    id: given.id,
    channel_id: given.channel_id,
    visible_to: ephemeral ? Option.getOrElse(viewer, () => NOBODY) : null,
    // A world's messages are wire message objects; GivenMessage fills in what they leave out when it is read.
    message: message as unknown as MessageObject,
    ...(typeof pinned_at === "string" ? { pinned_at } : {}),
    ...(known === undefined ? {} : { reactions: known }),
    ...(votes === undefined ? {} : { votes }),
    ...(part === undefined ? {} : { lobby: part }),
    ...(Number.isSafeInteger(link_embeds) && Number(link_embeds) > 0 ? { link_embeds: Number(link_embeds) } : {})
  }
}

/** The reverse of `recordOf`. */
export const worldMessage = ({
  message,
  pinned_at,
  reactions,
  votes,
  lobby,
  link_embeds
}: MessageRecord): WorldMessage => ({
  ...message,
  ...(pinned_at === undefined ? {} : { pinned_at }),
  ...(reactions === undefined ? {} : { reactions }),
  ...(votes === undefined ? {} : { votes }),
  ...(lobby === undefined ? {} : { lobby }),
  ...(link_embeds === undefined ? {} : { link_embeds })
})

const NOBODY = "0"

const Id = Schema.String.check(Schema.makeFilter((text) => isSnowflake(text)))

const reactionsOf = Schema.decodeUnknownOption(
  Schema.NonEmptyArray(
    Schema.Struct({
      emoji: Schema.Struct({
        id: Schema.NullOr(Id),
        name: Schema.String,
        animated: Schema.optionalKey(Schema.Boolean)
      }),
      user_ids: Schema.NonEmptyArray(Id)
    })
  )
)

const votesOf = Schema.decodeUnknownOption(
  Schema.NonEmptyArray(Schema.Struct({ answer_id: Schema.Int, user_ids: Schema.NonEmptyArray(Id) }))
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
