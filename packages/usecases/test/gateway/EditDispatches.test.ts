/** What the bots of Harbour are told of: each edit, and the dispatches that follow. */
import { INTENTS } from "@backlot/domain/gateway/GatewayIntent"
import { Effect } from "effect"
import * as UserPresences from "../../src/gateway/UserPresences.ts"
import * as WorldEdits from "../../src/world/WorldEdits.ts"
import * as Play from "../fixture/Harbour.ts"
import * as Sample from "../fixture/WorldEditSamples.ts"
import { both, describeDispatches, type Row } from "./Dispatches.ts"

const { ALICE, BOB, CAROL, GENERAL, HIDDEN, HIDDEN_THREAD, PET_SHOP, QUAY, THREAD, WEATHER } = Play
const { WEATHER_BOT } = Play

const {
  GUILDS,
  GUILD_EXPRESSIONS,
  GUILD_INTEGRATIONS,
  GUILD_MEMBERS,
  GUILD_MODERATION,
  GUILD_PRESENCES,
  GUILD_SCHEDULED_EVENTS: EVENTS,
  GUILD_VOICE_STATES,
  GUILD_WEBHOOKS
} = INTENTS

const put = WorldEdits.put
const patch = WorldEdits.patch
const remove = WorldEdits.remove
const NEW = "200000000000000029"
const HOOK = { channel_id: GENERAL, name: "Tide times", token: "tide-times-token" }

const ROWS: ReadonlyArray<Row> = [
  ["a new role", put(Sample.role("5"), { name: "Pilot" }), both("GUILD_ROLE_CREATE", GUILDS)],
  ["a changed role", patch(Sample.role(), { name: "Mate" }), both("GUILD_ROLE_UPDATE", GUILDS)],
  [
    "a role that goes, and leaves its members",
    remove(Sample.role()),
    [...both("GUILD_ROLE_DELETE", GUILDS), ...both("GUILD_MEMBER_UPDATE", GUILD_MEMBERS)]
  ],
  ["a new channel", put(Sample.channel(NEW), { name: "new" }), both("CHANNEL_CREATE", GUILDS)],
  [
    "a channel that the bots may not view",
    patch(Sample.channel(HIDDEN), { name: "crew" }),
    both("CHANNEL_UPDATE", GUILDS)
  ],
  ["a channel that goes with its threads", remove(Sample.channel()), both("CHANNEL_DELETE", GUILDS)],
  [
    "a new thread",
    put(Sample.channel(NEW), { name: "new", type: 11, parent_id: GENERAL }),
    both("THREAD_CREATE", GUILDS)
  ],
  ["a changed thread", patch(Sample.channel(THREAD), { archived: true }), both("THREAD_UPDATE", GUILDS)],
  ["a thread that goes", remove(Sample.channel(THREAD)), both("THREAD_DELETE", GUILDS)],
  [
    "somebody who comes to a thread",
    patch(Sample.channel(THREAD), { members: [{ user_id: ALICE }] }),
    both("THREAD_MEMBERS_UPDATE", GUILD_MEMBERS)
  ],
  [
    "a bot that comes to a thread and leaves it, and is told without the intent",
    Effect.andThen(
      patch(Sample.channel(THREAD), { members: [{ user_id: WEATHER_BOT }] }),
      patch(Sample.channel(THREAD), { members: [] })
    ),
    [
      `Pet Shop THREAD_MEMBERS_UPDATE ${GUILD_MEMBERS}`,
      `Weather THREAD_MEMBER_UPDATE ${GUILDS}`,
      `Weather THREAD_MEMBERS_UPDATE ${GUILDS | GUILD_MEMBERS}`,
      `Pet Shop THREAD_MEMBERS_UPDATE ${GUILD_MEMBERS}`,
      `Weather THREAD_MEMBERS_UPDATE ${GUILDS | GUILD_MEMBERS}`
    ]
  ],
  [
    "a private thread, to the bots that come to it",
    Effect.gen(function* () {
      yield* put(Sample.channel(NEW), { name: "secret", type: 12, parent_id: GENERAL, owner_id: BOB })
      yield* patch(Sample.channel(NEW), { members: [{ user_id: BOB }, { user_id: WEATHER_BOT }] })
      yield* patch(Sample.channel(NEW), { invitable: false })
      yield* patch(Sample.channel(NEW), { members: [{ user_id: BOB }] })
      yield* remove(Sample.channel(NEW))
    }),
    [
      `Weather THREAD_CREATE ${GUILDS}`,
      `Weather THREAD_MEMBER_UPDATE ${GUILDS}`,
      `Weather THREAD_MEMBERS_UPDATE ${GUILDS | GUILD_MEMBERS}`,
      `Weather THREAD_UPDATE ${GUILDS}`,
      `Weather THREAD_MEMBERS_UPDATE ${GUILDS | GUILD_MEMBERS}`
    ]
  ],
  ["nothing of a thread that the bots may not view", patch(Sample.channel(HIDDEN_THREAD), { name: "plots" }), []],
  ["a new member", put(Sample.member(CAROL), {}), both("GUILD_MEMBER_ADD", GUILD_MEMBERS)],
  ["a changed member", patch(Sample.member(), { nick: "Ali" }), both("GUILD_MEMBER_UPDATE", GUILD_MEMBERS)],
  ["a member that goes", remove(Sample.member()), both("GUILD_MEMBER_REMOVE", GUILD_MEMBERS)],
  ["a ban of somebody who is no member", put(Sample.ban(CAROL), {}), both("GUILD_BAN_ADD", GUILD_MODERATION)],
  [
    "a member that is banned",
    put(Sample.ban(), {}),
    [...both("GUILD_MEMBER_REMOVE", GUILD_MEMBERS), ...both("GUILD_BAN_ADD", GUILD_MODERATION)]
  ],
  [
    "a ban that is lifted",
    Effect.andThen(put(Sample.ban(CAROL), {}), remove(Sample.ban(CAROL))),
    [...both("GUILD_BAN_ADD", GUILD_MODERATION), ...both("GUILD_BAN_REMOVE", GUILD_MODERATION)]
  ],
  ["a new emoji", put(Sample.emoji(), { name: "wave" }), both("GUILD_EMOJIS_UPDATE", GUILD_EXPRESSIONS)],
  ["an emoji of an application", put(Sample.applicationEmoji(), { name: "paw" }), []],
  [
    "a member who connects to voice and leaves the guild",
    Effect.gen(function* () {
      yield* put(Sample.channel(Sample.VOICE), { name: "voice", type: 2 })
      yield* put(Sample.voice(), { channel_id: Sample.VOICE })
      yield* patch(Sample.voice(), { self_mute: true })
      yield* remove(Sample.member())
    }),
    [
      ...both("CHANNEL_CREATE", GUILDS),
      ...both("VOICE_STATE_UPDATE", GUILD_VOICE_STATES),
      ...both("VOICE_CHANNEL_START_TIME_UPDATE", GUILDS),
      ...both("VOICE_STATE_UPDATE", GUILD_VOICE_STATES),
      ...both("VOICE_STATE_UPDATE", GUILD_VOICE_STATES),
      ...both("VOICE_CHANNEL_START_TIME_UPDATE", GUILDS),
      ...both("GUILD_MEMBER_REMOVE", GUILD_MEMBERS)
    ]
  ],
  [
    "a bot that connects to voice, and of its own voice without the intent",
    Effect.gen(function* () {
      yield* put(Sample.channel(Sample.VOICE), { name: "voice", type: 2 })
      yield* put(Sample.voice(WEATHER_BOT), { channel_id: Sample.VOICE })
      yield* remove(Sample.channel(Sample.VOICE))
    }),
    [
      ...both("CHANNEL_CREATE", GUILDS),
      "Weather VOICE_STATE_UPDATE 0",
      `Pet Shop VOICE_STATE_UPDATE ${GUILD_VOICE_STATES}`,
      ...both("VOICE_CHANNEL_START_TIME_UPDATE", GUILDS),
      "Weather VOICE_SERVER_UPDATE 0",
      ...both("CHANNEL_DELETE", GUILDS),
      "Weather VOICE_STATE_UPDATE 0",
      `Pet Shop VOICE_STATE_UPDATE ${GUILD_VOICE_STATES}`
    ]
  ],
  [
    "a voice channel that begins, with the first of those who come within a second, and ends with the last",
    Effect.gen(function* () {
      yield* put(Sample.channel(Sample.VOICE), { name: "voice", type: 2 })
      yield* put(Sample.voice(), { channel_id: Sample.VOICE })
      yield* put(Sample.voice(BOB), { channel_id: Sample.VOICE })
      yield* remove(Sample.voice())
      yield* remove(Sample.voice(BOB))
      yield* put(Sample.voice(), { channel_id: Sample.VOICE })
    }),
    [
      ...both("CHANNEL_CREATE", GUILDS),
      ...both("VOICE_STATE_UPDATE", GUILD_VOICE_STATES),
      ...both("VOICE_CHANNEL_START_TIME_UPDATE", GUILDS),
      ...both("VOICE_STATE_UPDATE", GUILD_VOICE_STATES),
      ...both("VOICE_STATE_UPDATE", GUILD_VOICE_STATES),
      ...both("VOICE_STATE_UPDATE", GUILD_VOICE_STATES),
      ...both("VOICE_CHANNEL_START_TIME_UPDATE", GUILDS),
      ...both("VOICE_STATE_UPDATE", GUILD_VOICE_STATES),
      ...both("VOICE_CHANNEL_START_TIME_UPDATE", GUILDS)
    ]
  ],
  [
    "somebody who moves from a voice channel that ends to one that begins",
    Effect.gen(function* () {
      for (const id of [Sample.VOICE, NEW]) yield* put(Sample.channel(id), { name: "voice", type: 2 })
      yield* put(Sample.voice(), { channel_id: Sample.VOICE })
      yield* patch(Sample.voice(), { channel_id: NEW })
      yield* patch(Sample.voice(), { channel_id: Sample.VOICE })
    }),
    [
      ...both("CHANNEL_CREATE", GUILDS),
      ...both("CHANNEL_CREATE", GUILDS),
      ...both("VOICE_STATE_UPDATE", GUILD_VOICE_STATES),
      ...both("VOICE_CHANNEL_START_TIME_UPDATE", GUILDS),
      ...[1, 2].flatMap(() => [
        ...both("VOICE_STATE_UPDATE", GUILD_VOICE_STATES),
        ...both("VOICE_CHANNEL_START_TIME_UPDATE", GUILDS),
        ...both("VOICE_CHANNEL_START_TIME_UPDATE", GUILDS)
      ])
    ]
  ],
  [
    "a voice channel in another region, to whose bots it has another server",
    Effect.gen(function* () {
      yield* put(Sample.channel(Sample.VOICE), { name: "voice", type: 2 })
      yield* put(Sample.voice(WEATHER_BOT), { channel_id: Sample.VOICE })
      yield* put(Sample.voice(), { channel_id: Sample.VOICE })
      yield* patch(Sample.channel(Sample.VOICE), { name: "deep" })
      yield* patch(Sample.channel(Sample.VOICE), { rtc_region: "rotterdam" })
      yield* patch(Sample.channel(Sample.VOICE), { rtc_region: null, status: "Far" })
      yield* put(Sample.channel(NEW), { name: "voice", type: 2, rtc_region: "rotterdam" })
      yield* patch(Sample.channel(NEW), { rtc_region: null })
    }),
    [
      ...both("CHANNEL_CREATE", GUILDS),
      "Weather VOICE_STATE_UPDATE 0",
      `Pet Shop VOICE_STATE_UPDATE ${GUILD_VOICE_STATES}`,
      ...both("VOICE_CHANNEL_START_TIME_UPDATE", GUILDS),
      "Weather VOICE_SERVER_UPDATE 0",
      ...both("VOICE_STATE_UPDATE", GUILD_VOICE_STATES),
      ...both("CHANNEL_UPDATE", GUILDS),
      ...both("CHANNEL_UPDATE", GUILDS),
      "Weather VOICE_SERVER_UPDATE 0",
      ...both("CHANNEL_UPDATE", GUILDS),
      ...both("VOICE_CHANNEL_STATUS_UPDATE", GUILDS),
      "Weather VOICE_SERVER_UPDATE 0",
      ...both("CHANNEL_CREATE", GUILDS),
      ...both("CHANNEL_UPDATE", GUILDS)
    ]
  ],
  [
    "a voice channel with another status, and with another name too",
    Effect.gen(function* () {
      yield* put(Sample.channel(NEW), { name: "voice", type: 2 })
      yield* patch(Sample.channel(NEW), { status: "Singing" })
      yield* patch(Sample.channel(NEW), { status: null, name: "song" })
    }),
    [
      ...both("CHANNEL_CREATE", GUILDS),
      ...both("VOICE_CHANNEL_STATUS_UPDATE", GUILDS),
      ...both("CHANNEL_UPDATE", GUILDS),
      ...both("VOICE_CHANNEL_STATUS_UPDATE", GUILDS)
    ]
  ],
  ["a new event", put(Sample.scheduledEvent(), Sample.REGATTA), both("GUILD_SCHEDULED_EVENT_CREATE", EVENTS)],
  ["a new webhook", put(Sample.webhook(), HOOK), both("WEBHOOKS_UPDATE", GUILD_WEBHOOKS)],
  [
    "a bot's own member without the intent",
    patch(Sample.member(WEATHER_BOT), { nick: "Fog" }),
    [`Weather GUILD_MEMBER_UPDATE 0`, `Pet Shop GUILD_MEMBER_UPDATE ${GUILD_MEMBERS}`]
  ],
  [
    "a user's new name in each guild",
    patch(Sample.user(BOB), { username: "bobby" }),
    [...both("GUILD_MEMBER_UPDATE", GUILD_MEMBERS), `Weather GUILD_MEMBER_UPDATE ${GUILD_MEMBERS}`]
  ],
  [
    "a bot's new name: itself of its user",
    patch(Sample.application(), { bot: { id: PET_SHOP, username: "Pets", token: Play.BOT_TOKEN } }),
    ["Pet Shop USER_UPDATE 0", "Pet Shop GUILD_MEMBER_UPDATE 0", `Weather GUILD_MEMBER_UPDATE ${GUILD_MEMBERS}`]
  ],
  ["nothing of another field of an application", patch(Sample.application(), { tags: ["pets"] }), []],
  [
    "another description of an application, in its integration",
    patch(Sample.application(), { description: "Pets" }),
    [...both("INTEGRATION_UPDATE", GUILD_INTEGRATIONS), ...both("GUILD_INTEGRATIONS_UPDATE", GUILD_INTEGRATIONS)]
  ],
  [
    "a renamed application: its managed role, and its integration",
    patch(Sample.application(), { name: "Zoo" }),
    [
      ...both("GUILD_ROLE_UPDATE", GUILDS),
      ...both("INTEGRATION_UPDATE", GUILD_INTEGRATIONS),
      ...both("GUILD_INTEGRATIONS_UPDATE", GUILD_INTEGRATIONS)
    ]
  ],
  ["a changed guild", patch(Sample.guild(), { name: "Port" }), both("GUILD_UPDATE", GUILDS)],
  ["a guild that goes", remove(Sample.guild()), [`Pet Shop GUILD_DELETE ${GUILDS}`, `Weather GUILD_DELETE ${GUILDS}`]],
  [
    "an application that joins: itself of the guild, the others of its bot",
    put(Sample.install(PET_SHOP, QUAY), { permissions: ["KICK_MEMBERS"] }),
    [
      `Weather GUILD_MEMBER_ADD ${GUILD_MEMBERS}`,
      `Pet Shop GUILD_CREATE ${GUILDS}`,
      `Weather GUILD_ROLE_CREATE ${GUILDS}`,
      ...both("INTEGRATION_CREATE", GUILD_INTEGRATIONS),
      ...both("GUILD_INTEGRATIONS_UPDATE", GUILD_INTEGRATIONS)
    ]
  ],
  [
    "an application that leaves",
    remove(Sample.install()),
    [
      `Weather GUILD_MEMBER_REMOVE ${GUILD_MEMBERS}`,
      `Pet Shop GUILD_DELETE ${GUILDS}`,
      `Weather GUILD_ROLE_DELETE ${GUILDS}`,
      `Weather INTEGRATION_DELETE ${GUILD_INTEGRATIONS}`,
      `Weather GUILD_INTEGRATIONS_UPDATE ${GUILD_INTEGRATIONS}`
    ]
  ],
  [
    "other permissions of an installation",
    patch(Sample.install(), { permissions: ["ADMINISTRATOR"] }),
    both("GUILD_ROLE_UPDATE", GUILDS)
  ],
  [
    "permissions of an installation that had none",
    patch(Sample.install(WEATHER), { permissions: ["ADMINISTRATOR"] }),
    [
      ...both("GUILD_ROLE_CREATE", GUILDS),
      "Weather GUILD_MEMBER_UPDATE 0",
      `Pet Shop GUILD_MEMBER_UPDATE ${GUILD_MEMBERS}`
    ]
  ],
  [
    "an installation that brings the bot no longer",
    patch(Sample.install(WEATHER), { scopes: ["applications.commands"] }),
    [
      `Pet Shop GUILD_MEMBER_REMOVE ${GUILD_MEMBERS}`,
      `Weather GUILD_DELETE ${GUILDS}`,
      `Pet Shop INTEGRATION_UPDATE ${GUILD_INTEGRATIONS}`,
      `Pet Shop GUILD_INTEGRATIONS_UPDATE ${GUILD_INTEGRATIONS}`
    ]
  ],
  [
    "nothing of a direct channel",
    put(Sample.direct("400000000000000009"), { type: 3, recipients: [ALICE, CAROL] }),
    []
  ],
  [
    "the presence of a user in each guild",
    UserPresences.set(BOB, { status: "idle", activities: [], client_status: { web: "idle" } }),
    [...both("PRESENCE_UPDATE", GUILD_PRESENCES), `Weather PRESENCE_UPDATE ${GUILD_PRESENCES}`]
  ],
  ["nothing of a user's own installation", put(Sample.userInstall(WEATHER), {}), []]
]

describeDispatches("the bots of a guild are told of each edit", ROWS)
