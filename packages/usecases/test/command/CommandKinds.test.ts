/** USER and MESSAGE commands and entry points, used by users. Sources: service.md "Events"; wire-interactions.md §7.2. */

import { assert } from "@effect/vitest"
import { Effect } from "effect"
import type { UseRefused } from "../../src/command/CommandChoice.ts"
import * as Interactions from "../../src/interaction/Interactions.ts"
import * as Collections from "../../src/store/Collections.ts"
import * as UserMessages from "../../src/user/UserMessages.ts"
import {
  ALICE,
  ALICE_AND_BOB,
  ALICE_AND_WEATHER,
  BOB,
  CAROL,
  GENERAL,
  HARBOUR,
  harbourFile,
  MODERATOR,
  NOBODY,
  PET_SHOP,
  WEATHER_BOT
} from "../fixture/Harbour.ts"
import { describeOnEachStore, transact } from "../fixture/Stores.ts"
import { eventsOf, open, record, saying, settled, steps, use, withApp } from "../fixture/Using.ts"

const answering = <A, E, R>(body: Parameters<typeof withApp<A, E, R>>[1]) =>
  withApp(() => Effect.succeed(saying("hi")), body)

const refusalOf = (asked: Parameters<typeof use>[0]) =>
  Effect.flatMap(Effect.flip(use(asked)), (error) =>
    error._tag === "UseRefused" ? Effect.succeed<UseRefused>(error) : Effect.die(error)
  )

const PROFILE = { name: "Show Profile", type: 2, description: undefined }
const PIN = { name: "Pin It", type: 3, description: undefined }
const [WORD, SECRET, ELSEWHERE] = ["600000000000000001", "600000000000000002", "600000000000000003"] as const

const said = (id: string, content: string, fields: object = {}) => ({
  id,
  channel_id: GENERAL,
  type: 0,
  content,
  flags: 0,
  ...fields
})

const MESSAGES = [
  said(WORD, "a word"),
  said(SECRET, "a secret", { flags: 64, interaction_metadata: { user: { id: ALICE } } }),
  said(ELSEWHERE, "elsewhere", { channel_id: ALICE_AND_BOB })
]

const sentTo = (received: ReadonlyArray<{ readonly body: string }>) => JSON.parse(received.at(-1)?.body ?? "{}")

describeOnEachStore("a USER command", (test) => {
  test(
    "resolves its target: a member, a stranger, a bot, oneself",
    answering(
      Effect.fnUntraced(function* (received) {
        const { id } = yield* open(PROFILE)
        for (const target_id of [BOB, CAROL, WEATHER_BOT, ALICE]) {
          const used = yield* use({ command_id: id, target_id })
          yield* settled(used.id)
          const { type, data } = sentTo(received)
          assert.deepStrictEqual([type, data.type, data.name, data.target_id], [2, 2, "Show Profile", target_id])
          assert.deepStrictEqual(Object.keys(data.resolved.users), [target_id])
          assert.strictEqual("members" in data.resolved, target_id !== CAROL)
        }
      })
    )
  )

  test(
    "is answered by a message that names the command and its target",
    answering(
      Effect.fnUntraced(function* () {
        const { id } = yield* open(PROFILE)
        const used = yield* use({ command_id: id, target_id: WEATHER_BOT })
        const { message } = yield* settled(used.id)
        assert.strictEqual(message?.type, 23)
        assert.deepInclude(message?.interaction, { name: "Show Profile" })
        assert.deepInclude(message?.interaction_metadata, { command_type: 2, name: "Show Profile" })
        assert.deepInclude(message?.interaction_metadata?.target_user, { id: WEATHER_BOT, bot: true })
      })
    )
  )

  test(
    "is refused where the invoker cannot send text messages: Permission Denied",
    answering(
      Effect.fnUntraced(function* (received) {
        const [guild, ...others] = harbourFile().guilds
        const deny = [{ id: MODERATOR, type: 0, deny: ["SEND_MESSAGES"] }]
        const channels = [{ id: GENERAL, name: "general", permission_overwrites: deny }]
        const changes = { guilds: [{ ...guild, channels }, ...others] }
        const { id } = yield* open(PROFILE, changes)
        const refused = yield* refusalOf({ command_id: id, target_id: BOB })
        assert.strictEqual(refused.reason, "permission")
        assert.include(refused.because, "Permission Denied")
        assert.deepStrictEqual(received, [])
        // This rule only affects USER commands.
        const pin = yield* open(PIN, { ...changes, messages: [said(WORD, "a word")] })
        yield* settled((yield* use({ command_id: pin.id, target_id: WORD })).id)
      })
    )
  )

  test(
    "runs in direct messages, and in a guild through the user's own installation",
    answering(
      Effect.fnUntraced(function* (received) {
        const [guild, ...others] = harbourFile().guilds
        const foreign = { guilds: [{ ...guild, installs: [] }, ...others] }
        const { id } = yield* open({ ...PROFILE, integration_types: [1] }, foreign)
        for (const [channel_id, context] of [
          [GENERAL, 0],
          [ALICE_AND_BOB, 2],
          [ALICE_AND_WEATHER, 2]
        ] as const) {
          yield* settled((yield* use({ command_id: id, target_id: BOB, channel_id })).id)
          const payload = sentTo(received)
          assert.strictEqual(payload.context, context)
          assert.deepStrictEqual(payload.authorizing_integration_owners, { "1": ALICE })
          assert.strictEqual("member" in payload, context === 0)
          assert.deepInclude(payload.data.resolved.users[BOB], { username: "bob" })
        }
      })
    )
  )
})

describeOnEachStore("a MESSAGE command", (test) => {
  test(
    "resolves its target as a partial message, and its answer refers to it",
    answering(
      Effect.fnUntraced(function* (received) {
        const { id } = yield* open(PIN, { messages: MESSAGES })
        const used = yield* use({ command_id: id, target_id: WORD })
        const { message } = yield* settled(used.id)
        const { data } = sentTo(received)
        assert.deepInclude(data, { type: 3, name: "Pin It", target_id: WORD })
        assert.deepInclude(data.resolved.messages[WORD], { id: WORD, content: "a word", tts: false, pinned: false })
        assert.strictEqual(message?.type, 23)
        assert.deepInclude(message?.interaction_metadata, { command_type: 3, target_message_id: WORD })
        assert.deepInclude(message?.message_reference, { message_id: WORD, channel_id: GENERAL, guild_id: HARBOUR })
      })
    )
  )

  test(
    "is used on an answer that the application gave before",
    answering(
      Effect.fnUntraced(function* (received) {
        const { id } = yield* open(PIN, { messages: MESSAGES })
        const first = yield* settled((yield* use({ command_id: id, target_id: WORD })).id)
        const target_id = first.message?.id
        yield* settled((yield* use({ command_id: id, target_id })).id)
        const { author, content } = sentTo(received).data.resolved.messages[target_id ?? ""]
        assert.deepStrictEqual([author.id, content], [PET_SHOP, "hi"])
      })
    )
  )
})

describeOnEachStore("a use on the wrong thing", (test) => {
  const faultsOf = (asked: Parameters<typeof use>[0]) =>
    Effect.map(refusalOf(asked), ({ reason, faults }) => [
      reason,
      ...faults.map(({ path, code }) => `${path.join(".")} ${code}`)
    ])

  test(
    "is refused with the fault at target_id",
    answering(
      Effect.fnUntraced(function* (received) {
        const pin = yield* open(PIN, { messages: MESSAGES })
        assert.deepStrictEqual(yield* faultsOf({ command_id: pin.id }), ["options", "target_id BASE_TYPE_REQUIRED"])
        for (const target_id of [NOBODY, BOB, ELSEWHERE]) {
          const faults = yield* faultsOf({ command_id: pin.id, target_id })
          assert.deepStrictEqual(faults, ["options", "target_id COMMAND_TARGET_UNKNOWN"])
        }
        const own = yield* faultsOf({ command_id: pin.id, target_id: SECRET })
        assert.deepStrictEqual(own, ["options", "target_id COMMAND_TARGET_EPHEMERAL"])
        const others = yield* faultsOf({ user_id: BOB, command_id: pin.id, target_id: SECRET })
        assert.deepStrictEqual(others, ["options", "target_id COMMAND_TARGET_UNKNOWN"])
        assert.deepStrictEqual(received, [])
      })
    )
  )

  test(
    "is refused for USER commands on nobody, and for slash commands on anything",
    answering(
      Effect.fnUntraced(function* () {
        const profile = yield* open(PROFILE)
        const nobody = yield* faultsOf({ command_id: profile.id, target_id: NOBODY })
        assert.deepStrictEqual(nobody, ["options", "target_id COMMAND_TARGET_UNKNOWN"])
        const slash = yield* open()
        const aimed = yield* faultsOf({ command_id: slash.id, target_id: BOB })
        assert.deepStrictEqual(aimed, ["options", "target_id COMMAND_TARGET_UNWANTED"])
      })
    )
  )

  test(
    "is judged after what the user may do at all",
    answering(
      Effect.fnUntraced(function* () {
        const hidden = yield* open({ ...PROFILE, default_member_permissions: "0" })
        assert.strictEqual((yield* refusalOf({ command_id: hidden.id, target_id: NOBODY })).reason, "permission")
        const stale = yield* open(PROFILE)
        assert.strictEqual((yield* refusalOf({ command_id: stale.id, version: "1" })).reason, "stale")
      })
    )
  )

  test(
    "asks for no choices",
    answering(
      Effect.fnUntraced(function* () {
        const { id } = yield* open(PROFILE)
        const faults = yield* faultsOf({ command_id: id, target_id: BOB, autocomplete: true })
        assert.deepStrictEqual(faults, ["options", "autocomplete COMMAND_AUTOCOMPLETE_UNWANTED"])
      })
    )
  )
})

const embedded = (flags: ReadonlyArray<string> = ["EMBEDDED"]) => {
  const [petShop, ...others] = harbourFile().applications
  return {
    applications: [{ ...petShop, interactions_endpoint_url: "http://127.0.0.1:9/interactions", flags }, ...others]
  }
}

const launchOf = (handler: number) =>
  Effect.gen(function* () {
    yield* open({}, embedded())
    const commands = yield* transact(() => Collections.commands.list([]))
    const entry = commands.find(({ type }) => type === 4)
    assert.isDefined(entry)
    yield* transact(() => Collections.commands.put({ ...entry, handler: handler === 1 ? 1 : 2 }))
    return entry.id
  })

describeOnEachStore("an entry point", (test) => {
  test(
    "with APP_HANDLER is answered by the application",
    answering(
      Effect.fnUntraced(function* (received) {
        const command_id = yield* launchOf(1)
        const used = yield* settled((yield* use({ command_id })).id)
        assert.strictEqual(used.record.state, "responded")
        const { type, data } = sentTo(received)
        assert.deepStrictEqual([type, data], [2, { id: command_id, name: "Launch", type: 4 }])
      })
    )
  )

  test(
    "with DISCORD_LAUNCH_ACTIVITY is launched without the application",
    answering(
      Effect.fnUntraced(function* (received) {
        const command_id = yield* launchOf(2)
        for (const [channel_id, kind] of [
          [GENERAL, `gc-${HARBOUR}-`],
          [ALICE_AND_BOB, "pc-"]
        ] as const) {
          const { id } = yield* use({ command_id, channel_id })
          const { record: launched, message, expired } = yield* settled(id)
          assert.isFalse(expired)
          assert.strictEqual(launched.state, "launched")
          assert.match(launched.activity_instance_id ?? "", new RegExp(`^i-\\d+-${kind}${channel_id}$`))
          assert.deepInclude(message, { type: 23, content: "" })
          assert.strictEqual(message?.author.id, PET_SHOP)
          assert.deepStrictEqual(message?.activity_instance, { id: launched.activity_instance_id })
          assert.deepStrictEqual((yield* UserMessages.list(ALICE, channel_id, { limit: 10 })).at(-1), message)
          assert.deepStrictEqual(yield* steps(id), ["evaluated", "created", "launched"])
        }
        assert.deepStrictEqual(received, [])
        const told = yield* eventsOf("interaction.launched")
        assert.lengthOf(told, 2)
      })
    )
  )
})

describeOnEachStore("an application that only the user brings", (test) => {
  /** Harbour without the application; only moderators may use external apps. */
  const foreign = (permissions: ReadonlyArray<string>) => {
    const [guild, ...others] = harbourFile().guilds
    const roles = [
      { id: HARBOUR, name: "@everyone", permissions: ["VIEW_CHANNEL", "USE_APPLICATION_COMMANDS", ...permissions] }
    ]
    return { guilds: [{ ...guild, roles, members: [{ user_id: ALICE }, { user_id: BOB }], installs: [] }, ...others] }
  }

  test(
    "answers the user alone without USE_EXTERNAL_APPS, and says why",
    answering(
      Effect.fnUntraced(function* () {
        const { id } = yield* open({ integration_types: [0, 1] }, foreign(["SEND_MESSAGES"]))
        const used = yield* use({ command_id: id })
        const { record: answered, message } = yield* settled(used.id)
        assert.deepInclude(answered, { state: "responded", ephemeral: true, installed_here: false })
        assert.strictEqual(message?.flags, 64)
        assert.strictEqual(message?.interaction_metadata?.ephemerality_reason, 18)
        assert.isEmpty(yield* UserMessages.list(BOB, GENERAL, { limit: 10 }))
        const { trace } = yield* Interactions.read(used.id)
        assert.include(JSON.stringify(trace), "lacks USE_EXTERNAL_APPS here")
      })
    )
  )

  test(
    "answers everyone with it",
    answering(
      Effect.fnUntraced(function* () {
        const { id } = yield* open({ integration_types: [0, 1] }, foreign(["SEND_MESSAGES", "USE_EXTERNAL_APPS"]))
        const used = yield* use({ command_id: id })
        const { message } = yield* settled(used.id)
        assert.strictEqual(message?.flags, 0)
        assert.lengthOf(yield* UserMessages.list(BOB, GENERAL, { limit: 10 }), 1)
        assert.notInclude(yield* steps(used.id), "forced_ephemeral")
        // Files and embeds would still be forced.
        assert.deepInclude(yield* record(used.id), { ephemerality: [11, 12] })
      })
    )
  )
})
