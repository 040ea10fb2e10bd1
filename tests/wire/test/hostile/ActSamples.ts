/** A valid request for each act and view of users beside messages and commands. */
import * as Play from "../Harbour.ts"
import { PREMIUM } from "./GuildSamples.ts"
import { control, type Sample } from "./Sample.ts"
import type { Interactions } from "./Scene.ts"
import { THREAD } from "./ThreadSamples.ts"

const user = { user_id: Play.ALICE }
const guild = { ...user, guild_id: Play.GUILD }
const place = { ...user, channel_id: Play.GENERAL }
const onSaid = ({ said }: Interactions) => ({ ...place, message_id: said })

const activity = {
  name: "a game",
  type: 0,
  state: "far out",
  details: "deep",
  timestamps: { start: 1, end: 2 },
  application_id: Play.APP,
  emoji: { name: "x", id: Play.APP, animated: true },
  party: { id: "p", size: [1, 2] },
  assets: { large_image: "a", large_text: "b" },
  buttons: ["Join"],
  flags: 1
}

export const ACT_SAMPLES: Readonly<Record<string, (known: Interactions) => Sample>> = {
  list_links: () => control(),
  edit_links: () => control({ body: { links: { "https://example.com/a": { title: "Boats", color: 1 } } } }),
  get_view: () => control({ params: user, query: { archived: "true" } }),
  get_seen_members: () => control({ params: guild, query: { limit: "10", after: "1" } }),
  explain_command: () => control({ params: { ...place, command_id: Play.ADOPT } }),
  get_surroundings: () => control({ params: place, query: { ids: `${Play.BOB},${Play.ZOE}` } }),
  open_direct_channel: () => control({ params: { ...user, recipient_id: Play.BOB } }),
  open_group: () => control({ params: user, body: { recipients: [Play.BOB, Play.ZOE], name: "a crew" } }),
  start_thread: () =>
    control({
      params: place,
      body: { name: "a thread", type: 11, auto_archive_duration: 60, rate_limit_per_user: 5 }
    }),
  start_thread_of_message: (known) => control({ params: onSaid(known), body: { name: "a thread" } }),
  join_thread_as_user: () => control({ params: { ...user, channel_id: THREAD } }),
  leave_thread_as_user: () => control({ params: { ...user, channel_id: THREAD } }),
  add_to_thread: () => control({ params: { ...user, channel_id: THREAD, member_id: Play.BOB } }),
  remove_from_thread: () => control({ params: { ...user, channel_id: THREAD, member_id: Play.BOB } }),
  get_pins: () => control({ params: place }),
  pin_message: (known) => control({ params: onSaid(known) }),
  unpin_message: (known) => control({ params: onSaid(known) }),
  start_typing: () => control({ params: place }),
  connect_voice: () =>
    control({
      params: { ...user, channel_id: Play.STAGE },
      body: { self_mute: true, self_deaf: false, self_stream: false, self_video: false, request_to_speak: true }
    }),
  disconnect_voice: () => control({ params: { user_id: Play.BOB } }),
  send_voice_effect: () =>
    control({ params: { user_id: Play.BOB, channel_id: Play.STAGE }, body: { emoji: "\u{1F44F}" } }),
  forward: (known) => control({ params: onSaid(known), body: { channel_id: Play.BOT_DM } }),
  vote: ({ poll }) => control({ params: { ...place, message_id: poll }, body: { answer_ids: [1] } }),
  buy_sku: () => control({ params: { user_id: Play.BOB }, body: { application_id: Play.APP, sku_id: PREMIUM.sku } }),
  cancel_subscription: () => control({ params: { ...user, application_id: Play.APP, sku_id: PREMIUM.sku } }),
  create_invite: () =>
    control({
      params: place,
      body: {
        ...{ max_age: 3600, max_uses: 2, temporary: false, unique: true, target_type: 1, target_user_id: Play.BOB },
        ...{ target_application_id: null, target_users_file: Play.BOB, role_ids: [] }
      }
    }),
  revoke_invite: () => control({ params: { user_id: Play.ALICE, code: "Harbour1" } }),
  accept_invite: () => control({ params: { user_id: Play.ALICE, code: "Harbour1" } }),
  leave_guild_as_user: () => control({ params: { ...guild, user_id: Play.BOB } }),
  boost_guild: () => control({ params: guild }),
  stop_boosting: () => control({ params: guild }),
  accept_rules: () => control({ params: guild }),
  list_fronts: () => control(),
  open_front: () => control({ params: { application_id: Play.APP } }),
  keep_front: ({ front }) => control({ params: { front_id: front } }),
  close_front: ({ front }) => control({ params: { front_id: front } }),
  ask_to_join: () => control({ params: { ...guild, user_id: Play.ZOE } }),
  withdraw_join_request: () => control({ params: { ...guild, user_id: Play.ZOE } }),
  review_join_request: () => control({ params: { ...guild, applicant_id: Play.ZOE }, body: { action: "APPROVED" } }),
  edit_own_member: () => control({ params: guild, body: { nick: "Al", avatar: null, banner: null, bio: "Tall" } }),
  set_presence: () =>
    control({
      params: user,
      body: { status: "idle", activities: [activity], client_status: { desktop: "idle", web: "online" } }
    }),
  set_command_permissions: () =>
    control({
      params: { ...guild, application_id: Play.APP, command_id: Play.ADOPT },
      body: { permissions: [{ id: Play.BOB, type: 2, permission: false }] }
    })
}
