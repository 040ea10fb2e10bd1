/** A guild whose users differ in role, age, language, time-out and channel permissions. */

export const SHOP = "100000000000000001"
export const GAMES = "100000000000000002"
export const GUILD = "200000000000000001"
export const MODERATOR = "200000000000000011"
export const GENERAL = "200000000000000021"
/** Only moderators may use commands in this channel. */
export const QUIET = "200000000000000022"
/** An age-restricted channel. */
export const NIGHT = "200000000000000023"
/** Only the owner may write in this channel. */
export const NOTICES = "200000000000000025"
export const VOICE = "200000000000000024"
export const OLGA = "300000000000000001"
/** An adult moderator. */
export const ALICE = "300000000000000002"
/** A minor with a German client. */
export const BOB = "300000000000000003"
/** Timed out until `CAROL_RETURNS`. */
export const CAROL = "300000000000000004"
/** Not a member of any guild. */
export const ZOE = "300000000000000009"
export const SHOP_DM = "400000000000000001"

export const NOW = "2026-01-01T00:00:00Z"
export const CAROL_RETURNS = "2026-01-01T01:00:00Z"
export const HOUR_MS = 3_600_000

export const SHOP_TOKEN = "shop-bot-token"

/** Command ids by name; the version of each is the next id. */
export const ID = {
  adopt: "500000000000000001",
  care: "500000000000000003",
  ban: "500000000000000005",
  wine: "500000000000000007",
  Praise: "500000000000000009",
  Report: "500000000000000011",
  docked: "500000000000000013",
  hollow: "500000000000000015",
  play: "500000000000000017",
  Launch: "500000000000000019",
  hello: "500000000000000021"
} as const

const command = (name: keyof typeof ID, more: object = {}) => ({
  id: ID[name],
  version: String(BigInt(ID[name]) + 1n),
  application_id: SHOP,
  name,
  ...("type" in more ? {} : { description: `The ${name} command` }),
  ...more
})

const option = (type: number, name: string, more: object = {}) => ({ type, name, description: `The ${name}`, ...more })

const ANIMALS = [
  { name: "Dog", name_localizations: { de: "Hund" }, value: "animal_dog" },
  { name: "Cat", name_localizations: { de: "Katze" }, value: "animal_cat" }
]

export const COMMANDS = [
  command("adopt", {
    name_localizations: { de: "aufnehmen" },
    description_localizations: { "en-GB": "Adopts an animal, if you please" },
    options: [
      option(3, "animal", { required: true, choices: ANIMALS, name_localizations: { de: "tier" } }),
      option(3, "name", { min_length: 2, max_length: 20, name_localizations: { de: "rufname" } }),
      option(4, "age", { min_value: 0, max_value: 30 }),
      option(10, "weight", { max_value: 99.5 }),
      option(5, "loud"),
      option(6, "keeper"),
      option(7, "home", { channel_types: [0] }),
      option(8, "group"),
      option(9, "whom"),
      option(11, "picture")
    ]
  }),
  command("care", {
    name_localizations: { de: "pflege" },
    options: [
      option(2, "feed", {
        name_localizations: { de: "füttern" },
        options: [
          option(1, "give", {
            description_localizations: { de: "Gibt Futter" },
            options: [option(3, "food", { autocomplete: true, required: true }), option(4, "amount")]
          }),
          option(1, "plan", { name_localizations: { de: "planen" } })
        ]
      }),
      option(1, "list"),
      option(2, "empty", { options: [] })
    ]
  }),
  command("ban", { default_member_permissions: "4", options: [option(6, "member", { required: true })] }),
  command("wine", { nsfw: true }),
  command("Praise", { type: 2 }),
  command("Report", { type: 3, default_member_permissions: "4" }),
  command("docked", { guild_id: GUILD }),
  command("hollow", { options: [option(2, "nothing", { options: [] })] }),
  command("play", { application_id: GAMES, contexts: [0] }),
  command("Launch", { application_id: GAMES, type: 4, description: "", handler: 2 }),
  command("hello", { contexts: [1, 2] })
]

const application = (id: string, name: string, more: object = {}) => ({ id, name, owner_id: OLGA, ...more })
const member = (user_id: string, more: object = {}) => ({ user_id, ...more })

/** The world with the shop's interactions at `endpoint`; `changes` replaces whole fields. */
export const market = (endpoint: string | null, changes: object = {}) => ({
  now: NOW,
  applications: [
    application(SHOP, "Pet Shop", { bot: { token: SHOP_TOKEN }, interactions_endpoint_url: endpoint }),
    application(GAMES, "Board Games", { flags: ["EMBEDDED"] })
  ],
  users: [
    { id: OLGA, username: "olga", adult: true },
    { id: ALICE, username: "alice", global_name: "Alice Smith", locale: "en-US", adult: true },
    { id: BOB, username: "bob", locale: "de", adult: false },
    { id: CAROL, username: "carol", locale: "en-GB", adult: true },
    { id: ZOE, username: "zoe" }
  ],
  guilds: [
    {
      id: GUILD,
      name: "Market",
      owner_id: OLGA,
      roles: [{ id: MODERATOR, name: "Moderator", permissions: ["BAN_MEMBERS"], position: 1 }],
      channels: [
        { id: GENERAL, name: "general" },
        {
          id: QUIET,
          name: "quiet",
          permission_overwrites: [
            { id: GUILD, type: 0, deny: ["USE_APPLICATION_COMMANDS"] },
            { id: MODERATOR, type: 0, allow: ["USE_APPLICATION_COMMANDS"] }
          ]
        },
        { id: NIGHT, name: "night", nsfw: true },
        { id: NOTICES, name: "notices", permission_overwrites: [{ id: GUILD, type: 0, deny: ["SEND_MESSAGES"] }] },
        { id: VOICE, name: "voice", type: 2 }
      ],
      members: [
        member(OLGA),
        member(ALICE, { roles: [MODERATOR], nick: "Al" }),
        member(BOB),
        member(CAROL, { timed_out_until: CAROL_RETURNS })
      ],
      installs: [
        { application_id: SHOP, scopes: ["bot", "applications.commands"], permissions: "0" },
        { application_id: GAMES, scopes: ["applications.commands"], permissions: "0" }
      ]
    }
  ],
  direct_channels: [{ id: SHOP_DM, type: 1, recipients: [BOB, SHOP] }],
  commands: COMMANDS,
  ...changes
})
