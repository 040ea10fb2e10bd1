import * as Limits from "@backlot/domain/base/Limits"
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import * as Time from "../../src/event/Time.ts"
import * as ComponentUses from "../../src/interaction/ComponentUses.ts"
import * as Collection from "../../src/store/Collection.ts"
import * as Collections from "../../src/store/Collections.ts"
import * as Retention from "../../src/store/Retention.ts"
import { json } from "../fixture/Endpoint.ts"
import { ALICE, ALICE_AND_WEATHER, BOB, GENERAL, HARBOUR } from "../fixture/Harbour.ts"
import { remove } from "../fixture/Registering.ts"
import { describeOnEachStore, transact } from "../fixture/Stores.ts"
import {
  lastPayload,
  MODAL,
  opened,
  refusalOf,
  showing,
  submitted,
  withButton,
  withModal
} from "../fixture/Submitting.ts"
import { eventsOf, open, record, settled, upload, use, withApp } from "../fixture/Using.ts"

const ANSWER = { type: 4, data: { content: "Thanks" } }

describeOnEachStore("a modal that answers a command", (test) => {
  test(
    "counts as the response, and stays with the interaction",
    withApp(
      withModal(),
      Effect.fnUntraced(function* () {
        const { id: command_id } = yield* open()
        const { id } = yield* use({ command_id })
        const { record: kept, message } = yield* settled(id)
        assert.deepInclude(kept, { state: "responded", callback_type: 9, original_message_id: null })
        assert.strictEqual(kept.modal?.title, MODAL.title)
        assert.isUndefined(message)
      })
    )
  )

  test(
    "is submitted as a new interaction with a token of its own, under the same conditions",
    withApp(
      withModal(),
      Effect.fnUntraced(function* (received) {
        const { id: command_id } = yield* open()
        const opener = yield* opened({ command_id })
        const first = JSON.parse(received[0]?.body ?? "{}")
        const { record: kept, message } = yield* submitted({ interaction_id: opener, locale: "fr" })
        const sent = lastPayload(received)
        assert.deepInclude(kept, { type: 5, state: "responded", locale: "fr" })
        assert.deepInclude(sent, { id: kept.id, type: 5, token: kept.token, version: 1, locale: "fr" })
        assert.notStrictEqual(sent.token, first.token)
        const kin = ["application_id", "channel_id", "guild_id", "context", "authorizing_integration_owners", "member"]
        for (const field of kin) assert.deepStrictEqual(sent[field], first[field], field)
        assert.deepStrictEqual(sent.authorizing_integration_owners, { "0": HARBOUR, "1": ALICE })
        assert.deepStrictEqual(sent.data, {
          custom_id: "survey",
          components: [{ type: 18, id: 1, component: { type: 4, id: 2, custom_id: "name", value: "Rex" } }]
        })
        assert.notProperty(sent, "message")
        assert.strictEqual(message?.content, "Thanks")
      })
    )
  )

  test(
    "is told of in the messages that answer it, nested once",
    withApp(
      withModal(),
      Effect.fnUntraced(function* () {
        const { id: command_id } = yield* open()
        const opener = yield* opened({ command_id })
        const { record: kept, message } = yield* submitted({ interaction_id: opener })
        const metadata = message?.interaction_metadata
        assert.deepInclude(metadata, { id: kept.id, type: 5 })
        assert.deepInclude(metadata?.triggering_interaction_metadata, {
          id: opener,
          type: 2,
          name: "adopt",
          command_type: 1,
          authorizing_integration_owners: { "0": HARBOUR, "1": ALICE }
        })
        assert.notProperty(metadata?.triggering_interaction_metadata, "triggering_interaction_metadata")
        assert.notProperty(message, "interaction")
        assert.notProperty(message, "message_reference")
      })
    )
  )

  test(
    "is submitted though the command was deleted meanwhile, and the opener's token has ended",
    withApp(
      withModal(),
      Effect.fnUntraced(function* () {
        const { id: command_id } = yield* open()
        const opener = yield* opened({ command_id })
        yield* remove(command_id)
        yield* Time.change({ advance_ms: Limits.interaction.tokenMs + 1 })
        assert.strictEqual((yield* submitted({ interaction_id: opener })).record.state, "responded")
      })
    )
  )

  test(
    "is submitted in direct messages as well",
    withApp(
      withModal(),
      Effect.fnUntraced(function* (received) {
        const { id: command_id } = yield* open()
        const opener = yield* opened({ command_id, channel_id: ALICE_AND_WEATHER })
        yield* submitted({ interaction_id: opener })
        const sent = lastPayload(received)
        assert.deepInclude(sent, { type: 5, context: 2, channel_id: ALICE_AND_WEATHER })
        assert.strictEqual(sent.user.id, ALICE)
        for (const field of ["guild_id", "guild", "member"]) assert.notProperty(sent, field)
      })
    )
  )

  test(
    "has no message that an answer could update",
    withApp(
      withModal(MODAL, { type: 7, data: { content: "new" } }),
      Effect.fnUntraced(function* () {
        const { id: command_id } = yield* open()
        const { record: kept } = yield* submitted({ interaction_id: yield* opened({ command_id }) })
        assert.deepInclude(kept, { state: "failed" })
        assert.deepInclude(kept.error, {
          message: "Something went wrong. Try again.",
          because: "the answer breaks rules: type: Value must be one of (4, 5, 10)."
        })
      })
    )
  )
})

describeOnEachStore("a modal that answers a component", (test) => {
  const pressed = Effect.gen(function* () {
    const { id: command_id } = yield* open()
    const { id } = yield* use({ command_id })
    const { message } = yield* settled(id)
    const message_id = message?.id ?? ""
    const press = { user_id: ALICE, message_id, custom_id: "go", values: [], locale: undefined }
    const opener = yield* ComponentUses.use(press)
    yield* settled(opener.id)
    return { opener: opener.id, message_id }
  })
  const at = (messageId: string) =>
    transact(() => Collections.messages.get(Collection.id(GENERAL), Collection.id(messageId)))

  test(
    "brings the message of the component, and may update it",
    withApp(
      withButton({ type: 7, data: { content: "new" } }),
      Effect.fnUntraced(function* (received) {
        const { opener, message_id } = yield* pressed
        const { record: kept, message } = yield* submitted({ interaction_id: opener })
        const sent = lastPayload(received)
        assert.deepInclude(sent.message, { id: message_id, content: "Press" })
        assert.lengthOf(sent.message.components, 1)
        assert.deepStrictEqual(sent.authorizing_integration_owners, { "0": HARBOUR, "1": ALICE })
        assert.deepInclude(kept, { state: "responded", original_message_id: message_id })
        assert.strictEqual(message?.content, "new")
        assert.strictEqual((yield* at(message_id))?.message.content, "new")
      })
    )
  )

  test(
    "brings what the message replies to, too",
    withApp(
      ({ body }) => {
        const { type, data } = JSON.parse(body)
        const answer = data.custom_id === "again" ? { type: 9, data: MODAL } : showing(type === 2 ? "go" : "again")
        return Effect.succeed(json(200, answer))
      },
      Effect.fnUntraced(function* (received) {
        const { opener: reply, message_id } = yield* pressed
        const { message } = yield* settled(reply)
        const press = {
          user_id: ALICE,
          message_id: message?.id ?? "",
          custom_id: "again",
          values: [],
          locale: undefined
        }
        const { id: opener } = yield* ComponentUses.use(press)
        yield* settled(opener)
        yield* submitted({ interaction_id: opener })
        assert.deepInclude(lastPayload(received).message, { id: message?.id, type: 19 })
        assert.strictEqual(lastPayload(received).message.referenced_message.id, message_id)
      })
    )
  )

  test(
    "may leave the message as it is for now",
    withApp(
      withButton({ type: 6 }),
      Effect.fnUntraced(function* () {
        const { opener, message_id } = yield* pressed
        const { record: kept } = yield* submitted({ interaction_id: opener })
        assert.deepInclude(kept, { state: "deferred", callback_type: 6, original_message_id: message_id })
      })
    )
  )

  test(
    "is told of in messages with the press that opened it",
    withApp(
      withButton(ANSWER),
      Effect.fnUntraced(function* () {
        const { opener, message_id } = yield* pressed
        const { message } = yield* submitted({ interaction_id: opener })
        assert.deepInclude(message?.interaction_metadata?.triggering_interaction_metadata, {
          id: opener,
          type: 3,
          interacted_message_id: message_id
        })
      })
    )
  )

  test(
    "goes on without the message once that is deleted",
    withApp(
      withButton(ANSWER),
      Effect.fnUntraced(function* (received) {
        const { opener, message_id } = yield* pressed
        yield* transact(() => Retention.deleteMessage(GENERAL, message_id))
        assert.strictEqual((yield* submitted({ interaction_id: opener })).record.state, "responded")
        assert.notProperty(lastPayload(received), "message")
      })
    )
  )
})

describeOnEachStore("a submit that breaks the modal's rules", (test) => {
  test(
    "is refused with every fault at its field, told by an event, and makes nothing",
    withApp(
      withModal(),
      Effect.fnUntraced(function* (received) {
        const { id: command_id } = yield* open()
        const interaction_id = yield* opened({ command_id })
        const refused = yield* refusalOf({ interaction_id, filled: { name: "x".repeat(11), age: 5 } })
        assert.strictEqual(refused.reason, "options")
        assert.deepStrictEqual(
          refused.faults.map(({ path, code }) => [path, code]),
          [
            [["fields", "name"], "BASE_TYPE_MAX_LENGTH"],
            [["fields", "age"], "MODAL_SUBMIT_FIELD_UNKNOWN"]
          ]
        )
        const [told] = yield* eventsOf("interaction.refused")
        assert.deepInclude(told?.data, { user_id: ALICE, interaction_id, reason: "options", command: null })
        assert.lengthOf(received, 1)
        assert.notProperty(yield* record(interaction_id), "modal_submit_id")
      })
    )
  )
})

describeOnEachStore("files and entities of a modal", (test) => {
  const files = { type: 18, label: "File", component: { type: 19, custom_id: "files" } }
  const friend = { type: 18, label: "Friend", component: { type: 5, custom_id: "friend" } }
  const where = { type: 18, label: "Where", component: { type: 8, custom_id: "where" } }
  const FILE = "700000000000000001"

  test(
    "are resolved, and the files are kept with the interaction",
    withApp(
      withModal({ ...MODAL, components: [files, friend, where] }),
      Effect.fnUntraced(function* (received) {
        const { id: command_id } = yield* open()
        const interaction_id = yield* opened({ command_id })
        yield* submitted({
          interaction_id,
          filled: { friend: BOB, where: [GENERAL] },
          files: [{ field: "files", upload: upload(FILE) }]
        })
        const { resolved } = lastPayload(received).data
        assert.deepStrictEqual(Object.keys(resolved).sort(), ["attachments", "channels", "members", "users"])
        assert.deepInclude(resolved.attachments[FILE], { id: FILE, filename: "cat.png", ephemeral: true })
        assert.deepInclude(resolved.users[BOB], { id: BOB, username: "bob" })
        assert.notProperty(resolved.members[BOB], "user")
        assert.property(resolved.members[BOB], "permissions")
        assert.deepInclude(resolved.channels[GENERAL], { id: GENERAL, name: "general" })
        assert.isDefined(yield* transact(() => Collections.uploads.get(Collection.id(FILE))))
      })
    )
  )
})
