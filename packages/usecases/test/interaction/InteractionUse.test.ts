import { assert } from "@effect/vitest"
import { Effect } from "effect"
import type { UseRefused } from "../../src/command/CommandChoice.ts"
import * as MessageFiles from "../../src/message/MessageFiles.ts"
import * as Collection from "../../src/store/Collection.ts"
import * as Collections from "../../src/store/Collections.ts"
import { ALICE, ALICE_AND_WEATHER, GENERAL, HARBOUR, harbourFile, NOBODY } from "../fixture/Harbour.ts"
import { edit } from "../fixture/Registering.ts"
import { describeOnEachStore, events, transact } from "../fixture/Stores.ts"
import { eventsOf, filling, open, record, saying, settled, upload, use, withApp } from "../fixture/Using.ts"

const answering = <A, E, R>(body: Parameters<typeof withApp<A, E, R>>[1]) =>
  withApp(() => Effect.succeed(saying("hi")), body)

const refusalOf = (asked: Parameters<typeof use>[0]) =>
  Effect.flatMap(Effect.flip(use(asked)), (error) =>
    error._tag === "UseRefused" ? Effect.succeed<UseRefused>(error) : Effect.die(error)
  )

const CATEGORY = "200000000000000029"
const FILE = "700000000000000001"

const ATTACHED = { field: "picture", upload: upload(FILE) }

/** Takes a picture, and completes a colour. */
const TAKING = {
  options: [
    { name: "picture", description: "A file", type: 11 },
    { name: "colour", description: "A colour", type: 3, autocomplete: true }
  ]
}

/** Names a command; the rest of the text is wrong. */
const misspelt = (name: string) => ({ text: `/${name} size:large` })

describeOnEachStore("using a command", (test) => {
  test(
    "keeps what the interaction needs later: its locale, and whether the app is installed here",
    answering(
      Effect.fnUntraced(function* () {
        const command = yield* open()
        const mine = yield* use({ command_id: command.id })
        assert.deepInclude(yield* record(mine.id), { locale: "de", installed_here: true })
        const french = yield* use({ command_id: command.id, locale: "fr" })
        assert.deepInclude(yield* record(french.id), { locale: "fr" })
      })
    )
  )

  test(
    "resolves the direct channel that it is used in",
    answering(
      Effect.fnUntraced(function* (received) {
        const command = yield* open({ options: [{ name: "where", description: "A channel", type: 7 }] })
        const input = filling([{ name: "where", type: 7, value: ALICE_AND_WEATHER }])
        const { id } = yield* use({ channel_id: ALICE_AND_WEATHER, command_id: command.id, input })
        yield* settled(id)
        const { data, context } = JSON.parse(received[0]?.body ?? "{}")
        assert.strictEqual(context, 2)
        assert.deepInclude(data.resolved.channels[ALICE_AND_WEATHER], { id: ALICE_AND_WEATHER, type: 1, name: null })
      })
    )
  )

  test(
    "by text is judged by the version that is beside it",
    answering(
      Effect.fnUntraced(function* (received) {
        const command = yield* open()
        const refused = yield* refusalOf({ version: "1" })
        assert.deepInclude(refused, { reason: "stale", because: `the version is now ${command.version}` })
        assert.strictEqual(refused.command?.version, command.version)
        assert.deepStrictEqual(received, [])
        const { id } = yield* use({ version: command.version })
        assert.strictEqual((yield* settled(id)).record.state, "responded")
      })
    )
  )

  test(
    "is no use in a channel that holds no messages",
    answering(
      Effect.fnUntraced(function* () {
        const [guild, ...others] = harbourFile().guilds
        const channels = [...(guild?.channels ?? []), { id: CATEGORY, name: "Boats", type: 4 }]
        const command = yield* open({}, { guilds: [{ ...guild, channels }, ...others] })
        const refused = yield* refusalOf({ channel_id: CATEGORY, command_id: command.id })
        assert.strictEqual(refused.reason, "context")
        assert.strictEqual(refused.decisions?.find(({ outcome }) => outcome === "fail")?.step, "channel")
      })
    )
  )

  test(
    "that is typed wrong and hidden from the user is refused for being hidden",
    answering(
      Effect.fnUntraced(function* () {
        const command = yield* open({ default_member_permissions: "0" })
        assert.strictEqual((yield* refusalOf({ input: misspelt("adopt") })).reason, "permission")
        yield* edit(command.id, { default_member_permissions: null, contexts: [1] })
        assert.strictEqual((yield* refusalOf({ input: misspelt("adopt") })).reason, "context")
        yield* edit(command.id, { contexts: null })
        assert.strictEqual((yield* refusalOf({ input: misspelt("adopt") })).reason, "options")
        assert.strictEqual((yield* refusalOf({ input: misspelt("dance") })).reason, "unknown")
      })
    )
  )
})

describeOnEachStore("a refused use", (test) => {
  test(
    "is told by an event with every step of its evaluation, and makes nothing",
    answering(
      Effect.fnUntraced(function* () {
        const command = yield* open({ default_member_permissions: "0" })
        const refused = yield* refusalOf({ command_id: command.id })
        const because =
          'default_member_permissions is "0": administrators only, unless an overwrite of the command allows it'
        assert.deepInclude(refused, { reason: "permission", because })
        const told = yield* eventsOf("interaction.refused")
        assert.deepStrictEqual(
          told.map(({ data }) => data),
          [
            {
              user_id: ALICE,
              channel_id: GENERAL,
              command: { id: command.id, name: "adopt" },
              reason: "permission",
              because,
              decisions: refused.decisions
            }
          ]
        )
        assert.isEmpty(yield* eventsOf("interaction.created"))
      })
    )
  )

  test(
    "of no command has no command and no steps",
    answering(
      Effect.fnUntraced(function* () {
        yield* open()
        yield* refusalOf({ command_id: NOBODY })
        const [told] = yield* eventsOf("interaction.refused")
        assert.deepInclude(told?.data, { command: null, reason: "unknown", decisions: [] })
      })
    )
  )

  test(
    "for its options carries the faults and the steps",
    answering(
      Effect.fnUntraced(function* () {
        yield* open()
        const refused = yield* refusalOf({ input: misspelt("adopt") })
        assert.strictEqual(refused.faults[0]?.code, "COMMAND_TEXT_UNKNOWN_OPTION")
        assert.isTrue(refused.decisions?.every(({ outcome }) => outcome !== "fail"))
      })
    )
  )

  test(
    "is no event where user or channel do not exist",
    answering(
      Effect.fnUntraced(function* () {
        yield* open()
        const before = (yield* events).length
        assert.strictEqual((yield* Effect.flip(use({ user_id: NOBODY })))._tag, "UnknownUser")
        assert.strictEqual((yield* events).length, before)
      })
    )
  )
})

describeOnEachStore("files", (test) => {
  const stored = transact(() => Collections.uploads.list([]))

  test(
    "are kept with the use, and found by their id alone",
    answering(
      Effect.fnUntraced(function* () {
        const command = yield* open(TAKING)
        const input = filling([{ name: "picture", type: 11, value: FILE }])
        yield* use({ command_id: command.id, input, attachments: [ATTACHED] })
        assert.strictEqual((yield* MessageFiles.upload(FILE)).id, FILE)
        for (const id of [NOBODY, "x", "../x", "ÿ"]) {
          assert.strictEqual((yield* Effect.flip(MessageFiles.upload(id)))._tag, "NotFound")
        }
      })
    )
  )

  test(
    "are not kept when the use is refused, nor while the user types",
    answering(
      Effect.fnUntraced(function* () {
        const command = yield* open(TAKING)
        yield* refusalOf({ input: misspelt("adopt"), attachments: [ATTACHED] })
        const input = filling([{ name: "colour", type: 3, value: "r", focused: true }])
        yield* use({ command_id: command.id, input, autocomplete: true, attachments: [ATTACHED] })
        assert.deepStrictEqual(yield* stored, [])
      })
    )
  )
})

describeOnEachStore("an installed bot", (test) => {
  test(
    "is a member because the world made it one, and needs no other",
    Effect.gen(function* () {
      yield* open()
      const member = yield* transact(() =>
        Collections.members.get(Collection.id(HARBOUR), Collection.id("100000000000000001"))
      )
      assert.strictEqual(member?.joined_at, "2025-01-01T00:00:00Z")
    })
  )
})
