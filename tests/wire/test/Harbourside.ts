/** Harbour with channels of every kind, and a bot whose permissions a test chooses. */
import { Effect } from "effect"
import { APP, GENERAL, GUILD, harbour, STAFF_ROOM } from "./Harbour.ts"
import { type Reply, saying, stage } from "./Stage.ts"

export const MESSAGES = `/channels/${GENERAL}/messages`
export const VOICE = "200000000000000031"
export const CATEGORY = "200000000000000032"
export const THREAD = "200000000000000033"
export const SLEEPING = "200000000000000034"
export const LOCKED = "200000000000000035"
export const SHUT = "200000000000000036"

const CHANNELS = [
  { id: GENERAL, name: "general" },
  { id: STAFF_ROOM, name: "staff", permission_overwrites: [{ id: GUILD, type: 0, deny: ["VIEW_CHANNEL"] }] },
  { id: VOICE, name: "deck", type: 2 },
  { id: CATEGORY, name: "docks", type: 4 },
  { id: THREAD, name: "questions", type: 11, parent_id: GENERAL },
  { id: SLEEPING, name: "old", type: 11, parent_id: GENERAL, archived: true },
  { id: LOCKED, name: "done", type: 11, parent_id: GENERAL, archived: true, locked: true },
  { id: SHUT, name: "shut", type: 11, parent_id: GENERAL, locked: true }
]

type Said = Readonly<Record<string, unknown>> & { readonly id: string }

export const TALK = [
  "VIEW_CHANNEL",
  "SEND_MESSAGES",
  "READ_MESSAGE_HISTORY",
  "EMBED_LINKS",
  "ATTACH_FILES",
  "ADD_REACTIONS"
]

/** The bot has `permissions`; @everyone can only view channels and send messages; `flags` are the application's. */
export const harbourside = Effect.fnUntraced(function* ({
  permissions = TALK,
  everyone = ["VIEW_CHANNEL", "SEND_MESSAGES", "SEND_MESSAGES_IN_THREADS", "READ_MESSAGE_HISTORY"],
  flags = ["GATEWAY_MESSAGE_CONTENT"]
}: {
  readonly permissions?: ReadonlyArray<string>
  readonly everyone?: ReadonlyArray<string>
  readonly flags?: ReadonlyArray<string>
} = {}) {
  const world = harbour(null)
  const [guild] = world.guilds
  const [shop, ...others] = world.applications
  const staged = yield* stage(saying("hi"), {
    clock: "frozen",
    world: {
      ...world,
      applications: [{ ...shop, flags }, ...others],
      guilds: [
        {
          ...guild,
          roles: [...(guild?.roles ?? []), { id: GUILD, name: "@everyone", permissions: everyone }],
          channels: CHANNELS,
          installs: [{ application_id: APP, scopes: ["bot", "applications.commands"], permissions }]
        }
      ]
    }
  })
  const read = ({ status, text }: Reply) => ({
    status,
    // A message, a list or an error; each test reads the fields it needs.
    body: (text === "" ? {} : JSON.parse(text)) as Said
  })
  const send = (path: string, method: string, json?: unknown) =>
    Effect.map(staged.rest(path, json === undefined ? { method } : { method, json }), read)
  return {
    ...staged,
    send,
    post: (json: unknown, channel = GENERAL) => send(`/channels/${channel}/messages`, "POST", json),
    say: (user: string, json: unknown, channel = GENERAL) =>
      Effect.map(staged.control(`/users/${user}/channels/${channel}/messages`, { json }), read)
  }
})

export const codeOf = ({ status, body }: { readonly status: number; readonly body: Said }) => [status, body["code"]]

export const row = (...components: ReadonlyArray<object>) => ({ type: 1, components })
export const button = { type: 2, style: 1, custom_id: "go", label: "Go" }
