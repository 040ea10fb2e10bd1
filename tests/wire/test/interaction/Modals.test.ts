/** Modals over the control plane: opened by commands and buttons, submitted by users. Source: product.md. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import * as Play from "../Harbour.ts"
import { type Reply, saying, silent, stage } from "../Stage.ts"

const { ADOPT, ALICE, APP, BOB, GENERAL, GUILD, MODERATOR } = Play

const label = (component: object) => ({ type: 18, label: "Which?", component })
const row = (component: object) => ({ type: 1, components: [component] })
const text = (custom_id: string, more: object = {}) => ({ type: 4, custom_id, style: 1, ...more })
const modal = (...components: ReadonlyArray<object>) => ({ custom_id: "survey", title: "Survey", components })

const NAMED = modal(label(text("name", { max_length: 10 })))
const BUTTON = { type: 1, components: [{ type: 2, style: 1, custom_id: "go", label: "Go" }] }
const PNG = Buffer.from("89504e470d0a1a0a00ff", "hex")

/**
 * An app that opens the modal `opened` and answers its submits with `answer`. `first` decides whether it answers the
 * command with the modal or with a button.
 */
const shop = Effect.fnUntraced(function* (opened: object, answer: unknown, first: "modal" | "button" = "modal") {
  const { app, control, use, ...hands } = yield* stage(({ body }) => {
    const { type } = JSON.parse(body)
    if (type === 5) return Effect.succeed({ json: answer })
    const pressable = { type: 4, data: { content: "Press", components: [BUTTON] } }
    return Effect.succeed({ json: type === 2 && first === "button" ? pressable : { type: 9, data: opened } })
  })
  const received = Effect.map(app.take, ({ body }) => JSON.parse(body))
  const adopt = () => use(ALICE, GENERAL, { command_id: ADOPT, options: [{ name: "animal", value: "dog" }] })
  const submit = (interaction: string, json: unknown, user = ALICE, query = "") =>
    control(`/users/${user}/modals/${interaction}${query}`, { json })
  const press = (message: string) =>
    control(`/users/${ALICE}/messages/${message}/components`, { json: { custom_id: "go" } })
  return { app, control, use, adopt, submit, press, received, ...hands }
})

const parsed = ({ text: body }: Reply) => JSON.parse(body)

const SAYING = { type: 4, data: { content: "Thanks" } }

describe("a modal opened by a slash command", () => {
  it.live("is shown to its user, and submitted with what they filled in", () =>
    Effect.gen(function* () {
      const { adopt, submit, received, rest } = yield* shop(NAMED, SAYING)
      const opened = parsed(yield* adopt())
      assert.deepInclude(opened, { state: "responded", response: { type: 9, ephemeral: false } })
      assert.deepInclude(opened.modal, { custom_id: "survey", title: "Survey" })
      assert.deepInclude(opened.modal.components[0].component, { custom_id: "name", required: true, max_length: 10 })
      const command = yield* received

      const submitted = parsed(yield* submit(opened.interaction_id, { fields: { name: "Rex" }, locale: "fr" }))
      assert.deepInclude(submitted, { state: "responded" })
      assert.strictEqual(submitted.message.content, "Thanks")
      const sent = yield* received
      assert.deepInclude(sent, { id: submitted.interaction_id, type: 5, locale: "fr", guild_id: GUILD })
      assert.deepStrictEqual(sent.member.user.id, ALICE)
      assert.notStrictEqual(sent.token, command.token)
      assert.notProperty(sent, "message")

      const { interaction_metadata } = parsed(yield* rest(`/webhooks/${APP}/${sent.token}/messages/@original`))
      assert.deepInclude(interaction_metadata, { id: sent.id, type: 5 })
      assert.deepInclude(interaction_metadata.triggering_interaction_metadata, {
        id: command.id,
        type: 2,
        name: "adopt",
        command_type: 1
      })
    })
  )

  it.live("is answered by deferring, and completed by the submit's own token", () =>
    Effect.gen(function* () {
      const { adopt, submit, received, rest, interaction } = yield* shop(NAMED, { type: 5 })
      const { interaction_id } = parsed(yield* adopt())
      yield* received
      const deferred = parsed(yield* submit(interaction_id, { fields: { name: "Rex" } }))
      assert.strictEqual(deferred.state, "deferred")
      const { token } = yield* received
      const path = `/webhooks/${APP}/${token}/messages/@original`
      assert.strictEqual((yield* rest(path, { method: "PATCH", json: { content: "Done" } })).status, 200)
      const answered = parsed(yield* interaction(deferred.interaction_id))
      assert.deepInclude(answered, { state: "responded" })
      assert.strictEqual(answered.message.content, "Done")
    })
  )

  it.live("stays open while submits fail, and tells the user so", () =>
    Effect.gen(function* () {
      const { adopt, submit, app } = yield* shop(NAMED, { type: 6 })
      const { interaction_id } = parsed(yield* adopt())
      const failed = parsed(yield* submit(interaction_id, { fields: { name: "Rex" } }))
      assert.strictEqual(failed.state, "failed")
      assert.match(failed.error, /^Something went wrong\. Try again: /)
      yield* app.answerWith(saying("At last"))
      assert.deepInclude(parsed(yield* submit(interaction_id, { fields: { name: "Rex" } })), { state: "responded" })
      const closed = yield* submit(interaction_id, { fields: { name: "Rex" } })
      assert.strictEqual(closed.status, 404)
      assert.deepInclude(closed.body, { reason: "unknown" })
    })
  )

  it.live("may be submitted without waiting for the answer", () =>
    Effect.gen(function* () {
      const { adopt, submit, app } = yield* shop(NAMED, SAYING)
      const { interaction_id } = parsed(yield* adopt())
      yield* app.answerWith(silent)
      const sent = yield* submit(interaction_id, { fields: { name: "Rex" } }, ALICE, "?wait=false")
      assert.deepInclude(sent.body, { state: "pending" })
    })
  )
})

describe("a modal opened by a button", () => {
  it.live("brings the whole message, and its answer may update it", () =>
    Effect.gen(function* () {
      const update = { type: 7, data: { content: "Chosen", components: [] } }
      const { adopt, press, submit, received, messages } = yield* shop(NAMED, update, "button")
      const { message } = parsed(yield* adopt())
      const opened = parsed(yield* press(message.id))
      assert.strictEqual(opened.modal.custom_id, "survey")
      const submitted = parsed(yield* submit(opened.interaction_id, { fields: { name: "Rex" } }))
      assert.deepInclude(submitted.message, { id: message.id, content: "Chosen", components: [] })
      const [command, , sent] = [yield* received, yield* received, yield* received]
      assert.deepStrictEqual(sent.message, message)
      assert.deepStrictEqual(sent.authorizing_integration_owners, command.authorizing_integration_owners)
      const listed = parsed(yield* messages(ALICE, GENERAL)).messages
      assert.deepStrictEqual(
        listed.map(({ content }: { content: string }) => content),
        ["Chosen"]
      )
    })
  )

  it.live("is told of by the press that opened it", () =>
    Effect.gen(function* () {
      const { adopt, press, submit } = yield* shop(NAMED, SAYING, "button")
      const { message } = parsed(yield* adopt())
      const opened = parsed(yield* press(message.id))
      const { interaction_metadata } = parsed(yield* submit(opened.interaction_id, { fields: { name: "Rex" } })).message
      assert.deepInclude(interaction_metadata.triggering_interaction_metadata, {
        id: opened.interaction_id,
        type: 3,
        interacted_message_id: message.id
      })
    })
  )
})

describe("what the app receives of a modal", () => {
  it.live("legacy rows hold their text inputs", () =>
    Effect.gen(function* () {
      const rows = modal(row(text("name", { label: "Name" })), row(text("why", { label: "Why", required: false })))
      const { adopt, submit, received } = yield* shop(rows, SAYING)
      const { interaction_id } = parsed(yield* adopt())
      yield* received
      yield* submit(interaction_id, { fields: { name: "Rex" } })
      assert.deepStrictEqual((yield* received).data, {
        custom_id: "survey",
        components: [
          { type: 1, id: 1, components: [{ type: 4, id: 2, custom_id: "name", value: "Rex" }] },
          { type: 1, id: 3, components: [{ type: 4, id: 4, custom_id: "why", value: "" }] }
        ]
      })
    })
  )

  const options = ["a", "b", "c"].map((value) => ({ label: value, value }))
  const attachments = [{ field: "x", filename: "dog.png", content_type: "image/png", base64: PNG.toString("base64") }]

  it.live.each([
    ["text", { type: 4, style: 2 }, "a\nb", { value: "a\nb" }, []],
    ["a string select", { type: 3, options, max_values: 2 }, ["c", "a"], { values: ["c", "a"] }, []],
    ["a user select", { type: 5 }, BOB, { values: [BOB] }, ["members", "users"]],
    ["a role select", { type: 6 }, [MODERATOR], { values: [MODERATOR] }, ["roles"]],
    [
      "a mentionable select",
      { type: 7, max_values: 2 },
      [BOB, MODERATOR],
      { values: [BOB, MODERATOR] },
      ["members", "roles", "users"]
    ],
    ["a channel select", { type: 8, channel_types: [0] }, GENERAL, { values: [GENERAL] }, ["channels"]],
    ["a radio group", { type: 21, options }, "b", { value: "b" }, []],
    ["a radio group without a choice", { type: 21, options, required: false }, null, { value: null }, []],
    ["a checkbox group", { type: 22, options }, ["a", "c"], { values: ["a", "c"] }, []],
    ["a checkbox", { type: 23 }, true, { value: true }, []]
  ] as const)("a label holds %s", ([, component, value, part, maps]) =>
    Effect.gen(function* () {
      const { adopt, submit, received } = yield* shop(modal(label({ ...component, custom_id: "x" })), SAYING)
      const { interaction_id } = parsed(yield* adopt())
      yield* received
      assert.strictEqual((yield* submit(interaction_id, { fields: { x: value } })).status, 200)
      const { resolved = {}, components } = (yield* received).data
      const { type } = component
      assert.deepStrictEqual(components, [{ type: 18, id: 1, component: { type, id: 2, custom_id: "x", ...part } }])
      assert.deepStrictEqual(Object.keys(resolved), [...maps])
    })
  )

  it.live("a label holds a file upload, whose files can be downloaded", () =>
    Effect.gen(function* () {
      const { adopt, submit, received } = yield* shop(modal(label({ type: 19, custom_id: "x" })), SAYING)
      const { interaction_id } = parsed(yield* adopt())
      yield* received
      assert.strictEqual((yield* submit(interaction_id, { attachments })).status, 200)
      const { resolved, components } = (yield* received).data
      const [{ component }] = components
      const [id] = component.values
      assert.deepInclude(component, { type: 19, custom_id: "x" })
      assert.deepStrictEqual(Object.keys(resolved), ["attachments"])
      const { url, ...file } = resolved.attachments[id]
      assert.deepInclude(file, {
        id,
        filename: "dog.png",
        content_type: "image/png",
        size: PNG.length,
        ephemeral: true
      })
      const bytes = yield* Effect.promise(async () => Buffer.from(await (await fetch(url)).arrayBuffer()))
      assert.deepStrictEqual(bytes, PNG)
    })
  )

  it.live("a display has only its type and id", () =>
    Effect.gen(function* () {
      const { adopt, submit, received } = yield* shop(modal({ type: 10, content: "Read me" }), SAYING)
      const { interaction_id } = parsed(yield* adopt())
      yield* received
      yield* submit(interaction_id, {})
      assert.deepStrictEqual((yield* received).data.components, [{ type: 10, id: 1 }])
    })
  )
})

describe("a submit that is refused", () => {
  const file = { field: "files", filename: "a.png", base64: "AA==" }
  it.live.each<[string, unknown, number, string | undefined, ReadonlyArray<string>]>([
    ["without a required field", {}, 400, "options", ["fields.name"]],
    ["with a text that is too long", { fields: { name: "x".repeat(11) } }, 400, "options", ["fields.name"]],
    ["with an unknown field", { fields: { name: "Rex", age: 5 } }, 400, "options", ["fields.age"]],
    [
      "with a file for no upload",
      { fields: { name: "Rex" }, attachments: [file] },
      400,
      "options",
      ["attachments.0.field"]
    ],
    ["with bytes that are none", { attachments: [{ ...file, base64: "?" }] }, 400, undefined, ["attachments.0.base64"]],
    [
      "with a file that says nothing",
      { attachments: [{}] },
      400,
      undefined,
      ["attachments.0.field", "attachments.0.filename", "attachments.0.base64"]
    ],
    ["with more files than all fields take", { attachments: Array(51).fill(file) }, 400, undefined, ["attachments"]],
    ["with fields that are no object", { fields: [] }, 400, undefined, ["fields"]],
    ["with a name that no field can have", { fields: { ["x".repeat(101)]: "Rex" } }, 400, undefined, ["fields"]],
    ["with an unknown locale", { fields: { name: "Rex" }, locale: "tlh" }, 400, undefined, ["locale"]]
  ])("%s says where", ([, body, status, reason, places]) =>
    Effect.gen(function* () {
      const { app, adopt, submit } = yield* shop(NAMED, SAYING)
      const { interaction_id } = parsed(yield* adopt())
      const refused = yield* submit(interaction_id, body)
      assert.strictEqual(refused.status, status)
      assert.strictEqual(refused.body.code, 50035)
      assert.strictEqual(refused.body.reason, reason)
      for (const place of places) assert.nestedProperty(refused.body.errors, `${place}._errors`)
      assert.lengthOf(app.received, 1)
      assert.deepInclude(parsed(yield* submit(interaction_id, { fields: { name: "Rex" } })), { state: "responded" })
    })
  )

  it.live("by another user, or of an interaction that opened none, is refused with its reason", () =>
    Effect.gen(function* () {
      const { adopt, submit } = yield* shop(NAMED, SAYING)
      const { interaction_id } = parsed(yield* adopt())
      const other = yield* submit(interaction_id, { fields: { name: "Rex" } }, BOB)
      assert.deepStrictEqual([other.status, other.body.reason], [403, "invisible"])
      const none = yield* submit("1", { fields: { name: "Rex" } })
      assert.deepStrictEqual([none.status, none.body.reason], [404, "unknown"])
      for (const { body } of [other, none]) {
        assert.nestedPropertyVal(body.errors, "interaction_id._errors[0].code", "MODAL_SUBMIT_NOT_OPEN")
      }
      assert.strictEqual((yield* submit("x", {})).status, 400)
    })
  )
})

describe("an answer that opens a modal", () => {
  it.live("that breaks rules fails, and names each fault under data", () =>
    Effect.gen(function* () {
      const { adopt } = yield* shop(modal(label(text("x".repeat(101))), row(text("t"))), SAYING)
      const failed = parsed(yield* adopt())
      assert.strictEqual(failed.state, "failed")
      assert.match(failed.error, /data\.components\[0\]\.component\.custom_id: Must be between 1 and 100 in length\./)
      assert.match(failed.error, /data\.components\[1\]\.components\[0\]\.label: This field is required/)
    })
  )

  it.live("comes by the callback endpoint as well, without a resource", () =>
    Effect.gen(function* () {
      const { app, rest, use, interaction } = yield* stage(() => Effect.succeed({ status: 202 }))
      const asked = { command_id: ADOPT, options: [{ name: "animal", value: "dog" }] }
      const { body } = yield* use(ALICE, GENERAL, asked, "?wait=false")
      const { id, token } = JSON.parse((yield* app.take).body)
      const json = { type: 9, data: NAMED }
      const answered = yield* rest(`/interactions/${id}/${token}/callback?with_response=true`, { json })
      assert.strictEqual(answered.status, 200)
      assert.deepStrictEqual(parsed(answered), { interaction: { id, type: 2, channel_id: GENERAL, guild_id: GUILD } })
      assert.strictEqual(parsed(yield* interaction(body.interaction_id)).modal.title, "Survey")
      const late = yield* rest(`/webhooks/${APP}/${token}/messages/@original`)
      assert.strictEqual(late.status, 404)
    })
  )
})
