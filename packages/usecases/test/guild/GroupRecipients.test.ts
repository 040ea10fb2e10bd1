/** A bot that is in a group brings users into it, and sends them away. */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import * as NamedPictures from "../../src/expression/NamedPictures.ts"
import * as Channels from "../../src/guild/Channels.ts"
import * as DirectChannels from "../../src/guild/DirectChannels.ts"
import * as GroupRecipients from "../../src/guild/GroupRecipients.ts"
import * as WorldEdits from "../../src/world/WorldEdits.ts"
import * as Play from "../fixture/Harbour.ts"
import { outcome as tag } from "../fixture/Outcome.ts"
import { describeOnEachStore, WALL_MS } from "../fixture/Stores.ts"
import { headOf, told } from "../gateway/Telling.ts"

const { ALICE, BOB, CAROL, GENERAL, NOBODY, PET_SHOP, WEATHER } = Play

const GROUP = "400000000000000009"

/** A token of carol. */
const granted = (token: string, more: object = {}) => ({
  token,
  application_id: PET_SHOP,
  user_id: CAROL,
  scopes: ["gdm.join"],
  ...more
})

/** A group of alice, bob and Pet Shop's bot. */
const settle = Effect.fnUntraced(function* (...recipients: ReadonlyArray<string>) {
  const tokens = [
    granted("good"),
    granted("other-scope", { scopes: ["identify"] }),
    granted("other-user", { user_id: BOB }),
    granted("other-app", { application_id: WEATHER }),
    granted("old", { expires_at: new Date(WALL_MS - 1).toISOString() })
  ]
  yield* Play.settle({ tokens })
  const application = yield* Play.applicationOf(PET_SHOP)
  const all = recipients.length > 0 ? recipients : [ALICE, BOB]
  yield* WorldEdits.put(
    { kind: "direct_channel", channel_id: GROUP },
    { type: 3, recipients: [...all, application.bot.id] }
  )
  return { application, channel_id: GROUP }
})

const recipients = Effect.map(
  WorldEdits.get({ kind: "direct_channel", channel_id: GROUP }),
  ({ recipients }) => recipients
)

describeOnEachStore("a group with a bot", (test) => {
  test(
    "gets a user who has given the application gdm.join, and nobody else",
    Effect.gen(function* () {
      const address = yield* settle()
      const add = (access_token?: string) => GroupRecipients.add(address, CAROL, { access_token })
      const refusals: ReadonlyArray<readonly [token: string | undefined, tag: string]> = [
        [undefined, "InvalidForm"],
        ["nothing", "InvalidToken"],
        ["other-user", "InvalidToken"],
        ["other-app", "InvalidToken"],
        ["old", "InvalidToken"],
        ["other-scope", "MissingScope"]
      ]
      for (const [token, expected] of refusals) assert.strictEqual(yield* tag(add(token)), expected, token)
      const named = yield* GroupRecipients.add(address, CAROL, { access_token: "good", nick: "Caro" })
      assert.deepStrictEqual(named, { ...(yield* Channels.get(address)) })
      assert.deepInclude(Object(named), { nicks: [{ id: CAROL, nick: "Caro" }] })
      yield* GroupRecipients.remove(address, CAROL)
      assert.notProperty(yield* Channels.get(address), "nicks")
      const long = { access_token: "good", nick: "x".repeat(33) }
      assert.strictEqual(yield* tag(GroupRecipients.add(address, CAROL, long)), "InvalidForm")
      const group = yield* add("good")
      assert.sameMembers(group?.recipients.map(({ id }) => id) ?? [], [ALICE, BOB, CAROL])
      assert.isUndefined(yield* add("good"), "who is in it already")
      yield* GroupRecipients.remove(address, CAROL)
      yield* GroupRecipients.remove(address, CAROL)
      assert.deepStrictEqual(yield* recipients, [ALICE, BOB, address.application.bot.id])
    })
  )

  test(
    "tells its bot of itself, of who comes and who goes, and of its name by CHANNEL_CREATE and CHANNEL_UPDATE",
    Effect.gen(function* () {
      const address = yield* settle()
      const { application } = address
      const shown = (all: Effect.Success<ReturnType<typeof told>>) =>
        all.map((one) => [
          headOf(one),
          Object(one.d).name,
          Object(one.d).recipients.map(({ id }: { id: string }) => id)
        ])
      const updated = "Pet Shop CHANNEL_UPDATE"
      const added = GroupRecipients.add(address, CAROL, { access_token: "good" })
      assert.deepStrictEqual(shown(yield* told(Effect.orDie(added))), [[updated, null, [ALICE, BOB, CAROL]]])
      const named = Channels.edit(address, { name: "Crew" })
      assert.deepStrictEqual(shown(yield* told(Effect.orDie(named))), [[updated, "Crew", [ALICE, BOB, CAROL]]])
      const removed = GroupRecipients.remove(address, CAROL)
      assert.deepStrictEqual(shown(yield* told(Effect.orDie(removed))), [[updated, "Crew", [ALICE, BOB]]])
      const opened = DirectChannels.open(application, { access_tokens: ["good"] })
      assert.deepStrictEqual(shown(yield* told(Effect.orDie(opened))), [["Pet Shop CHANNEL_CREATE", null, [CAROL]]])
    })
  )

  test(
    "is made with the users of tokens, named, and edited by the bot",
    Effect.gen(function* () {
      const { application } = yield* settle()
      const open = (body: object) => DirectChannels.open(application, body)
      const icon =
        "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
      const made = yield* open({ access_tokens: ["good", "good"], nicks: { [CAROL]: "Caro" } })
      const shown = {
        ...{ type: 3, name: null, icon: null, owner_id: application.bot.id, managed: true, application_id: PET_SHOP },
        nicks: [{ id: CAROL, nick: "Caro" }]
      }
      assert.deepInclude(Object(made), shown)
      assert.deepStrictEqual(
        made.recipients.map(({ id }) => id),
        [CAROL]
      )
      const place = { application, channel_id: made.id }
      const edited = Object(yield* Channels.edit(place, { name: "Sailors", icon }))
      assert.deepInclude(edited, { ...shown, name: "Sailors", icon: edited.icon })
      assert.match(edited.icon, /^[0-9a-f]{32}$/)
      assert.deepStrictEqual(yield* Channels.get(place), edited)
      assert.strictEqual(yield* NamedPictures.get({ of: "group_icon", id: made.id, hash: edited.icon }), icon)
      assert.deepInclude(yield* Channels.edit(place, { name: null, icon: null }), { name: null, icon: null })
      assert.strictEqual(yield* tag(Channels.edit(place, { name: "x".repeat(101) })), "InvalidForm")
      assert.strictEqual(yield* tag(Channels.edit(place, { icon: "ship.png" })), "InvalidForm")
    })
  )

  test(
    "is refused without a token that counts, with nicks of others, and beyond ten",
    Effect.gen(function* () {
      const { application } = yield* settle()
      const open = (body: object) => tag(DirectChannels.open(application, body))
      const refusals: ReadonlyArray<readonly [body: object, tag: string]> = [
        [{}, "InvalidForm"],
        [{ access_tokens: [] }, "InvalidForm"],
        [{ nicks: { [CAROL]: "Caro" } }, "InvalidForm"],
        [{ recipient_id: CAROL, access_tokens: ["good"] }, "InvalidForm"],
        [{ access_tokens: Array.from({ length: 11 }, (_, i) => `token ${i}`) }, "InvalidForm"],
        [{ access_tokens: ["good"], nicks: { [ALICE]: "Ali" } }, "InvalidForm"],
        [{ access_tokens: ["good"], nicks: { [CAROL]: "x".repeat(33) } }, "InvalidForm"],
        [{ access_tokens: ["good", "nothing"] }, "InvalidToken"],
        [{ access_tokens: ["other-app"] }, "InvalidToken"],
        [{ access_tokens: ["other-scope"] }, "MissingScope"]
      ]
      for (const [body, expected] of refusals) assert.strictEqual(yield* open(body), expected, JSON.stringify(body))
      for (let i = 0; i < 10; i++) assert.strictEqual(yield* open({ access_tokens: ["good"] }), "done")
      assert.strictEqual(yield* open({ access_tokens: ["good"] }), "InvalidForm")
    })
  )

  test(
    "is one that the bot is in, of people who exist",
    Effect.gen(function* () {
      const address = yield* settle()
      const { application } = address
      const pair = yield* DirectChannels.open(application, { recipient_id: ALICE })
      const cases: ReadonlyArray<readonly [channel_id: string, user_id: string, tag: string]> = [
        [GENERAL, CAROL, "WrongChannelType"],
        [pair.id, CAROL, "NotInDirect"],
        [NOBODY, CAROL, "UnknownChannel"],
        [GROUP, NOBODY, "UnknownUser"]
      ]
      for (const [channel_id, user_id, expected] of cases) {
        const place = { application, channel_id }
        assert.strictEqual(yield* tag(GroupRecipients.add(place, user_id, { access_token: "good" })), expected)
        assert.strictEqual(yield* tag(GroupRecipients.remove(place, user_id)), expected)
      }
      const stranger = { application: yield* Play.applicationOf(WEATHER), channel_id: GROUP }
      assert.strictEqual(yield* tag(GroupRecipients.admit(stranger)), "MissingAccess")
    })
  )
})
