/**
 * Lists of commands exactly as libraries send them when they sync, written from wire-rest.md §8 and §0 (7-11): which
 * keys stand, which are null, how permissions are written, and where each library talks to.
 */
import type { RESTPutAPIApplicationCommandsJSONBody } from "@discordjs/core"

/** One command of a list; a list is sent with every key that its elements have. */
interface Element {
  readonly type?: number
  readonly name: string
}

export interface LibrarySync {
  readonly library: string
  /** The version segment of its paths, behind `/api`. */
  readonly version: "/v9" | "/v10"
  readonly headers: Readonly<Record<string, string>>
  readonly global: ReadonlyArray<Element>
  readonly guild: ReadonlyArray<Element>
}

/** `required: false` is filled in, except for subcommand types; keys without a value do not stand in the JSON. */
const DJS = [
  {
    name: "blep",
    name_localizations: { de: "pieps" },
    description: "Send a random adorable animal photo",
    nsfw: false,
    type: 1,
    options: [
      {
        type: 1,
        name: "send",
        description: "Send it here",
        options: [
          {
            type: 3,
            name: "animal",
            description: "The type of animal",
            required: true,
            choices: [
              { name: "Dog", name_localizations: { de: "Hund" }, value: "animal_dog" },
              { name: "Cat", value: "animal_cat" }
            ]
          },
          { type: 5, name: "only_smol", description: "Whether to show only baby animals", required: false },
          { type: 7, name: "where", description: "Where to", required: false, channel_types: [0, 5] },
          { type: 4, name: "times", description: "How often", required: false, min_value: 1, max_value: 10 },
          { type: 3, name: "note", description: "A note", required: false, min_length: 1, max_length: 200 }
        ]
      }
    ],
    default_member_permissions: "8192",
    integration_types: [0, 1],
    contexts: [0, 1, 2]
  },
  { name: "High Five", type: 2, default_member_permissions: null }
] satisfies RESTPutAPIApplicationCommandsJSONBody

const DPY_REACH = { contexts: null, integration_types: null }

/** Permissions are an integer; options always stand and always say `required`; menus have no description. */
const DPY = [
  {
    name: "add",
    description: "Adds two numbers",
    type: 1,
    options: [
      { type: 4, name: "first", description: "…", required: true, max_value: 100 },
      { type: 10, name: "second", description: "…", required: false, autocomplete: true, min_value: -1.5 },
      {
        type: 3,
        name: "unit",
        description: "Of what",
        required: false,
        choices: [
          { name: "Metre", value: "m" },
          { name: "Foot", value: "ft" }
        ]
      }
    ],
    nsfw: false,
    dm_permission: true,
    default_member_permissions: 8192,
    ...DPY_REACH
  },
  {
    name: "tags",
    description: "…",
    type: 1,
    options: [
      {
        name: "by",
        description: "…",
        type: 2,
        options: [{ name: "owner", description: "…", type: 1, options: [] }]
      }
    ],
    nsfw: true,
    dm_permission: false,
    default_member_permissions: null,
    contexts: [0],
    integration_types: [0]
  },
  {
    name: "Show Join Date",
    type: 2,
    dm_permission: true,
    default_member_permissions: null,
    nsfw: false,
    ...DPY_REACH
  }
]

const dgoOption = (type: number, name: string, description: string, more: object = {}) => ({
  type,
  name,
  description,
  channel_types: null,
  required: false,
  options: null,
  autocomplete: false,
  choices: null,
  ...more
})

/** `options` stands everywhere, on menus too, and every option says all of its lists. */
const DGO = [
  {
    name: "options",
    default_member_permissions: "16",
    dm_permission: false,
    description: "Command for demonstrating options",
    options: [
      dgoOption(3, "string-option", "String option", { required: true }),
      dgoOption(4, "integer-option", "Integer option", { required: true, min_value: 1, max_value: 10 }),
      dgoOption(7, "channel-option", "Channel option", { channel_types: [0, 2] }),
      dgoOption(3, "choice-option", "Choice option", { choices: [{ name: "One", value: "1" }] })
    ]
  },
  {
    name: "subcommands",
    description: "Subcommands and command groups example",
    options: [
      dgoOption(2, "group", "Subcommands group", { options: [dgoOption(1, "nested", "Nested subcommand")] }),
      dgoOption(1, "subcommand", "Top-level subcommand")
    ]
  },
  { type: 3, name: "Rickroll MSG", options: null }
]

const SC_TEXTS = { name_localizations: null, description_localizations: null }

/** Every key of its own JSON stands: null localizations, an empty description for menus. */
const SC = [
  {
    type: 1,
    name: "hello",
    description: "Says hello to you.",
    options: [
      {
        type: 3,
        name: "food",
        name_localizations: { de: "essen" },
        description: "What food do you like?",
        description_localizations: null,
        required: true
      }
    ],
    default_member_permissions: null,
    nsfw: false,
    ...SC_TEXTS
  },
  { type: 3, name: "Pin it", description: "", default_member_permissions: "8192", nsfw: false, ...SC_TEXTS }
]

export const LIBRARY_SYNCS: ReadonlyArray<LibrarySync> = [
  {
    library: "discord.js",
    version: "/v10",
    headers: { "user-agent": "DiscordBot (https://discord.js.org, 14.22.1) Node.js/26.0.0" },
    global: DJS,
    guild: DJS
  },
  {
    library: "discord.py",
    version: "/v10",
    headers: { "user-agent": "DiscordBot (https://github.com/Rapptz/discord.py 2.6.0) Python/3.12 aiohttp/3.11.0" },
    global: DPY,
    // Guild syncs carry all three fields of global commands too (§0, 11).
    guild: DPY
  },
  {
    library: "discordgo",
    version: "/v9",
    headers: { "user-agent": "DiscordBot (https://github.com/bwmarrin/discordgo, v0.29.0)" },
    global: DGO,
    guild: DGO
  },
  {
    library: "slash-create",
    version: "/v10",
    headers: { "user-agent": "DiscordBot (https://github.com/Snazzah/slash-create, 6.5.0)" },
    global: SC.map((element) => ({ ...element, contexts: null, integration_types: [0] })),
    guild: SC
  }
]

/** The entry point of an application with an Activity, as slash-create sends it. */
export const SC_ENTRY_POINT = {
  type: 4,
  name: "launch",
  description: "Launch the activity",
  handler: 1,
  default_member_permissions: null,
  nsfw: false,
  contexts: null,
  integration_types: [0, 1],
  ...SC_TEXTS
}
