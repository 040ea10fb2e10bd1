/** Tags and pins of posts in forum and media channels. Inside a transaction. Source: the platform's documentation of forums. */
import type { Snowflake } from "@backlot/domain/base/Snowflake"
import { forum as limits } from "@backlot/domain/base/ThreadLimits"
import * as ServiceError from "@backlot/domain/error/ServiceError"
import { ChannelFlag } from "@backlot/domain/record/ForumRecord"
import type { GuildChannel } from "@backlot/domain/record/World"
import type * as Speaker from "../message/Speaker.ts"
import { heldBy } from "../world/WorldParts.ts"
import { target } from "./GuildChannels.ts"

type Moderator = Pick<Speaker.Speaker, "may" | "lacking">

/** Fails where the tags of a post may not become these. */
export const requireTags = function* (
  { may, lacking }: Moderator,
  { available_tags: known = [], flags = 0 }: GuildChannel,
  wanted: ReadonlyArray<Snowflake>,
  before: ReadonlyArray<Snowflake> = []
) {
  // The rules of the world refuse too many.
  if (wanted.length > limits.appliedTags) return
  if (wanted.some((id) => !known.some((tag) => tag.id === id))) return yield* new ServiceError.UnknownTag()
  const isModerator = may("MANAGE_THREADS")
  const changed = known.filter(({ id }) => wanted.includes(id) !== before.includes(id))
  if (changed.some(({ moderated }) => moderated) && !isModerator) {
    const because = `only moderators add and remove this tag: ${lacking(["MANAGE_THREADS"])}`
    return yield* new ServiceError.MissingPermissions({ because })
  }
  if (wanted.length > 0 || known.length === 0 || (flags & ChannelFlag.REQUIRE_TAG) === 0) return
  const hasOpen = isModerator || known.some(({ moderated }) => !moderated)
  yield* hasOpen ? new ServiceError.TagRequired() : new ServiceError.NoOpenTag()
}

/** Fails where another post is at the top of the forum already. */
export const requirePin = function* (post: GuildChannel, flags: unknown) {
  if (typeof flags !== "number" || !isPinned({ flags }) || isPinned(post)) return
  const posts = yield* heldBy(target(post, post.parent_id ?? ""))
  if (posts.filter(isPinned).length >= limits.pinned) return yield* new ServiceError.TooManyPinnedPosts()
}

const isPinned = ({ flags = 0 }: Pick<GuildChannel, "flags">): boolean => (flags & ChannelFlag.PINNED) !== 0
