/** Valid steps: every act in the ways it can be written, and every field beside one. */
import type { Step } from "../src/step/Step.ts"

/** Steps with the sentences that describe them: at least one for each act. `alice` plays them in `general`. */
export const SENTENCES: ReadonlyArray<readonly [step: Step, sentence: string]> = [
  [{ type: "/adopt animal:d" }, "alice in #general types /adopt animal:d"],
  [{ use: "/adopt animal:Dog" }, "alice in #general uses /adopt animal:Dog"],
  [
    { use: { command: "adopt", options: { animal: "Dog", age: 3 }, version: "7" } },
    "alice in #general uses /adopt animal:Dog age:3 of version 7"
  ],
  [{ menu: "High five", on: "bob" }, "alice in #general uses the menu command High five on bob"],
  [{ picker: "" }, "alice in #general opens the picker"],
  [{ picker: "ad" }, "alice in #general searches the picker for ad"],
  [{ explain: "adopt" }, "alice in #general asks why adopt can be used or not"],
  [{ press: "confirm" }, "alice in #general presses confirm"],
  [
    { press: "confirm", on: { content: "/Rex/" } },
    'alice in #general presses confirm on a message like { content: "/Rex/" }'
  ],
  [{ select: "pet", values: ["Dog", "Cat"] }, "alice in #general selects Dog, Cat in pet"],
  [{ submit: { name: "Rex" } }, 'alice in #general submits { name: "Rex" }'],
  [{ say: "Hello\n\u001b[31m" }, 'alice in #general says "Hello\\n\\u001b[31m"'],
  [
    { say: { content: "Yes", reply_to: "last", attachments: [{ path: "cat.png" }] } },
    'alice in #general says "Yes" in reply to the last message with cat.png'
  ],
  [{ say: { stickers: ["Anchor", "tide"] } }, 'alice in #general says "" with the sticker Anchor, tide'],
  [{ revise: "No", on: "last" }, 'alice in #general changes the last message to "No"'],
  [{ erase: "last" }, "alice in #general deletes the last message"],
  [{ react: "🐕", on: "last" }, "alice in #general reacts with 🐕 to the last message"],
  [{ unreact: "🐕" }, "alice in #general takes back 🐕"],
  [{ read: 5 }, "alice in #general reads the last 5 messages"],
  [{ read: true }, "alice in #general reads the channel"],
  [{ set_locale: "de" }, "alice sets the language to de"],
  [{ install: "Pet Shop" }, "alice installs Pet Shop"],
  [{ install: { application: "Pet Shop", guild: "Harbour" } }, "alice installs Pet Shop in Harbour"],
  [{ uninstall: "Pet Shop" }, "alice removes Pet Shop"],
  [{ authorize: { scopes: ["identify"] } }, "alice grants identify to the app"],
  [{ authorize: { scopes: ["identify"], authorize: false } }, "alice declines to grant identify to the app"],
  [
    {
      permit: {
        command: "adopt",
        overwrites: [
          { role: "Moderator", allow: true },
          { channel: "all", allow: false }
        ]
      }
    },
    "alice permits /adopt: allow Moderator, deny all"
  ],
  [{ forward: "#staff", on: "last" }, "alice in #general forwards the last message to #staff"],
  [{ pin: "last" }, "alice in #general pins the last message"],
  [{ unpin: { content: "hello" } }, 'alice in #general unpins a message like { content: "hello" }'],
  [{ start_typing: true }, "alice in #general is typing"],
  [{ set_nickname: "Al" }, 'alice sets the nickname "Al"'],
  [{ set_nickname: { guild: "Harbour", nick: "Al" } }, 'alice sets the nickname "Al"'],
  [{ set_presence: "idle" }, "alice is idle"],
  [{ set_presence: { status: "dnd", activities: [{ name: "Chess" }] } }, "alice is dnd"],
  [{ create_invite: { max_uses: 1 } }, "alice in #general makes an invite"],
  [{ revoke_invite: "Harbour1" }, "alice revokes the invite Harbour1"],
  [{ accept_invite: "Harbour1" }, "alice accepts the invite Harbour1"],
  [{ leave_guild: "Harbour" }, "alice leaves the guild Harbour"],
  [{ boost_guild: "Harbour" }, "alice boosts the guild Harbour"],
  [{ stop_boosting: "Harbour" }, "alice stops boosting the guild Harbour"],
  [{ accept_rules: "Harbour" }, "alice accepts the rules of the guild Harbour"],
  [{ ask_to_join: "Harbour" }, "alice asks to join the guild Harbour"],
  [{ withdraw_join_request: "Harbour" }, "alice withdraws their request to join the guild Harbour"],
  [{ review_join_request: { user: "dave", approve: true } }, "alice lets dave in"],
  [
    { review_join_request: { user: "dave", approve: false, guild: "Harbour", reason: "no boat" } },
    "alice rejects dave"
  ],
  [{ open_direct: "bob" }, "alice opens direct messages with bob"],
  [{ open_group: ["bob", "carol"] }, "alice opens a group with bob, carol"],
  [{ open_group: { recipients: ["bob"], name: "crew" } }, "alice opens a group with bob"],
  [{ add_to_thread: "bob" }, "alice in #general adds to the thread bob"],
  [{ remove_from_thread: "bob" }, "alice in #general removes from the thread bob"],
  [
    { start_thread: { name: "map", attachments: [{ path: "cat.png" }] } },
    'alice in #general starts the thread "map" with cat.png'
  ],
  [{ join_voice: "lounge" }, "alice joins the voice channel lounge"],
  [{ join_voice: { channel: "lounge", self_mute: true } }, "alice joins the voice channel lounge"],
  [{ leave_voice: true }, "alice leaves their voice channel"],
  [{ play_sound: "quack" }, "alice in #general plays the sound quack"],
  [{ send_effect: "\u{1F44F}" }, "alice in #general sends the effect \u{1F44F}"],
  [{ mark_interest: "Regatta" }, "alice is interested in the event Regatta"],
  [{ withdraw_interest: "Regatta" }, "alice is no longer interested in the event Regatta"],
  [{ start_thread: "plans" }, 'alice in #general starts the thread "plans"'],
  [{ start_thread: { name: "gap", message: "Where?" } }, 'alice in #general starts the thread "gap"'],
  [{ start_thread: "plans", on: "last" }, 'alice in #general starts the thread "plans" on the last message'],
  [{ join_thread: "plans" }, "alice joins the thread plans"],
  [{ leave_thread: "plans" }, "alice leaves the thread plans"],
  [{ vote: ["Cats", 2], on: "last" }, "alice in #general votes for Cats, 2 on the last message"],
  [{ unvote: true }, "alice in #general takes back their vote"],
  [{ buy: "Gold" }, "alice buys Gold"],
  [{ unsubscribe: { sku: "Gold", guild: "Harbour" } }, "alice ends the subscription of Gold"],
  [{ join: "pets" }, "alice joins the lobby pets"],
  [{ leave: "last" }, "alice leaves the last lobby"],
  [{ connect: "5" }, "alice connects to the lobby 5"],
  [{ disconnect: "last" }, "alice disconnects from the last lobby"],
  [{ world: { patch: "/users/alice", body: { locale: "de" } } }, 'the world: PATCH /users/alice { locale: "de" }'],
  [{ advance: "15m" }, "15m go by"],
  [{ clock: { mode: "frozen" } }, 'the clock is set: { mode: "frozen" }'],
  [{ fault: { status: 500 } }, "a fault is planned: { status: 500 }"],
  [{ clear_faults: true }, "planned faults are removed"],
  [{ app: { get: "/users/@me", application: "Pet Shop" } }, "Pet Shop calls GET /users/@me"],
  [{ wait: "100ms" }, "waits 100ms"],
  [{ wait: { event: "message.created", data: { id: "1" } } }, 'waits for the event message.created with { id: "1" }'],
  [{ server: "kill" }, "the server is killed and started again"],
  [{ run: "adopt", with: { animal: "Dog" } }, 'runs adopt with { animal: "Dog" }'],
  [{ expect: { state: "responded" } }, "expects state"]
]

const file = { path: "cat.png", filename: "c.png", content_type: "image/png" }

export const SAMPLES: ReadonlyArray<object> = [
  {
    name: "types",
    as: "alice",
    in: "general",
    locale: "de",
    type: "/adopt animal:d",
    expect: { choices: [{ name: "Dog" }] }
  },
  { use: "/adopt animal:Dog", until: "responded", capture: { adoption: "message.embeds[0].title" } },
  {
    use: { command: "adopt", options: { animal: "Dog" }, version: "1", attachments: [{ option: "photo", text: "x" }] }
  },
  { use: { text: "/adopt", attachments: [{ option: "photo", ...file }] } },
  { menu: "Praise", on: { content: "/x/" } },
  { picker: "ad" },
  { explain: "adopt", expect: { visible: true, usable: false, decisions: [] } },
  { press: "confirm", on: "last", expect: { message: null, state: { $not: "failed" } } },
  { select: "size", values: ["L"], on: "1" },
  { select: "size", values: "L" },
  { submit: { title: "x", list: ["a"] }, attachments: [{ field: "photo", base64: "eA==" }] },
  { say: "hello" },
  { say: { content: "hello", reply_to: "last", attachments: [{ text: "x" }] } },
  { say: { stickers: ["Anchor"] } },
  { revise: "better", on: "last" },
  { erase: "last" },
  { react: "x", on: "last" },
  { unreact: "x" },
  { read: true, expect: { messages: [{ content: "a" }] } },
  { read: 5 },
  { set_locale: "de" },
  { install: "Pet Shop" },
  { install: { application: "Pet Shop", guild: "Harbour", scopes: ["bot"], permissions: ["KICK_MEMBERS"] } },
  { uninstall: "Pet Shop" },
  { authorize: { scopes: ["identify"], application: "Pet Shop", guild: "Harbour", authorize: false } },
  { permit: { command: "adopt", guild: "Harbour", overwrites: [{ role: "Moderator", allow: false }] } },
  { forward: "#staff", on: "last" },
  { pin: "last" },
  { unpin: { content: "hello" } },
  { start_typing: true },
  { set_nickname: "Al" },
  { set_nickname: { guild: "Harbour", nick: "" } },
  { set_presence: "idle" },
  {
    set_presence: {
      status: "online",
      activities: [{ name: "Chess", type: 0, state: "winning", details: "endgame", party: { size: [1, 2] } }],
      client_status: { mobile: "online" }
    }
  },
  { create_invite: {}, expect: { body: { uses: 0 } } },
  {
    create_invite: {
      ...{ max_age: 3600, max_uses: 1, temporary: false, unique: true, target_type: 2 },
      ...{ target_application: "Pet Shop", target_users: ["bob"], roles: ["Moderator"] }
    }
  },
  { create_invite: { target_type: 1, target_user: "bob" } },
  { revoke_invite: "Harbour1" },
  { accept_invite: "Harbour1", expect: { body: { new_member: true } } },
  { leave_guild: "Harbour" },
  { boost_guild: "Harbour", expect: { body: { pending: false } } },
  { stop_boosting: "Harbour" },
  { accept_rules: "Harbour" },
  { join_voice: "lounge", expect: { body: { self_mute: false } } },
  { join_voice: { channel: "stage", self_deaf: true, request_to_speak: true } },
  { leave_voice: true },
  { in: "#lounge", play_sound: "quack" },
  { in: "#lounge", send_effect: "\u{1F44F}" },
  { mark_interest: "Regatta" },
  { withdraw_interest: "Regatta" },
  { start_thread: "plans" },
  { start_thread: { name: "plans", type: 12, invitable: false }, expect: { body: { type: 12 } } },
  { start_thread: { name: "gap", message: { content: "Where?" }, applied_tags: ["bug"] } },
  { start_thread: { name: "plans", auto_archive_duration: 60 }, on: "last" },
  { join_thread: "plans" },
  { leave_thread: "plans" },
  { vote: "Cats", on: "last" },
  { vote: [1, "Dogs"] },
  { unvote: true, on: "last" },
  { buy: "Gold", expect: { body: { type: 8 } } },
  { unsubscribe: { sku: "gold", application: "Pet Shop", guild: "Harbour" } },
  { join: "secret" },
  {
    join: { secret: "s", lobby_metadata: { a: "b" }, member_metadata: {}, idle_timeout_seconds: 5 },
    expect: { lobby: {} }
  },
  { leave: "last" },
  { connect: "last" },
  { disconnect: "last" },
  { world: { patch: "/users/alice", body: { locale: "de" } } },
  { advance: "15m" },
  { clock: { now: "2026-01-01T00:00:00Z", mode: "frozen" } },
  { fault: { match: { application: "Pet Shop" }, status: 500 } },
  { clear_faults: true },
  {
    app: {
      post: "/x",
      application: "Pet Shop",
      body: [1],
      query: { a: 1 },
      headers: { b: "c" },
      auth: "none",
      files: [file]
    },
    expect: {
      status: { $below: 400 },
      headers: { via: "/x/" },
      rate_limit: { remaining: 3 },
      body: { id: { $type: "string" } }
    }
  },
  { wait: "3s" },
  { wait: { gateway: "READY", data: { v: 10 }, within: "5s" } },
  { wait: { message: { content: { $contains: ["a"] } } } },
  { wait: { state: "responded" } },
  { server: "kill" },
  { run: "greet", with: { who: "bob" } },
  {
    expect: {
      refused: false,
      because: "/x/",
      ephemeral: true,
      seen_by: ["alice"],
      unseen_by: ["bob"],
      within: "3s",
      service_time: { $atMost: "3s" },
      gateway: [{ t: "READY" }],
      events: [{ type: "message.created" }],
      trace: [{ what: "x" }],
      outcome: { $schema: { type: "object" } }
    }
  },
  { expect: { state: "/^respon/", refused: { $exists: false } } },
  { capture: { it: "body" } },
  ...SENTENCES.map(([step]) => step)
]
