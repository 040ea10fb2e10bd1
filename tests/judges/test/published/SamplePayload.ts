/** A payload of the platform, as an app parses it. */

const USER = { id: "3", username: "alice", discriminator: "0", global_name: null, avatar: null }

const MEMBER = {
  user: USER,
  nick: null,
  avatar: null,
  roles: [],
  joined_at: "2025-06-06T10:06:39.888000+00:00",
  premium_since: null,
  deaf: false,
  mute: false,
  flags: 0,
  pending: false,
  permissions: "9007199254740991"
}

export const ENVELOPE = {
  id: "10",
  application_id: "1",
  token: "token",
  version: 1,
  guild_id: "2",
  guild: { id: "2", features: [], locale: "en-US" },
  guild_locale: "en-US",
  channel_id: "4",
  channel: { id: "4", type: 0, name: "general", permissions: "0" },
  member: MEMBER,
  app_permissions: "0",
  locale: "he",
  entitlements: [],
  authorizing_integration_owners: { "0": "2" },
  context: 0,
  attachment_size_limit: 10_485_760
}

export const MESSAGE = {
  id: "20",
  channel_id: "4",
  author: USER,
  content: "Which?",
  timestamp: "2025-06-06T10:06:39.888000+00:00",
  edited_timestamp: null,
  tts: false,
  mention_everyone: false,
  mentions: [],
  mention_roles: [],
  attachments: [],
  embeds: [],
  components: [],
  pinned: false,
  flags: 64 + 32_768,
  type: 20
}

/** A slash command with one user to resolve. */
export const SLASH = {
  ...ENVELOPE,
  type: 2,
  data: {
    id: "5",
    name: "praise",
    type: 1,
    options: [{ name: "who", type: 6, value: "3" }],
    resolved: { users: { "3": USER } }
  }
}

export const typing = (option: object) => ({
  ...ENVELOPE,
  type: 4,
  data: { id: "5", name: "adopt", type: 1, options: [{ name: "age", type: 4, ...option }] }
})

export const selecting = (values: ReadonlyArray<string>, more: object = {}) => ({
  ...ENVELOPE,
  type: 3,
  message: MESSAGE,
  data: { custom_id: "who", component_type: 5, values, ...more }
})
