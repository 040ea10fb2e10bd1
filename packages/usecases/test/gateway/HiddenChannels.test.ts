/** What happens in a channel is told to the bots that may view it alone. What every bot of the guild hears is listed. */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import * as Channels from "../../src/guild/Channels.ts"
import * as ThreadMembers from "../../src/guild/ThreadMembers.ts"
import * as Threads from "../../src/guild/Threads.ts"
import * as ChannelMessages from "../../src/message/ChannelMessages.ts"
import * as ChannelPins from "../../src/message/ChannelPins.ts"
import * as Polls from "../../src/message/Polls.ts"
import * as MessageReactions from "../../src/user/MessageReactions.ts"
import * as UserMessages from "../../src/user/UserMessages.ts"
import * as WorldEdits from "../../src/world/WorldEdits.ts"
import * as Play from "../fixture/Harbour.ts"
import { describeOnEachStore, type Services } from "../fixture/Stores.ts"
import * as Sample from "../fixture/WorldEditSamples.ts"
import { told } from "./Telling.ts"

const { ALICE, BOB, HARBOUR, HIDDEN, PET_SHOP, WEATHER } = Play

/** Bob owns the guild, and Pet Shop's bot manages it. Weather's bot sees none of these channels. */
const STAGE = "200000000000000041"
const VOICE = "200000000000000042"
const hidden = { permission_overwrites: [{ id: HARBOUR, type: 0, deny: ["VIEW_CHANNEL"] }] }

const settle = Effect.gen(function* () {
  yield* Play.settle()
  yield* WorldEdits.patch(Sample.install(), { permissions: ["ADMINISTRATOR"] })
  yield* WorldEdits.put(Sample.install(WEATHER), { scopes: ["bot"], permissions: ["MANAGE_WEBHOOKS"] })
  yield* WorldEdits.put(Sample.channel(STAGE), { name: "talk", type: 13, ...hidden })
  yield* WorldEdits.put(Sample.channel(VOICE), { name: "cabin", type: 2, ...hidden })
  const application = yield* Play.applicationOf(PET_SHOP)
  return { application, channel_id: HIDDEN }
})

type Here = Effect.Success<typeof settle>

const post = (here: Here, body: object = { content: "hush" }) =>
  Effect.map(ChannelMessages.post(here, body), ({ id }) => ({ ...here, message_id: id }))

const thread = (here: Here) =>
  Effect.map(Threads.open(here, { name: "secret", type: 11 }), ({ id }) => ({ ...here, channel_id: id }))

const POLL = { poll: { question: { text: "?" }, answers: [{ poll_media: { text: "yes" } }] } }
const STAGED = { name: "Talk", entity_type: 1, channel_id: STAGE, scheduled_start_time: "2090-01-01T00:00:00Z" }

/** What a bot without the channel hears; to every bot goes what GUILD_CREATE shows to every bot too. */
const ROWS: ReadonlyArray<
  readonly [what: string, act: (here: Here) => Effect.Effect<unknown, unknown, Services>, heard: ReadonlyArray<string>]
> = [
  [
    "a message that comes, changes and goes",
    Effect.fnUntraced(function* (here) {
      const at = yield* post(here)
      yield* ChannelMessages.edit(at, { content: "h" })
      yield* ChannelMessages.remove(at)
    }),
    []
  ],
  [
    "messages that go at once",
    Effect.fnUntraced(function* (here) {
      const [{ message_id: one }, { message_id: two }] = [yield* post(here), yield* post(here)]
      yield* ChannelMessages.removeMany(here, { messages: [one, two] })
    }),
    []
  ],
  [
    "a message of a person, their typing and their reaction",
    Effect.fnUntraced(function* (here) {
      const place = { user_id: BOB, channel_id: HIDDEN }
      yield* Channels.typeOfUser(place)
      const { id } = yield* UserMessages.say(place, { content: "hush", reply_to: undefined, files: [] })
      const at = { ...here, message_id: id, emoji: "🐈" }
      yield* MessageReactions.addOfUser({ ...at, ...place })
      yield* MessageReactions.add(at)
      yield* MessageReactions.remove(at, BOB)
      yield* MessageReactions.clear(at)
      yield* MessageReactions.clear({ ...here, message_id: id })
    }),
    []
  ],
  [
    "a pin and its end",
    Effect.fnUntraced(function* (here) {
      const at = yield* post(here)
      yield* ChannelPins.pin(at)
      yield* ChannelPins.unpin(at)
    }),
    []
  ],
  [
    "votes of a poll",
    Effect.fnUntraced(function* (here) {
      const { message_id } = yield* post(here, POLL)
      const at = { user_id: BOB, channel_id: HIDDEN, message_id }
      yield* Polls.vote(at, [1])
      yield* Polls.vote(at, [])
    }),
    []
  ],
  [
    "a thread, what is said there, and who is in it",
    Effect.fnUntraced(function* (here) {
      const inside = yield* thread(here)
      yield* post(inside)
      yield* ThreadMembers.add(inside, BOB)
      yield* ThreadMembers.remove(inside, BOB)
      yield* Channels.edit(inside, { name: "more secret" })
      yield* Channels.remove(inside)
    }),
    []
  ],
  [
    "an invite",
    Effect.fnUntraced(function* () {
      yield* WorldEdits.put(Sample.invite(), { channel_id: HIDDEN })
      yield* WorldEdits.remove(Sample.invite())
    }),
    []
  ],
  [
    "a scheduled event and its stage, and who wants to come",
    Effect.fnUntraced(function* () {
      yield* WorldEdits.put(Sample.scheduledEvent(), STAGED)
      yield* WorldEdits.patch(Sample.scheduledEvent(), { name: "Talks", user_ids: [BOB] })
      yield* WorldEdits.put(Sample.stageInstance(), { channel_id: STAGE, topic: "Hush" })
      yield* WorldEdits.patch(Sample.stageInstance(), { topic: "Hush!" })
      yield* WorldEdits.remove(Sample.stageInstance())
      yield* WorldEdits.remove(Sample.scheduledEvent())
    }),
    []
  ],
  [
    "a channel that goes with its scheduled event and its stage",
    Effect.fnUntraced(function* () {
      yield* WorldEdits.put(Sample.scheduledEvent(), STAGED)
      yield* WorldEdits.put(Sample.stageInstance(), { channel_id: STAGE, topic: "Hush" })
      yield* WorldEdits.remove(Sample.channel(STAGE))
    }),
    ["CHANNEL_DELETE"]
  ],
  [
    "a channel that comes, changes and goes, as on the platform",
    Effect.fnUntraced(function* () {
      const target = Sample.channel("200000000000000043")
      yield* WorldEdits.put(target, { name: "den", ...hidden })
      yield* WorldEdits.patch(target, { topic: "Hush" })
      yield* WorldEdits.remove(target)
    }),
    ["CHANNEL_CREATE", "CHANNEL_UPDATE", "CHANNEL_DELETE"]
  ],
  [
    "a webhook, by its channel alone",
    Effect.fnUntraced(function* () {
      yield* WorldEdits.put(Sample.webhook(), { channel_id: HIDDEN, name: "Tides" })
    }),
    ["WEBHOOKS_UPDATE"]
  ],
  [
    "who is connected to voice",
    Effect.fnUntraced(function* () {
      yield* WorldEdits.put(Sample.voice(ALICE), { channel_id: VOICE })
    }),
    ["VOICE_STATE_UPDATE", "VOICE_CHANNEL_START_TIME_UPDATE"]
  ]
]

describeOnEachStore("a bot that may not view the channel hears nothing", (test) => {
  for (const [what, act, heard] of ROWS)
    test(
      `but what every bot hears: ${what}`,
      Effect.gen(function* () {
        const here = yield* settle
        const dispatches = yield* Effect.orDie(told(act(here)))
        const ofBlind = dispatches.filter(({ application_id }) => application_id === WEATHER).map(({ t }) => t)
        assert.deepStrictEqual(ofBlind, heard)
        // The other bot hears of it: nothing is missing because nothing happened.
        assert.isNotEmpty(dispatches.filter(({ application_id }) => application_id === PET_SHOP))
      })
    )
})
