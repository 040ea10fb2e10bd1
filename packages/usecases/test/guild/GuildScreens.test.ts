/** What a guild shows to others, and what it stops for a while. */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { UserPresences } from "../../src/gateway/UserPresences.ts"
import * as GuildScreens from "../../src/guild/GuildScreens.ts"
import * as Guilds from "../../src/guild/Guilds.ts"
import * as Joining from "../../src/guild/Joining.ts"
import * as Widgets from "../../src/guild/Widgets.ts"
import * as UserMessages from "../../src/user/UserMessages.ts"
import * as WorldEdits from "../../src/world/WorldEdits.ts"
import * as Play from "../fixture/Harbour.ts"
import { outcome } from "../fixture/Outcome.ts"
import { permitted as settle } from "../fixture/Permitted.ts"
import { describeOnEachStore, events, WALL_MS } from "../fixture/Stores.ts"
import * as Sample from "../fixture/WorldEditSamples.ts"

const { ALICE, BOB, CAROL, GENERAL, HARBOUR, HIDDEN, NOBODY } = Play
const VOICE = "200000000000000029"

const placesOf = <A, R>(call: Effect.Effect<A, object, R>) =>
  Effect.map(Effect.flip(call), (error) =>
    "faults" in error && Array.isArray(error.faults)
      ? error.faults.map(({ path, code }) => `${path.join(".")} ${code}`)
      : []
  )

const SAID = { content: "Ahoy", reply_to: undefined, files: [] }

const later = (hours: number) => new Date(WALL_MS + hours * 3_600_000).toISOString()

describeOnEachStore("the guide of a guild for new members", (test) => {
  test(
    "is what the world says, as the platform shows it, and loses channels that go",
    Effect.gen(function* () {
      const bot = yield* settle()
      assert.isUndefined(yield* GuildScreens.newMemberWelcome(bot))
      const entry = { title: "Say hello", description: "" }
      const icon = "0123456789abcdef0123456789abcdef"
      yield* WorldEdits.patch(Sample.guild(), {
        new_member_welcome: {
          enabled: true,
          welcome_message: { author_ids: [ALICE], message: "Ahoy" },
          new_member_actions: [{ channel_id: GENERAL, title: "Say hello", action_type: 1, emoji_name: "⚓" }],
          resource_channels: [{ channel_id: HIDDEN, title: "Say hello", icon }]
        }
      })
      const shown = {
        guild_id: HARBOUR,
        enabled: true,
        welcome_message: { author_ids: [ALICE], message: "Ahoy" },
        new_member_actions: [
          { channel_id: GENERAL, ...entry, action_type: 1, emoji: { id: null, name: "⚓", animated: false } }
        ],
        resource_channels: [{ channel_id: HIDDEN, ...entry, icon }]
      }
      assert.deepStrictEqual(yield* GuildScreens.newMemberWelcome(bot), shown)
      yield* WorldEdits.remove(Sample.channel(HIDDEN))
      assert.deepStrictEqual(yield* GuildScreens.newMemberWelcome(bot), { ...shown, resource_channels: [] })
      yield* WorldEdits.patch(Sample.guild(), { new_member_welcome: null })
      assert.isUndefined(yield* GuildScreens.newMemberWelcome(bot))
    })
  )
})

describeOnEachStore("the welcome screen of a guild", (test) => {
  test(
    "is made and changed field by field, and is not there before",
    Effect.gen(function* () {
      const bot = yield* settle("MANAGE_GUILD")
      assert.strictEqual(yield* outcome(GuildScreens.welcomeScreen(bot)), "UnknownWelcomeScreen")
      const channel = { channel_id: GENERAL, description: "Talk", emoji_id: null, emoji_name: "⚓" }
      const screen = { description: "Ahoy", welcome_channels: [channel] }
      assert.deepStrictEqual(yield* GuildScreens.editWelcomeScreen(bot, { ...screen, enabled: true }), screen)
      assert.include((yield* Guilds.get(bot, false)).features, "WELCOME_SCREEN_ENABLED")
      const changed = yield* GuildScreens.editWelcomeScreen(bot, { description: null })
      assert.deepStrictEqual(changed, { ...screen, description: null })
      assert.deepStrictEqual(yield* GuildScreens.welcomeScreen(bot), changed)
      yield* GuildScreens.editWelcomeScreen(bot, { enabled: false })
      assert.notInclude((yield* Guilds.get(bot, false)).features, "WELCOME_SCREEN_ENABLED")
    })
  )

  test(
    "is for those who manage the guild while it is not enabled, and they alone change it",
    Effect.gen(function* () {
      const bot = yield* settle()
      assert.strictEqual(yield* outcome(GuildScreens.editWelcomeScreen(bot, {})), "MissingPermissions")
      yield* WorldEdits.patch(Sample.guild(), { welcome_screen: {} })
      assert.strictEqual(yield* outcome(GuildScreens.welcomeScreen(bot)), "MissingPermissions")
      yield* WorldEdits.patch(Sample.guild(), { welcome_screen: { enabled: true } })
      assert.strictEqual(yield* outcome(GuildScreens.welcomeScreen(bot)), "done")
    })
  )

  test(
    "has at most five channels, which are there",
    Effect.gen(function* () {
      const bot = yield* settle("MANAGE_GUILD")
      const channel = (channel_id: string, description = "x") => ({ channel_id, description })
      const edit = (body: object) => GuildScreens.editWelcomeScreen(bot, body)
      const faults = yield* placesOf(edit({ description: "x".repeat(141), welcome_channels: [channel(NOBODY, "")] }))
      assert.sameMembers(faults, [
        "description BASE_TYPE_BAD_LENGTH",
        "welcome_channels.0.channel_id UNKNOWN_REFERENCE",
        "welcome_channels.0.description BASE_TYPE_BAD_LENGTH"
      ])
      const six = Array.from({ length: 6 }, () => channel(GENERAL))
      assert.deepStrictEqual(yield* placesOf(edit({ welcome_channels: six })), [
        "welcome_channels BASE_TYPE_BAD_LENGTH"
      ])
      yield* edit({ welcome_channels: [channel(GENERAL), channel(HIDDEN)], enabled: true })
      yield* WorldEdits.remove(Sample.channel(HIDDEN))
      const left = yield* GuildScreens.welcomeScreen(bot)
      assert.deepStrictEqual(
        left.welcome_channels.map(({ channel_id }) => channel_id),
        [GENERAL]
      )
    })
  )
})

describeOnEachStore("the widget of a guild", (test) => {
  test(
    "is enabled by who manages the guild, and shows who is online and what everybody sees",
    Effect.gen(function* () {
      const bot = yield* settle("MANAGE_GUILD")
      assert.strictEqual(yield* outcome(Widgets.of(HARBOUR, "/pictures")), "WidgetDisabled")
      assert.strictEqual(yield* outcome(Widgets.requireEnabled(HARBOUR)), "WidgetDisabled")
      assert.strictEqual(yield* outcome(Widgets.of(NOBODY, "/pictures")), "UnknownGuild")
      assert.strictEqual(yield* outcome(Widgets.of("x", "/pictures")), "InvalidForm")
      assert.deepStrictEqual(yield* GuildScreens.widget(bot), { enabled: false, channel_id: null })
      const settings = { enabled: true, channel_id: GENERAL }
      assert.deepStrictEqual(yield* GuildScreens.editWidget(bot, settings), settings)
      assert.deepInclude(yield* Guilds.get(bot, false), { widget_enabled: true, widget_channel_id: GENERAL })
      yield* WorldEdits.put(Sample.channel(VOICE), { name: "voice", type: 2 })
      yield* WorldEdits.put(Sample.channel("200000000000000028"), {
        ...{ name: "crew", type: 2 },
        permission_overwrites: [{ id: HARBOUR, type: 0, deny: ["VIEW_CHANNEL"] }]
      })
      yield* WorldEdits.put(Sample.invite("Harbour1"), { channel_id: GENERAL, max_age: 0 })
      const presences = yield* UserPresences
      presences.set(ALICE, { status: "idle", activities: [], client_status: { desktop: "idle" } })
      const { channels, members, ...widget } = yield* Widgets.of(HARBOUR, "/pictures")
      presences.clear()
      assert.deepStrictEqual(widget, {
        id: HARBOUR,
        name: "Harbour",
        instant_invite: "https://discord.com/invite/Harbour1",
        presence_count: 1
      })
      assert.deepStrictEqual(
        channels.map(({ name }) => name),
        ["voice"]
      )
      assert.deepInclude(members[0], { id: "0", username: "alice", status: "idle", avatar_url: "/pictures/0.png" })
    })
  )

  test(
    "is refused where it is wrong, and to who does not manage the guild",
    Effect.gen(function* () {
      const bot = yield* settle("MANAGE_GUILD")
      const wrong = yield* placesOf(GuildScreens.editWidget(bot, { enabled: "yes", channel_id: NOBODY }))
      assert.sameMembers(wrong, ["enabled BOOLEAN_TYPE_CONVERT", "channel_id UNKNOWN_REFERENCE"])
      const nobody = yield* settle()
      assert.strictEqual(yield* outcome(GuildScreens.widget(nobody)), "MissingPermissions")
      assert.strictEqual(yield* outcome(GuildScreens.editWidget(nobody, { enabled: true })), "MissingPermissions")
    })
  )
})

describeOnEachStore("what a guild stops for a while", (test) => {
  test(
    "is at most a day, is shown in the guild, and ends at its time",
    Effect.gen(function* () {
      const bot = yield* settle("MANAGE_GUILD")
      assert.isNull((yield* Guilds.get(bot, false)).incidents_data)
      const wrong = { invites_disabled_until: later(25), dms_disabled_until: "soon" }
      assert.sameMembers(yield* placesOf(GuildScreens.stop(bot, wrong)), [
        "invites_disabled_until INCIDENT_ACTIONS_UNTIL_TOO_LONG",
        "dms_disabled_until DATE_TIME_TYPE_PARSE"
      ])
      const before = (yield* events).length
      const stopped = yield* GuildScreens.stop(bot, { invites_disabled_until: later(2) })
      assert.strictEqual(Date.parse(stopped.invites_disabled_until ?? ""), WALL_MS + 7_200_000)
      assert.isNull(stopped.dms_disabled_until)
      assert.deepStrictEqual((yield* Guilds.get(bot, false)).incidents_data, stopped)
      assert.deepStrictEqual(
        (yield* events).slice(before).map(({ type }) => type),
        ["guild.updated"]
      )
      const ended = yield* GuildScreens.stop(bot, { invites_disabled_until: later(-1) })
      assert.deepStrictEqual(ended, { invites_disabled_until: null, dms_disabled_until: null })
      const nobody = yield* settle()
      assert.strictEqual(yield* outcome(GuildScreens.stop(nobody, {})), "MissingPermissions")
    })
  )

  test(
    "keeps people from joining and from writing to each other",
    Effect.gen(function* () {
      const bot = yield* settle("MANAGE_GUILD")
      yield* WorldEdits.put(Sample.invite("Harbour1"), { channel_id: GENERAL })
      const joins = outcome(Joining.accept(CAROL, "Harbour1"))
      const writes = outcome(UserMessages.say({ user_id: ALICE, channel_id: Play.ALICE_AND_BOB }, SAID))
      yield* GuildScreens.stop(bot, { invites_disabled_until: later(2), dms_disabled_until: later(2) })
      assert.deepStrictEqual([yield* joins, yield* writes], ["InvitesPaused", "ClosedToMessages"])
      yield* GuildScreens.stop(bot, { invites_disabled_until: null })
      yield* WorldEdits.put(Sample.member(ALICE, Play.QUAY), {})
      yield* WorldEdits.put(Sample.member(BOB, Play.QUAY), {})
      assert.deepStrictEqual([yield* joins, yield* writes], ["done", "done"])
      yield* WorldEdits.remove(Sample.member(CAROL))
      yield* Guilds.edit(bot, { features: ["INVITES_DISABLED"] })
      assert.strictEqual(yield* joins, "InvitesPaused")
    })
  )
})
