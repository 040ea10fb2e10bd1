/** What the bots of Harbour are told of what a guild holds beside channels, roles and members. */
import { INTENTS } from "@backlot/domain/gateway/GatewayIntent"
import { Effect } from "effect"
import { changedBy } from "../../src/audit/AuditLog.ts"
import * as WorldEdits from "../../src/world/WorldEdits.ts"
import * as Play from "../fixture/Harbour.ts"
import * as Sample from "../fixture/WorldEditSamples.ts"
import { both, describeDispatches, type Row } from "./Dispatches.ts"

const { ALICE, BOB, GENERAL, HIDDEN, WEATHER } = Play

const {
  GUILDS,
  GUILD_EXPRESSIONS,
  GUILD_INVITES,
  GUILD_MEMBERS,
  GUILD_MODERATION,
  GUILD_SCHEDULED_EVENTS: EVENTS,
  GUILD_WEBHOOKS,
  AUTO_MODERATION_CONFIGURATION
} = INTENTS

const put = WorldEdits.put
const patch = WorldEdits.patch
const remove = WorldEdits.remove
const HOOK = { channel_id: GENERAL, name: "Tide times", token: "tide-times-token" }

const ROWS: ReadonlyArray<Row> = [
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
  [
    "a sound that comes, changes and goes",
    Effect.gen(function* () {
      yield* put(Sample.sound(), { name: "horn" })
      yield* patch(Sample.sound(), { volume: 0.5 })
      yield* remove(Sample.sound())
    }),
    ["CREATE", "UPDATE", "DELETE"].flatMap((what) => both(`GUILD_SOUNDBOARD_SOUND_${what}`, GUILD_EXPRESSIONS))
  ],
  [
    "several sounds that change at once",
    Effect.gen(function* () {
      const sounds = ["5", "6"].map((id) => ({ id, name: "horn" }))
      yield* patch(Sample.guild(), { soundboard_sounds: sounds })
      yield* patch(Sample.guild(), { soundboard_sounds: sounds.map((sound) => ({ ...sound, name: "bell" })) })
    }),
    [
      ...both("GUILD_SOUNDBOARD_SOUND_CREATE", GUILD_EXPRESSIONS),
      ...both("GUILD_SOUNDBOARD_SOUND_CREATE", GUILD_EXPRESSIONS),
      ...both("GUILD_SOUNDBOARD_SOUNDS_UPDATE", GUILD_EXPRESSIONS)
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
    "a stage, and the event of its channel, which go with that: once it is gone, nobody is known to have seen them come",
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
      ...both("CHANNEL_DELETE", GUILDS),
      ...both("GUILD_SCHEDULED_EVENT_DELETE", EVENTS),
      ...both("STAGE_INSTANCE_DELETE", GUILDS)
    ]
  ],
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
  ]
]

describeDispatches("the bots of a guild are told of what it holds", ROWS)
