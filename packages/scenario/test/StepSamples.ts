/** Sound steps: every act, in the ways in which it can be written, and everything that can stand beside one. */
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
  { capture: { it: "body" } }
]
