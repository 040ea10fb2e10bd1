/** A bot that is in a group brings users into it, and sends them away. */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import * as DirectChannels from "../../src/guild/DirectChannels.ts"
import * as GroupRecipients from "../../src/guild/GroupRecipients.ts"
import * as WorldEdits from "../../src/world/WorldEdits.ts"
import * as Play from "../fixture/Harbour.ts"
import { outcome as tag } from "../fixture/Outcome.ts"
import { describeOnEachStore, WALL_MS } from "../fixture/Stores.ts"

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
      const group = yield* add("good")
      assert.sameMembers(group?.recipients.map(({ id }) => id) ?? [], [ALICE, BOB, CAROL])
      assert.isUndefined(yield* add("good"), "who is in it already")
      yield* GroupRecipients.remove(address, CAROL)
      yield* GroupRecipients.remove(address, CAROL)
      assert.deepStrictEqual(yield* recipients, [ALICE, BOB, address.application.bot.id])
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
