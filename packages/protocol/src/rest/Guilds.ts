/** Endpoints of guilds, their members and roles, and lists of a guild that a world holds nothing of. Source: wire-rest.md §5.1. */
import { Ban, BulkBan } from "@backlot/domain/guild/BanBody"
import { ChannelPositions, NewChannel } from "@backlot/domain/guild/ChannelBody"
import { EmojiEdit, NewEmoji } from "@backlot/domain/guild/EmojiBody"
import { GuildEdit } from "@backlot/domain/guild/GuildBody"
import { MemberEdit, NewMember, OwnMemberEdit, PruneRequest } from "@backlot/domain/guild/MemberBody"
import { RolePositions, RoleShape } from "@backlot/domain/guild/RoleBody"
import { NewSound, SoundEdit, SoundSend } from "@backlot/domain/guild/SoundBody"
import { NewSticker, StickerEdit } from "@backlot/domain/guild/StickerBody"
import { OwnVoiceStateEdit, VoiceStateEdit } from "@backlot/domain/guild/VoiceBody"
import { Schema } from "effect"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import { created, query, Record, Records } from "../openapi/Endpoint.ts"
import { bearer, bot, bots, by, nobody, restGroup } from "../openapi/RestDocument.ts"

const GUILD = "/guilds/:guild_id"

const SEARCH = [
  ...["content", "slop", "sort_by", "sort_order", "limit", "offset", "min_id", "max_id", "channel_id", "include_nsfw"],
  ...["author_id", "author_type", "mentions", "mentions_role_id", "mention_everyone", "pinned", "has"],
  ...["replied_to_user_id", "replied_to_message_id", "link_hostname", "embed_provider", "embed_type"],
  ...["attachment_extension", "attachment_filename"]
]

export const Guilds = restGroup("guilds", {
  get_guild: bots.get(GUILD, { query: { with_counts: query() }, answer: Record }),
  update_guild: bots.patch(GUILD, { body: GuildEdit, answer: Record }),
  list_guild_audit_log_entries: bots.get(`${GUILD}/audit-logs`, {
    query: {
      user_id: query(),
      target_id: query(),
      action_type: query(),
      before: query(),
      after: query(),
      limit: query()
    },
    answer: Record
  }),
  get_guild_preview: bots.get(`${GUILD}/preview`, { answer: Record }),
  list_guild_channels: by(bot, bearer("guilds.channels.read")).get(`${GUILD}/channels`, {
    answer: Records,
    text: "Without threads. A bearer token lists what its user may view in a guild that they are a member of."
  }),
  create_guild_channel: bots.post(`${GUILD}/channels`, { body: NewChannel, answer: created(Record) }),
  bulk_update_guild_channels: bots.patch(`${GUILD}/channels`, { body: ChannelPositions }),
  get_active_guild_threads: bots.get(`${GUILD}/threads/active`, { answer: Record }),
  list_guild_voice_regions: bots.get(`${GUILD}/regions`, { answer: Records }),
  list_voice_regions: bots.get("/voice/regions", { answer: Records }),
  guild_search: bots.get(`${GUILD}/messages/search`, {
    query: Object.fromEntries(SEARCH.map((name) => [name, query()])),
    answer: Record,
    text: "Needs the application flag of message content. Parameters that are lists in the platform's document may be repeated."
  })
})

const MEMBERS = "/guilds/:guild_id/members"
const MEMBER = `${MEMBERS}/:user_id` as const

export const Members = restGroup("members", {
  list_guild_members: bots.get(MEMBERS, { query: { limit: query(), after: query() }, answer: Records }),
  search_guild_members: bots.get(`${MEMBERS}/search`, {
    query: { query: Schema.String, limit: query() },
    answer: Records
  }),
  get_guild_member: bots.get(MEMBER, { answer: Record }),
  update_my_guild_member: bots.patch(`${MEMBERS}/@me`, { body: OwnMemberEdit, answer: Record }),
  update_guild_member: bots.patch(MEMBER, { body: MemberEdit, answer: Record }),
  add_guild_member: bots.put(MEMBER, {
    body: NewMember,
    answer: [created(Record), HttpApiSchema.NoContent],
    text: "Needs an access token of the user with the scope guilds.join. 204 for who is a member already."
  }),
  preview_prune_guild: bots.get("/guilds/:guild_id/prune", {
    query: { days: query(), include_roles: query() },
    answer: Record
  }),
  prune_guild: bots.post("/guilds/:guild_id/prune", { body: PruneRequest, answer: Record }),
  delete_guild_member: bots.delete(MEMBER),
  add_guild_member_role: bots.put(`${MEMBER}/roles/:role_id`),
  delete_guild_member_role: bots.delete(`${MEMBER}/roles/:role_id`)
})

const BANS = "/guilds/:guild_id/bans"
const BAN = `${BANS}/:user_id` as const

export const Bans = restGroup("bans", {
  list_guild_bans: bots.get(BANS, { query: { limit: query(), before: query(), after: query() }, answer: Records }),
  get_guild_ban: bots.get(BAN, { answer: Record }),
  ban_user_from_guild: bots.put(BAN, { body: Ban }),
  unban_user_from_guild: bots.delete(BAN),
  bulk_ban_users_from_guild: bots.post("/guilds/:guild_id/bulk-ban", { body: BulkBan, answer: Record })
})

const VOICE_STATE = "/guilds/:guild_id/voice-states/:user_id"
const OWN_VOICE_STATE = "/guilds/:guild_id/voice-states/@me"

export const VoiceStates = restGroup("voice_states", {
  get_self_voice_state: bots.get(OWN_VOICE_STATE, { answer: Record }),
  update_self_voice_state: bots.patch(OWN_VOICE_STATE, { body: OwnVoiceStateEdit }),
  get_voice_state: bots.get(VOICE_STATE, { answer: Record }),
  update_voice_state: bots.patch(VOICE_STATE, { body: VoiceStateEdit })
})

const EMOJIS = "/guilds/:guild_id/emojis"
const EMOJI = `${EMOJIS}/:emoji_id` as const

export const Emojis = restGroup("emojis", {
  list_guild_emojis: bots.get(EMOJIS, { answer: Records }),
  create_guild_emoji: bots.post(EMOJIS, { body: NewEmoji, answer: created(Record) }),
  get_guild_emoji: bots.get(EMOJI, { answer: Record }),
  update_guild_emoji: bots.patch(EMOJI, { body: EmojiEdit, answer: Record }),
  delete_guild_emoji: bots.delete(EMOJI)
})

const STICKERS = "/guilds/:guild_id/stickers"
const STICKER = `${STICKERS}/:sticker_id` as const

export const Stickers = restGroup("stickers", {
  list_guild_stickers: bots.get(STICKERS, { answer: Records }),
  create_guild_sticker: bots.post(STICKERS, { body: NewSticker, answer: created(Record) }),
  get_guild_sticker: bots.get(STICKER, { answer: Record }),
  update_guild_sticker: bots.patch(STICKER, { body: StickerEdit, answer: Record }),
  delete_guild_sticker: bots.delete(STICKER),
  get_sticker: bots.get("/stickers/:sticker_id", { answer: Record }),
  list_sticker_packs: by(nobody, bot).get("/sticker-packs", { answer: Record }),
  get_sticker_pack: bots.get("/sticker-packs/:pack_id", { answer: Record })
})

const SOUNDS = "/guilds/:guild_id/soundboard-sounds"
const SOUND = `${SOUNDS}/:sound_id` as const

export const Sounds = restGroup("sounds", {
  get_soundboard_default_sounds: bots.get("/soundboard-default-sounds", { answer: Records }),
  list_guild_soundboard_sounds: bots.get(SOUNDS, { answer: Record }),
  create_guild_soundboard_sound: bots.post(SOUNDS, { body: NewSound, answer: created(Record) }),
  get_guild_soundboard_sound: bots.get(SOUND, { answer: Record }),
  update_guild_soundboard_sound: bots.patch(SOUND, { body: SoundEdit, answer: Record }),
  delete_guild_soundboard_sound: bots.delete(SOUND),
  send_soundboard_sound: bots.post("/channels/:channel_id/send-soundboard-sound", { body: SoundSend })
})

const INTEGRATIONS = "/guilds/:guild_id/integrations"

export const Integrations = restGroup("integrations", {
  list_guild_integrations: bots.get(INTEGRATIONS, { answer: Records }),
  delete_guild_integration: bots.delete(`${INTEGRATIONS}/:integration_id`)
})

const ROLES = "/guilds/:guild_id/roles"

export const Roles = restGroup("roles", {
  list_guild_roles: bots.get(ROLES, { answer: Records }),
  create_guild_role: bots.post(ROLES, { body: RoleShape, answer: Record }),
  bulk_update_guild_roles: bots.patch(ROLES, { body: RolePositions, answer: Records }),
  guild_role_member_counts: bots.get(`${ROLES}/member-counts`, { answer: Record }),
  get_guild_role: bots.get(`${ROLES}/:role_id`, { answer: Record }),
  update_guild_role: bots.patch(`${ROLES}/:role_id`, { body: RoleShape, answer: Record }),
  delete_guild_role: bots.delete(`${ROLES}/:role_id`)
})
