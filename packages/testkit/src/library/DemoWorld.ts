/**
 * The demo world as a value, because a published package does not bring examples/worlds/demo.yaml along.
 * Generated: BACKLOT_RENEW_GOLDENS=1 pnpm test DemoWorld
 */
export const demoWorld = {
  applications: [
    {
      id: "100000000000000001",
      name: "Pet Shop",
      description: "Adopt a pet without leaving the harbour.",
      owner_id: "300000000000000001",
      bot: {
        token: "pet-shop-bot-token"
      },
      client_secret: "pet-shop-secret",
      redirect_uris: ["http://127.0.0.1/callback", "http://127.0.0.1/oauth2/code"],
      interactions_endpoint_url: null,
      event_webhooks_url: null,
      private_key: null,
      integration_types: [0, 1],
      flags: [],
      discoverable: false
    },
    {
      id: "100000000000000002",
      name: "My App",
      owner_id: "300000000000000001",
      bot: {
        token: "my-app-bot-token"
      },
      client_secret: "my-app-secret",
      redirect_uris: ["http://127.0.0.1/callback", "http://127.0.0.1/oauth2/code"],
      flags: ["GATEWAY_GUILD_MEMBERS_LIMITED", "GATEWAY_MESSAGE_CONTENT_LIMITED"]
    }
  ],
  users: [
    {
      id: "300000000000000001",
      username: "alice",
      global_name: "Alice",
      locale: "en-US",
      adult: true,
      nsfw_dms: true,
      installs: [
        {
          application_id: "100000000000000001",
          scopes: ["applications.commands"]
        },
        {
          application_id: "100000000000000002",
          scopes: ["applications.commands"]
        }
      ]
    },
    {
      id: "300000000000000002",
      username: "bob",
      global_name: "Bob",
      locale: "en-GB",
      adult: true
    },
    {
      id: "300000000000000003",
      username: "carol",
      global_name: "Carol",
      locale: "de",
      adult: false
    }
  ],
  guilds: [
    {
      id: "200000000000000001",
      name: "Harbour",
      owner_id: "300000000000000001",
      preferred_locale: "en-US",
      roles: [
        {
          id: "200000000000000001",
          name: "@everyone",
          permissions: [
            "VIEW_CHANNEL",
            "SEND_MESSAGES",
            "SEND_MESSAGES_IN_THREADS",
            "CREATE_PUBLIC_THREADS",
            "READ_MESSAGE_HISTORY",
            "ADD_REACTIONS",
            "EMBED_LINKS",
            "ATTACH_FILES",
            "USE_APPLICATION_COMMANDS",
            "USE_EMBEDDED_ACTIVITIES",
            "USE_EXTERNAL_APPS"
          ]
        },
        {
          id: "200000000000000011",
          name: "Moderator",
          permissions: ["KICK_MEMBERS", "BAN_MEMBERS", "MANAGE_MESSAGES", "MODERATE_MEMBERS"],
          position: 1
        },
        {
          id: "200000000000000012",
          name: "Administrator",
          permissions: ["ADMINISTRATOR"],
          position: 2
        }
      ],
      channels: [
        {
          id: "200000000000000020",
          name: "Town",
          type: 4
        },
        {
          id: "200000000000000021",
          name: "general",
          type: 0,
          parent_id: "200000000000000020",
          topic: "Talk about anything that swims, flies or barks."
        },
        {
          id: "200000000000000022",
          name: "staff",
          parent_id: "200000000000000020",
          permission_overwrites: [
            {
              id: "200000000000000001",
              type: 0,
              deny: ["VIEW_CHANNEL"]
            },
            {
              id: "200000000000000011",
              type: 0,
              allow: ["VIEW_CHANNEL"]
            }
          ]
        },
        {
          id: "200000000000000023",
          name: "announcements",
          type: 5,
          parent_id: "200000000000000020",
          permission_overwrites: [
            {
              id: "200000000000000001",
              type: 0,
              deny: ["SEND_MESSAGES"]
            }
          ]
        },
        {
          id: "200000000000000024",
          name: "after-dark",
          nsfw: true
        },
        {
          id: "200000000000000031",
          name: "adoption questions",
          type: 11,
          parent_id: "200000000000000021",
          owner_id: "300000000000000002"
        }
      ],
      members: [
        {
          user_id: "300000000000000001",
          roles: ["200000000000000012"],
          joined_at: "2025-01-01T00:00:00Z"
        },
        {
          user_id: "300000000000000002",
          nick: "Bobby",
          roles: ["200000000000000011"]
        },
        {
          user_id: "300000000000000003"
        }
      ],
      installs: [
        {
          application_id: "100000000000000001",
          scopes: ["bot", "applications.commands"],
          permissions: ["VIEW_CHANNEL", "SEND_MESSAGES", "SEND_MESSAGES_IN_THREADS", "EMBED_LINKS", "ATTACH_FILES"]
        },
        {
          application_id: "100000000000000002",
          scopes: ["bot", "applications.commands"],
          permissions: [
            "VIEW_CHANNEL",
            "SEND_MESSAGES",
            "SEND_MESSAGES_IN_THREADS",
            "READ_MESSAGE_HISTORY",
            "ADD_REACTIONS",
            "EMBED_LINKS",
            "ATTACH_FILES",
            "MANAGE_MESSAGES"
          ]
        }
      ]
    }
  ],
  direct_channels: [
    {
      id: "400000000000000001",
      type: 1,
      recipients: ["300000000000000001", "100000000000000001"]
    },
    {
      id: "400000000000000002",
      type: 1,
      recipients: ["300000000000000002", "100000000000000001"]
    },
    {
      id: "400000000000000003",
      type: 1,
      recipients: ["300000000000000003", "100000000000000001"]
    },
    {
      id: "400000000000000004",
      type: 1,
      recipients: ["300000000000000001", "300000000000000002"]
    },
    {
      id: "400000000000000005",
      type: 1,
      recipients: ["300000000000000001", "100000000000000002"]
    }
  ],
  tokens: [
    {
      token: "pet-shop-update",
      application_id: "100000000000000001",
      scopes: ["applications.commands.update"],
      expires_in: 604800
    },
    {
      token: "alice-permissions",
      application_id: "100000000000000001",
      user_id: "300000000000000001",
      scopes: ["applications.commands.permissions.update"]
    }
  ]
} as const
