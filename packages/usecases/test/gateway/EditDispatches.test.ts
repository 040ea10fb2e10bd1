/** What the bots of Harbour are told of: each edit, and the dispatches that follow. */
import type { Dispatch } from "@backlot/domain/gateway/Dispatch"
import { INTENTS } from "@backlot/domain/gateway/GatewayIntent"
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { changedBy } from "../../src/audit/AuditLog.ts"
import * as UserPresences from "../../src/gateway/UserPresences.ts"
import type { Deadlines } from "../../src/store/Deadlines.ts"
import * as WorldEdits from "../../src/world/WorldEdits.ts"
import * as Play from "../fixture/Harbour.ts"
import { describeOnEachStore } from "../fixture/Stores.ts"
import * as Sample from "../fixture/WorldEditSamples.ts"
import { headOf, told } from "./Telling.ts"

const { ALICE, BOB, CAROL, GENERAL, HIDDEN, HIDDEN_THREAD, PET_SHOP, QUAY, THREAD, WEATHER } = Play
const { WEATHER_BOT } = Play

const {
  GUILDS,
  GUILD_EXPRESSIONS,
  GUILD_INVITES,
  GUILD_MEMBERS,
  GUILD_MODERATION,
  GUILD_PRESENCES,
  GUILD_SCHEDULED_EVENTS: EVENTS,
  GUILD_VOICE_STATES,
  GUILD_WEBHOOKS,
  AUTO_MODERATION_CONFIGURATION
} = INTENTS

const both = (t: string, intents: number) => [`Pet Shop ${t} ${intents}`, `Weather ${t} ${intents}`]

const put = WorldEdits.put
const patch = WorldEdits.patch
const remove = WorldEdits.remove
const NEW = "200000000000000029"
const HOOK = { channel_id: GENERAL, name: "Tide times", token: "tide-times-token" }

type Row = readonly [
  sentence: string,
  edit: Effect.Effect<unknown, unknown, Effect.Services<ReturnType<typeof put | typeof UserPresences.set>> | Deadlines>,
  lines: ReadonlyArray<string>
]

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
  ["nothing of a thread that the bots may not view", patch(Sample.channel(HIDDEN_THREAD), { name: "plots" }), []],
  [
    "an invite, to the bot that may manage its channel",
    Effect.andThen(
      patch(Sample.install(WEATHER), { permissions: ["VIEW_CHANNEL", "MANAGE_CHANNELS"] }),
      put(Sample.invite(), { channel_id: GENERAL, inviter_id: ALICE })
    ),
    [
      ...both("GUILD_ROLE_CREATE", GUILDS),
      "Weather GUILD_MEMBER_UPDATE 0",
      `Pet Shop GUILD_MEMBER_UPDATE ${GUILD_MEMBERS}`,
      `Weather INVITE_CREATE ${GUILD_INVITES}`
    ]
  ],
  [
    "an invite that goes, after it came; of its use nothing is told",
    Effect.gen(function* () {
      yield* put(Sample.install(WEATHER), { scopes: ["bot"], permissions: ["VIEW_CHANNEL", "MANAGE_CHANNELS"] })
      yield* put(Sample.invite(), { channel_id: GENERAL })
      yield* patch(Sample.invite(), { uses: 1 })
      yield* remove(Sample.invite())
    }),
    [
      ...both("GUILD_ROLE_CREATE", GUILDS),
      "Weather GUILD_MEMBER_UPDATE 0",
      `Pet Shop GUILD_MEMBER_UPDATE ${GUILD_MEMBERS}`,
      `Weather INVITE_CREATE ${GUILD_INVITES}`,
      `Weather INVITE_DELETE ${GUILD_INVITES}`
    ]
  ],
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
  [
    "an emoji that goes",
    Effect.andThen(put(Sample.emoji(), { name: "wave" }), remove(Sample.emoji())),
    [...both("GUILD_EMOJIS_UPDATE", GUILD_EXPRESSIONS), ...both("GUILD_EMOJIS_UPDATE", GUILD_EXPRESSIONS)]
  ],
  [
    "what a user has bought, and its subscription, to the application that sells",
    Effect.gen(function* () {
      yield* patch(Sample.application(), { skus: Sample.SOLD })
      yield* put(Sample.entitlement(), { sku_id: Sample.SKUS.GOLD, user_id: ALICE, subscription: Sample.TERMS })
      yield* patch(Sample.entitlement(), { subscription: { ...Sample.TERMS, status: 2 } })
      yield* patch(Sample.entitlement(), {
        ends_at: "2026-01-31T00:00:00Z",
        subscription: { ...Sample.TERMS, status: 1 }
      })
      yield* patch(Sample.entitlement(), { deleted: true })
      yield* remove(Sample.entitlement())
    }),
    [
      "SUBSCRIPTION_CREATE",
      "ENTITLEMENT_CREATE",
      "SUBSCRIPTION_UPDATE",
      "ENTITLEMENT_UPDATE",
      "SUBSCRIPTION_UPDATE",
      "ENTITLEMENT_DELETE",
      "SUBSCRIPTION_DELETE",
      "ENTITLEMENT_DELETE"
    ].map((t) => `Pet Shop ${t} 0`)
  ],
  [
    "a sticker that comes and goes",
    Effect.andThen(put(Sample.sticker(), { name: "tide", tags: "tide" }), remove(Sample.sticker())),
    [...both("GUILD_STICKERS_UPDATE", GUILD_EXPRESSIONS), ...both("GUILD_STICKERS_UPDATE", GUILD_EXPRESSIONS)]
  ],
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
      ...both("VOICE_STATE_UPDATE", GUILD_VOICE_STATES),
      ...both("VOICE_STATE_UPDATE", GUILD_VOICE_STATES),
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
      "Weather VOICE_SERVER_UPDATE 0",
      ...both("CHANNEL_DELETE", GUILDS),
      "Weather VOICE_STATE_UPDATE 0",
      `Pet Shop VOICE_STATE_UPDATE ${GUILD_VOICE_STATES}`
    ]
  ],
  [
    "an entry of the audit log, for the bot that may read it",
    Effect.gen(function* () {
      yield* patch(Sample.install(WEATHER), { permissions: ["VIEW_AUDIT_LOG"] })
      yield* changedBy({ user_id: BOB })(patch(Sample.role(), { name: "Mate" }))
    }),
    [
      ...both("GUILD_ROLE_CREATE", GUILDS),
      "Weather GUILD_MEMBER_UPDATE 0",
      `Pet Shop GUILD_MEMBER_UPDATE ${GUILD_MEMBERS}`,
      ...both("GUILD_ROLE_UPDATE", GUILDS),
      `Weather GUILD_AUDIT_LOG_ENTRY_CREATE ${GUILD_MODERATION}`
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
  [
    "an event that changes, and in which other people are interested",
    Effect.andThen(
      put(Sample.scheduledEvent(), { ...Sample.REGATTA, user_ids: [ALICE] }),
      patch(Sample.scheduledEvent(), { name: "Race", user_ids: [BOB] })
    ),
    [
      ...both("GUILD_SCHEDULED_EVENT_CREATE", EVENTS),
      "Pet Shop GUILD_SCHEDULED_EVENT_UPDATE 65536",
      "Weather GUILD_SCHEDULED_EVENT_UPDATE 65536",
      "Pet Shop GUILD_SCHEDULED_EVENT_USER_ADD 65536",
      "Weather GUILD_SCHEDULED_EVENT_USER_ADD 65536",
      "Pet Shop GUILD_SCHEDULED_EVENT_USER_REMOVE 65536",
      "Weather GUILD_SCHEDULED_EVENT_USER_REMOVE 65536"
    ]
  ],
  [
    "a stage, and the event of its channel, which go with that",
    Effect.gen(function* () {
      yield* put(Sample.channel(Sample.STAGE), { name: "stage", type: 13 })
      yield* put(Sample.stageInstance(), { channel_id: Sample.STAGE, topic: "Tides" })
      yield* put(Sample.scheduledEvent(), {
        ...Sample.REGATTA,
        entity_type: 1,
        location: null,
        channel_id: Sample.STAGE
      })
      yield* remove(Sample.channel(Sample.STAGE))
    }),
    [
      ...both("CHANNEL_CREATE", GUILDS),
      ...both("STAGE_INSTANCE_CREATE", GUILDS),
      ...both("GUILD_SCHEDULED_EVENT_CREATE", EVENTS),
      ...both("CHANNEL_DELETE", GUILDS),
      ...both("GUILD_SCHEDULED_EVENT_DELETE", EVENTS),
      ...both("STAGE_INSTANCE_DELETE", GUILDS)
    ]
  ],
  ["a new webhook", put(Sample.webhook(), HOOK), both("WEBHOOKS_UPDATE", GUILD_WEBHOOKS)],
  [
    "a webhook that moves, in both channels",
    Effect.andThen(put(Sample.webhook(), HOOK), patch(Sample.webhook(), { channel_id: HIDDEN })),
    [
      ...both("WEBHOOKS_UPDATE", GUILD_WEBHOOKS),
      ...both("WEBHOOKS_UPDATE", GUILD_WEBHOOKS),
      ...both("WEBHOOKS_UPDATE", GUILD_WEBHOOKS)
    ]
  ],
  [
    "a webhook that goes with its channel",
    Effect.andThen(put(Sample.webhook(), { ...HOOK, channel_id: HIDDEN }), remove(Sample.channel(HIDDEN))),
    [
      ...both("WEBHOOKS_UPDATE", GUILD_WEBHOOKS),
      ...both("CHANNEL_DELETE", GUILDS),
      ...both("WEBHOOKS_UPDATE", GUILD_WEBHOOKS)
    ]
  ],
  [
    "a rule of automatic moderation, to the bot that manages the guild",
    Effect.gen(function* () {
      yield* patch(Sample.install(WEATHER), { permissions: ["MANAGE_GUILD"] })
      yield* put(Sample.rule(), { name: "Spam", trigger_type: 3 })
      yield* patch(Sample.rule(), { enabled: false })
      yield* remove(Sample.rule())
    }),
    [
      ...both("GUILD_ROLE_CREATE", GUILDS),
      "Weather GUILD_MEMBER_UPDATE 0",
      `Pet Shop GUILD_MEMBER_UPDATE ${GUILD_MEMBERS}`,
      ...["CREATE", "UPDATE", "DELETE"].map(
        (what) => `Weather AUTO_MODERATION_RULE_${what} ${AUTO_MODERATION_CONFIGURATION}`
      )
    ]
  ],
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
  ["nothing of another field of an application", patch(Sample.application(), { description: "Pets" }), []],
  ["a changed guild", patch(Sample.guild(), { name: "Port" }), both("GUILD_UPDATE", GUILDS)],
  ["a guild that goes", remove(Sample.guild()), [`Pet Shop GUILD_DELETE ${GUILDS}`, `Weather GUILD_DELETE ${GUILDS}`]],
  [
    "an application that joins: itself of the guild, the others of its bot",
    put(Sample.install(PET_SHOP, QUAY), { permissions: ["KICK_MEMBERS"] }),
    [
      `Weather GUILD_MEMBER_ADD ${GUILD_MEMBERS}`,
      `Pet Shop GUILD_CREATE ${GUILDS}`,
      `Weather GUILD_ROLE_CREATE ${GUILDS}`
    ]
  ],
  [
    "an application that leaves",
    remove(Sample.install()),
    [
      `Weather GUILD_MEMBER_REMOVE ${GUILD_MEMBERS}`,
      `Pet Shop GUILD_DELETE ${GUILDS}`,
      `Weather GUILD_ROLE_DELETE ${GUILDS}`
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
    [`Pet Shop GUILD_MEMBER_REMOVE ${GUILD_MEMBERS}`, `Weather GUILD_DELETE ${GUILDS}`]
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

/** Each line of what is told: `<application> <event> <intents>`. */
const linesOf = (dispatches: ReadonlyArray<Dispatch>) => dispatches.map((d) => `${headOf(d)} ${d.intents}`)

describeOnEachStore("the bots of a guild are told of each edit", (test) => {
  for (const [sentence, edit, lines] of ROWS) {
    test(
      sentence,
      Effect.gen(function* () {
        yield* Play.settle()
        assert.deepStrictEqual(linesOf(yield* told(edit)), lines)
      })
    )
  }
})
