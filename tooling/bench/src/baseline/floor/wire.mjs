/** Objects as the wire has them: users, the payload of an interaction, the message of an answer. */

/** @typedef {{ id: string, username: string }} User */

/** @type {(user: User, bot: boolean) => object} */
export const userOf = ({ id, username }, bot) => ({
  ...{ id, username, global_name: null, avatar: null, avatar_decoration_data: null, banner: null, accent_color: null },
  ...{ clan: null, collectibles: null, display_name_styles: null, discriminator: "0", flags: 0, primary_guild: null },
  ...{ public_flags: 0, ...(bot ? { bot } : {}) }
})

/**
 * An interaction while it waits for its answer.
 * @typedef {object} Interaction
 * @property {string} id
 * @property {string} token
 * @property {number} created_ms
 * @property {string} due Key of its deadline.
 * @property {import("./state.mjs").Known} application
 * @property {User} user
 * @property {{ id: string, name: string, type: number }} channel
 * @property {import("./state.mjs").Guild} guild
 * @property {{ id: string, name: string, type: unknown }} command
 * @property {ReadonlyArray<{ name: string, type: unknown, value: unknown }>} options
 * @property {boolean} byGateway
 * @property {number} weight Characters of its trace so far.
 */

const ALL = "9007199254740991"
const EVERYONE = "1126761151974976"

/** The exact text that is signed and sent; its keys are sorted. @type {(interaction: Interaction) => string} */
export const payloadOf = ({ id, token, application, user, channel, guild, command, options }) =>
  JSON.stringify({
    ...{ app_permissions: EVERYONE, application_id: application.id, attachment_size_limit: 10_485_760 },
    authorizing_integration_owners: { 0: guild.id },
    channel: {
      ...{ flags: 0, guild_id: guild.id, id: channel.id, last_message_id: null, name: channel.name, nsfw: false },
      ...{ parent_id: null, permissions: ALL, position: 0, rate_limit_per_user: 0, topic: null, type: channel.type }
    },
    ...{ channel_id: channel.id, context: 0 },
    data: { id: command.id, name: command.name, options, type: command.type },
    ...{ entitlement_sku_ids: [], entitlements: [] },
    guild: { features: [], id: guild.id, locale: "en-US" },
    ...{ guild_id: guild.id, guild_locale: "en-US", id, locale: "en-US" },
    member: {
      ...{ avatar: null, banner: null, collectibles: null, communication_disabled_until: null, deaf: false },
      ...{ display_name_styles: null, flags: 0, is_pending: false, joined_at: "2025-01-01T00:00:00.000000+00:00" },
      ...{ mute: false, nick: null, pending: false, permissions: ALL, premium_since: null, roles: [] },
      unusual_dm_activity_until: null,
      user: {
        ...{ accent_color: null, avatar: null, avatar_decoration_data: null, banner: null, clan: null },
        ...{ collectibles: null, discriminator: "0", display_name_styles: null, flags: 0, global_name: null },
        ...{ id: user.id, primary_guild: null, public_flags: 0, username: user.username }
      }
    },
    ...{ token, type: 2, version: 1 }
  })

/** The text of the message that an answer makes. @type {(interaction: Interaction, id: string, content: string, now: number) => string} */
export const messageOf = ({ id: interaction, application, user, channel, guild, command }, id, content, now) => {
  const person = userOf(user, false)
  return JSON.stringify({
    ...{ id, channel_id: channel.id, type: 20, content },
    author: userOf({ id: application.id, username: application.name }, true),
    ...{ timestamp: `${new Date(now).toISOString().slice(0, -1)}000+00:00`, edited_timestamp: null, tts: false },
    ...{ mention_everyone: false, mentions: [], mention_roles: [], attachments: [], embeds: [], components: [] },
    ...{ pinned: false, flags: 0, application_id: application.id, webhook_id: application.id },
    interaction: { id: interaction, type: 2, name: command.name, user: person },
    interaction_metadata: {
      ...{ id: interaction, type: 2, user: person, authorizing_integration_owners: { 0: guild.id } },
      ...{ name: command.name, command_type: command.type }
    }
  })
}

/** The text of the stored interaction. @type {(interaction: Interaction, state: string, message: string | null) => string} */
export const recordOf = (interaction, state, message) => {
  const { id, token, created_ms, application, user, channel, guild, command, options, byGateway } = interaction
  return JSON.stringify({
    ...{ id, token, created_ms, locale: "en-US", application_id: application.id, type: 2, user_id: user.id },
    ...{ channel_id: channel.id, guild_id: guild.id, context: 0, authorizing_integration_owners: { 0: guild.id } },
    ...{ installed_here: true, command, options, ...(byGateway ? { by_gateway: true } : {}), state },
    ...{ callback_type: message === null ? null : 4, original_message_id: message, ephemeral: false, follow_ups: 0 },
    ...{ choices: null, error: null }
  })
}

/** The data of its events. @type {(interaction: Interaction, state: string) => string} */
export const eventOf = ({ id, application, user, channel, guild, command }, state) =>
  JSON.stringify({
    ...{ interaction_id: id, application_id: application.id, type: 2, user_id: user.id, channel_id: channel.id },
    ...{ guild_id: guild.id, command, state, error: null }
  })
