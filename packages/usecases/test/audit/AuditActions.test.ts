/** What an edit of each kind is in the audit log. */
import { AuditAction } from "@backlot/domain/audit/AuditAction"
import type { WorldTarget } from "@backlot/domain/element/WorldTarget"
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import type { Deadlines } from "../../src/store/Deadlines.ts"
import * as WorldEdits from "../../src/world/WorldEdits.ts"
import * as Play from "../fixture/Harbour.ts"
import { describeOnEachStore } from "../fixture/Stores.ts"
import * as Sample from "../fixture/WorldEditSamples.ts"
import { actions, asBob, entries, settle } from "./Reading.ts"

const { CAROL, GENERAL, HARBOUR, WEATHER } = Play

type Edit = Effect.Effect<unknown, unknown, Effect.Services<ReturnType<typeof WorldEdits.put>> | Deadlines>

/** What an edit of each kind that a guild holds is recorded as: a kind without a row does not compile. */
const RECORDED: Readonly<Record<Extract<WorldTarget, { guild_id: string }>["kind"], readonly [Edit, string, string?]>> =
  {
    guild: [WorldEdits.patch(Sample.guild(), { name: "Port" }), "GUILD_UPDATE"],
    role: [WorldEdits.patch(Sample.role(), { name: "Mate" }), "ROLE_UPDATE"],
    channel: [WorldEdits.patch(Sample.channel(), { topic: "all" }), "CHANNEL_UPDATE"],
    member: [WorldEdits.patch(Sample.member(), { nick: "Ali" }), "MEMBER_UPDATE"],
    ban: [WorldEdits.put(Sample.ban(CAROL), {}), "MEMBER_BAN_ADD"],
    voice_state: [WorldEdits.patch(Sample.voice(), { mute: true }), "MEMBER_UPDATE"],
    emoji: [WorldEdits.put(Sample.emoji(), { name: "wave" }), "EMOJI_CREATE"],
    invite: [
      WorldEdits.put({ kind: "invite", guild_id: HARBOUR, code: "Harbour1" }, { channel_id: GENERAL }),
      "INVITE_CREATE"
    ],
    webhook: [
      WorldEdits.put(
        { kind: "webhook", guild_id: HARBOUR, webhook_id: "600000000000000009" },
        { channel_id: GENERAL, name: "Tide times", token: "tide-times-token" }
      ),
      "WEBHOOK_CREATE"
    ],
    scheduled_event: [WorldEdits.put(Sample.scheduledEvent(), Sample.REGATTA), "GUILD_SCHEDULED_EVENT_CREATE"],
    stage_instance: [
      WorldEdits.put(Sample.stageInstance(), { channel_id: Sample.STAGE, topic: "Tides" }),
      "STAGE_INSTANCE_CREATE"
    ],
    soundboard_sound: [WorldEdits.put(Sample.sound(), { name: "horn" }), "SOUNDBOARD_SOUND_CREATE"],
    sticker: [WorldEdits.put(Sample.sticker(), { name: "tide", tags: "tide" }), "STICKER_CREATE"],
    auto_moderation_rule: [
      WorldEdits.put(Sample.rule(), { name: "Spam", trigger_type: 3 }),
      "AUTO_MODERATION_RULE_CREATE"
    ],
    guild_install: [WorldEdits.remove(Sample.install(WEATHER)), "MEMBER_KICK", "INTEGRATION_DELETE"]
  }

describeOnEachStore("the audit log", (test) => {
  test(
    "records other scopes of an installation, but no permissions and no rename: the developer does that outside the guild",
    Effect.gen(function* () {
      const bot = yield* settle()
      yield* asBob(WorldEdits.patch(Sample.install(WEATHER), { scopes: ["applications.commands"] }))
      yield* asBob(WorldEdits.patch(Sample.install(WEATHER), { permissions: ["KICK_MEMBERS"] }))
      yield* asBob(WorldEdits.patch({ kind: "application", application_id: WEATHER }, { name: "Storm" }))
      const [entry] = yield* entries(bot, { action_type: AuditAction.INTEGRATION_UPDATE })
      assert.deepStrictEqual(entry?.changes, [
        { key: "scopes", old_value: ["bot", "applications.commands"], new_value: ["applications.commands"] }
      ])
      assert.deepStrictEqual(yield* actions(bot), ["MEMBER_KICK", "INTEGRATION_UPDATE"])
    })
  )

  for (const [kind, [edit, ...named]] of Object.entries(RECORDED)) {
    test(
      `records an edit of a ${kind} as ${named.join(" and ")}`,
      Effect.gen(function* () {
        const bot = yield* settle()
        yield* WorldEdits.put(Sample.channel(Sample.VOICE), { name: "voice", type: 2 })
        yield* WorldEdits.put(Sample.channel(Sample.STAGE), { name: "stage", type: 13 })
        yield* WorldEdits.put(Sample.voice(), { channel_id: Sample.VOICE })
        yield* asBob(edit)
        assert.deepStrictEqual(yield* actions(bot), named)
      })
    )
  }
})
