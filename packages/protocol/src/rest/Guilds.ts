/** Endpoints of guilds, and lists of a guild that a world holds nothing of. Source: wire-rest.md §5.1. */
import { ChannelPositions, NewChannel } from "@backlot/domain/guild/ChannelBody"
import { GuildEdit } from "@backlot/domain/guild/NameBody"
import { created, query, Record, Records } from "../openapi/Endpoint.ts"
import { bearer, bot, restGroup } from "../openapi/RestDocument.ts"

const GUILD = "/guilds/:guild_id"

const security = [bot] as const

export const Guilds = restGroup("guilds", {
  get_guild: { method: "GET", path: GUILD, security, query: { with_counts: query() }, answer: Record },
  update_guild: { method: "PATCH", path: GUILD, security, body: GuildEdit, answer: Record },
  get_guild_preview: { method: "GET", path: `${GUILD}/preview`, security, answer: Record },
  list_guild_channels: {
    method: "GET",
    path: `${GUILD}/channels`,
    security: [bot, bearer("guilds.channels.read")],
    answer: Records,
    text: "Without threads. A bearer token lists what its user may view in a guild that they are a member of."
  },
  create_guild_channel: {
    method: "POST",
    path: `${GUILD}/channels`,
    security,
    body: NewChannel,
    answer: created(Record)
  },
  bulk_update_guild_channels: {
    method: "PATCH",
    path: `${GUILD}/channels`,
    security,
    body: ChannelPositions
  },
  get_active_guild_threads: { method: "GET", path: `${GUILD}/threads/active`, security, answer: Record },
  list_guild_voice_regions: { method: "GET", path: `${GUILD}/regions`, security, answer: Records },
  list_voice_regions: { method: "GET", path: "/voice/regions", security, answer: Records },
  list_guild_emojis: { method: "GET", path: `${GUILD}/emojis`, security, answer: Records },
  list_guild_stickers: { method: "GET", path: `${GUILD}/stickers`, security, answer: Records },
  list_guild_invites: { method: "GET", path: `${GUILD}/invites`, security, answer: Records },
  get_guild_webhooks: { method: "GET", path: `${GUILD}/webhooks`, security, answer: Records },
  list_guild_scheduled_events: { method: "GET", path: `${GUILD}/scheduled-events`, security, answer: Records }
})
