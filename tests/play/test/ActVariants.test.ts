/** Acts of users with all their options. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { ALICE_HERE, BOB, button, GUILD, type Payload, playing, row, SHOP, saying } from "./PetShop.ts"

const hello = () => saying("hello")

const MENU = { type: 3, custom_id: "go", options: [{ label: "A", value: "a" }] }
const TEXTS = {
  type: 9,
  data: {
    custom_id: "form",
    title: "Form",
    components: [row({ type: 4, style: 1, custom_id: "age", label: "Age" })]
  }
}

describe("components", () => {
  it.live("are found by their kind where a button and a select menu are called the same", () =>
    Effect.gen(function* () {
      const script = ({ type, data }: Payload) =>
        type === 2
          ? saying(data.options?.[0]?.value === "menu" ? "menu" : "button", {
              components: [row(data.options?.[0]?.value === "menu" ? MENU : button("go", "Go"))]
            })
          : saying("done")
      const { play, received } = yield* playing(script)
      yield* play(
        { ...ALICE_HERE, use: "/adopt animal:button" },
        { use: "/adopt animal:menu" },
        { press: "go" },
        { as: "bob", use: "/adopt animal:button" },
        { select: "go", values: "A" }
      )
      const on = received.filter(({ type }) => type === 3).map((payload) => Object(payload).message.content)
      assert.deepStrictEqual(on, ["button", "menu"])
    })
  )

  it.live("that take anybody and any role take both by name, and say who is near", () =>
    Effect.gen(function* () {
      const anyone = { type: 7, custom_id: "anyone", max_values: 3 }
      const script = ({ type }: Payload) => (type === 2 ? saying("who?", { components: [row(anyone)] }) : saying("ok"))
      const { play, failing, received } = yield* playing(script)
      yield* play({ ...ALICE_HERE, use: "/ban" }, { select: "anyone", values: ["bob", "Moderator", "@everyone"] })
      assert.deepStrictEqual(received.at(-1)?.data.values, [BOB, "200000000000000011", GUILD])
      assert.match((yield* failing({ select: "anyone", values: ["Moderater"] })).message, /did you mean "Moderator"/)
    })
  )

  it.live("are called by custom_id before any other text, by an emoji alone, and beside a section too", () =>
    Effect.gen(function* () {
      const paw = { type: 2, style: 1, custom_id: "paw", emoji: { name: "🐾" } }
      const section = { type: 9, components: [{ type: 10, content: "A dog" }], accessory: button("take", "Take it") }
      const shown = [row(button("a", "b"), button("b", "a"), paw), section]
      // Only components, as sections require.
      const script = ({ type }: Payload) =>
        type === 2 ? { type: 4, data: { flags: 1 << 15, components: shown } } : { type: 6 }
      const { play, received } = yield* playing(script)
      yield* play({ ...ALICE_HERE, use: "/ban" }, { press: "b" }, { press: "a" }, { press: "🐾" }, { press: "Take it" })
      assert.deepStrictEqual(
        received.slice(1).map(({ data }) => data.custom_id),
        ["b", "a", "paw", "take"]
      )
    })
  )

  it.live("of a modal of long ago are submitted where the step says which, numbers as texts", () =>
    Effect.gen(function* () {
      const { play, perform, received } = yield* playing(({ type }) => (type === 2 ? TEXTS : saying("thanks")))
      const first = yield* play({ ...ALICE_HERE, use: "/ban" })
      yield* play({ use: "/adopt animal:x" })
      yield* perform({ submit: { Age: 7 }, on: first.interaction_id ?? "", expect: { message: { content: "thanks" } } })
      const { data } = received.at(-1) ?? {}
      assert.include(JSON.stringify(data?.components), '"value":"7"')
      // The newer modal is still open.
      yield* perform({ submit: { Age: "8" } })
      assert.include(JSON.stringify(received.at(-1)?.data.components), '"value":"8"')
    })
  )
})

describe("an installation", () => {
  it.live("in a guild asks for bot and commands, on a user for commands, unless it says which", () =>
    Effect.gen(function* () {
      const { play } = yield* playing(hello)
      const installed = (path: string, ...scopes: ReadonlyArray<string>) => ({
        world: { get: path },
        expect: { body: { scopes: { $all: [{ $length: scopes.length }, { $contains: scopes }] } } }
      })
      yield* play(
        { as: "alice", install: { application: "Rival", guild: "Harbour" } },
        installed("/guilds/Harbour/installs/Rival", "bot", "applications.commands"),
        { uninstall: { application: "Rival", guild: "Harbour" } },
        { install: { application: "Rival", guild: "Harbour", scopes: ["applications.commands"] } },
        installed("/guilds/Harbour/installs/Rival", "applications.commands"),
        { install: "Rival" },
        {
          world: { get: "/users/alice" },
          expect: { body: { installs: [{ scopes: ["applications.commands"] }] } }
        }
      )
    })
  )
})

describe("permissions of commands", () => {
  it.live("may be those of the whole application, of a role and of all channels", () =>
    Effect.gen(function* () {
      const { play, failing } = yield* playing(hello)
      yield* play(
        {
          ...ALICE_HERE,
          permit: {
            overwrites: [
              { channel: "all", allow: false },
              { channel: "general", allow: true },
              { role: "Moderator", allow: true }
            ]
          },
          expect: {
            body: {
              id: SHOP,
              permissions: {
                $contains: [
                  { id: "200000000000000000", type: 3, permission: false },
                  { id: "200000000000000021", type: 3, permission: true },
                  { id: "200000000000000011", type: 1, permission: true }
                ]
              }
            }
          }
        },
        { world: { put: "/guilds/Harbour/channels/200000000000000023", body: { name: "annex" } } },
        { as: "bob", in: "annex", use: "/adopt animal:x", expect: { refused: { $type: "string" } } },
        { in: "general", use: "/adopt animal:x" }
      )
      const dms = yield* failing({ as: "alice", in: "@bob", permit: { command: "ban", overwrites: [] } })
      assert.strictEqual(dms.message, "this channel is in no guild: name one")
    })
  )
})

describe("a token of a user", () => {
  it.live("that has ended is granted anew by itself", () =>
    Effect.gen(function* () {
      const { play } = yield* playing(hello)
      const permit = (allow: boolean) => ({ permit: { command: "ban", overwrites: [{ user: "bob", allow }] } })
      yield* play(
        { ...ALICE_HERE, ...permit(true) },
        { advance: "8d" },
        { ...permit(false), expect: { status: 200, body: { permissions: [{ permission: false }] } } }
      )
    })
  )
})

describe("messages", () => {
  it.live("are the newest so many that are read", () =>
    Effect.gen(function* () {
      const { play } = yield* playing(hello)
      const texts = ["one", "two", "three"]
      yield* play({ ...ALICE_HERE, read: true }, ...texts.map((say) => ({ say })), {
        read: 2,
        expect: { messages: [{ content: "two" }, { content: "three" }] }
      })
    })
  )
})

describe("whoever sees a message", () => {
  it.live("is nobody who may not see its channel", () =>
    Effect.gen(function* () {
      const { play, failing } = yield* playing(hello)
      yield* play(
        { as: "alice", in: "staff", say: "between us", expect: { seen_by: ["alice"], unseen_by: ["bob", "zoe"] } },
        { as: "bob", wait: { no_message: { content: "between us" } } }
      )
      const failure = yield* failing({ as: "alice", say: "again", expect: { seen_by: ["bob"] } })
      assert.match(failure.message, /^seen_by\[0\]: .*does not see the message/)
    })
  )

  it.live("is asked in the channel of the message, wherever the step is", () =>
    Effect.gen(function* () {
      const { play } = yield* playing(hello)
      yield* play(
        { as: "carol", in: "Island/beach", say: "far away" },
        { in: "Harbour/general", expect: { seen_by: ["zoe"], unseen_by: ["bob"] } }
      )
    })
  )
})

describe("what a step expects of the gateway", () => {
  it.live("is about the application that it calls", () =>
    Effect.gen(function* () {
      const { play } = yield* playing(hello)
      const flags = { world: { patch: "/applications/Rival", body: { flags: ["GATEWAY_MESSAGE_CONTENT"] } } }
      const install = { application: "Rival", guild: "Harbour", permissions: ["VIEW_CHANNEL", "SEND_MESSAGES"] }
      const rivals = {
        app: { application: "Rival", post: "/channels/{channel:Harbour/general}/messages", body: { content: "ours" } }
      }
      yield* play(
        flags,
        { as: "alice", install },
        { ...rivals, expect: { gateway: [{ t: "MESSAGE_CREATE", d: { content: "ours" } }] } },
        { world: { delete: "/guilds/Harbour/installs/Pet Shop" } }
      )
      // The Pet Shop is gone and receives nothing; the rival does.
      yield* play({ ...rivals, expect: { gateway: [{ t: "MESSAGE_CREATE" }] } })
    })
  )

  it.live("is what came since the step began, and so is what it expects of the event log", () =>
    Effect.gen(function* () {
      const { play } = yield* playing(hello, { watch: true })
      const created = { gateway: [{ t: "MESSAGE_CREATE" }], events: [{ type: "message.created" }] }
      const added = { gateway: [{ t: "MESSAGE_REACTION_ADD" }], events: [{ type: "message.reaction_added" }] }
      const { gateway, events } = yield* play(
        { ...ALICE_HERE, say: "one", expect: created },
        { react: "🐶", expect: added }
      )
      const told = [...(gateway ?? []), ...(events ?? [])].map((one) => Object(one).t ?? Object(one).type)
      assert.deepStrictEqual(
        told.filter((type) => /created?$/i.test(type)),
        []
      )
    })
  )
})
