/** Valid requests for the members of threads, and for archived threads. */
import * as Play from "../Harbour.ts"
import { bot, type Sample } from "./Sample.ts"

/** A thread of the scene, in which Bob takes part. */
export const THREAD = "200000000000000041"
export const THREAD_BODY = {
  name: "answers",
  type: 11,
  parent_id: Play.GENERAL,
  owner_id: Play.BOB,
  members: [{ user_id: Play.BOB, joined_at: "2026-01-01T00:00:00Z" }]
}

/** A forum of the scene. */
export const FORUM = "200000000000000042"
const TAG = "710000000000000001"
export const FORUM_BODY = {
  name: "help",
  type: 15,
  available_tags: [{ id: TAG, name: "question", moderated: true, emoji_name: "🐈" }],
  default_reaction_emoji: { emoji_name: "🐈" },
  default_sort_order: 1,
  default_forum_layout: 2,
  default_tag_setting: "match_some",
  flags: 16
}

const thread = { channel_id: THREAD }
const ofBob = { ...thread, user_id: Play.BOB }
const general = { channel_id: Play.GENERAL }
const archived = () => bot({ params: general, query: { limit: "5", before: "2026-01-01T00:00:00Z" } })

export const THREAD_SAMPLES: Readonly<Record<string, () => Sample>> = {
  create_thread: () =>
    bot({
      params: { channel_id: FORUM },
      body: { name: "how", rate_limit_per_user: 5, applied_tags: [TAG], message: { content: "so", flags: 4 } }
    }),
  list_thread_members: () => bot({ params: thread, query: { with_member: "true", limit: "5", after: "1" } }),
  join_thread: () => bot({ params: thread }),
  leave_thread: () => bot({ params: thread }),
  get_thread_member: () => bot({ params: ofBob, query: { with_member: "true" } }),
  add_thread_member: () => bot({ params: { ...thread, user_id: Play.ALICE } }),
  delete_thread_member: () => bot({ params: ofBob }),
  list_public_archived_threads: archived,
  list_private_archived_threads: archived,
  thread_search: () =>
    bot({
      params: { channel_id: FORUM },
      query: {
        name: "how",
        slop: "1",
        tag: TAG,
        tag_setting: "match_all",
        archived: "false",
        sort_by: "relevance",
        limit: "5"
      }
    }),
  list_my_private_archived_threads: () => bot({ params: general, query: { limit: "5", before: "9" } })
}
