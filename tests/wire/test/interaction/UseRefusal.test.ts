import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { ADOPT, ADOPT_VERSION, ALICE, BOB, GENERAL, STAFF } from "../Harbour.ts"
import { saying, silent, stage } from "../Stage.ts"

const option = (name: string, value: unknown) => ({ name, value })
const adopt = (...options: ReadonlyArray<unknown>) => ({ command_id: ADOPT, options })
const file = (name: string) => ({ option: name, filename: "a.png", base64: "AA==" })
const REFUSED = "Refused before delivery (options): "

describe("a refusal of options", () => {
  it.live.each<[string, object, string, string]>([
    [
      "names each option and all its faults",
      adopt(option("animal", 5), option("age", "old"), option("tail", 1)),
      'options[0].value (animal): Could not interpret "5" as string.; ' +
        'options[1].value (age): Value "old" is not int.; ' +
        "options[2].name (tail): This command has no such option",
      "options"
    ],
    ["names the option that is missing", adopt(), "options.animal: This option is required", "options"],
    [
      "of a text names the option and its column, and nothing that was not sent",
      { text: "/adopt animal:dog age:old" },
      'text: age (column 22): Value "old" is not int.',
      "text"
    ],
    [
      "of a text that breaks the grammar says where",
      { text: "/adopt tail:1 animal:dog" },
      "This command has no such option (column 7).",
      "text"
    ],
    [
      "of options that are no objects says so",
      { command_id: ADOPT, options: ["dog"] },
      "options[0]: Only dictionaries may be used in a ModelType; options.animal: This option is required",
      "options"
    ],
    [
      "of an unknown type says so",
      adopt({ ...option("animal", "dog"), type: 99 }),
      "options[0].type (animal): Value must be one of (3).",
      "options"
    ],
    [
      "of a type that is none says so",
      adopt({ ...option("animal", "dog"), type: "text" }),
      'options[0].type (animal): Value "text" is not int.',
      "options"
    ],
    [
      "of a second file for the same option says so",
      { ...adopt(option("animal", "dog")), attachments: [file("picture"), file("picture")] },
      "attachments[1].option: Another file is attached to this option already",
      "attachments"
    ]
  ])("%s", ([, body, message, field]) =>
    Effect.gen(function* () {
      const { app, use } = yield* stage(saying("never"))
      const refused = yield* use(ALICE, GENERAL, body)
      assert.strictEqual(refused.status, 400)
      assert.strictEqual(refused.body.reason, "options")
      const told: { readonly message: string; readonly because: string } = JSON.parse(refused.text)
      assert.deepInclude(told, { message: REFUSED + message, because: message })
      assert.deepStrictEqual(Object.keys(Object(refused.body.errors)), [field])
      assert.deepStrictEqual(app.received, [])
    })
  )
})

describe("a refused use", () => {
  it.live("carries every step of its evaluation, and the command only when it is stale", () =>
    Effect.gen(function* () {
      const { use } = yield* stage(saying("never"))
      const decisionsOf = (text: string): ReadonlyArray<{ readonly step: string; readonly outcome: string }> =>
        JSON.parse(text).decisions
      const hidden = yield* use(BOB, GENERAL, { command_id: STAFF })
      const failed = decisionsOf(hidden.text).filter(({ outcome }) => outcome === "fail")
      assert.deepStrictEqual(
        failed.map(({ step }) => step),
        ["default_member_permissions"]
      )
      assert.notProperty(hidden.body, "command")
      const stale = yield* use(ALICE, GENERAL, { text: "/adopt animal:dog", version: "1" })
      assert.deepStrictEqual([stale.status, stale.body.reason], [409, "stale"])
      assert.deepInclude(stale.body.command, { id: ADOPT, version: ADOPT_VERSION })
      assert.isTrue(decisionsOf(stale.text).every(({ outcome }) => outcome !== "fail"))
      const unknown = yield* use(ALICE, GENERAL, { command_id: "1" })
      assert.notProperty(unknown.body, "decisions")
    })
  )
})

describe("choices", () => {
  it.live("carry the name that the user's locale shows, fallbacks included, beside what the app said", () =>
    Effect.gen(function* () {
      const dog = { name: "Dog", name_localizations: { "en-GB": "Doggo", de: "Hund" }, value: "dog" }
      const { use, interaction } = yield* stage(() => Effect.succeed({ json: { type: 8, data: { choices: [dog] } } }))
      const options = [{ name: "animal", value: "d", focused: true }]
      const ask = (more: object) => use(ALICE, GENERAL, { command_id: ADOPT, autocomplete: true, options, ...more })
      for (const [more, name_localized] of [
        [{}, "Doggo"],
        [{ locale: "de" }, "Hund"],
        [{ locale: "fr" }, "Dog"]
      ] as const) {
        const { body } = yield* ask(more)
        assert.deepStrictEqual(body.choices, [{ ...dog, name_localized }])
        assert.deepStrictEqual((yield* interaction(body.interaction_id)).body.choices, body.choices)
      }
    })
  )
})

describe("an application without an endpoint", () => {
  it.live("is told of at once, though the interaction keeps its time", () =>
    Effect.gen(function* () {
      const { use, rest } = yield* stage(silent)
      assert.strictEqual(
        (yield* rest("/applications/@me", { method: "PATCH", json: { interactions_endpoint_url: null } })).status,
        200
      )
      const { body } = yield* use(ALICE, GENERAL, adopt(option("animal", "dog")), "?wait=false")
      assert.strictEqual(body.state, "pending")
      assert.match(
        body.error,
        /^the application Pet Shop has no interactions_endpoint_url and no gateway session .*, so nothing was delivered; start/
      )
    })
  )
})

describe("the messages of a channel", () => {
  it.live.each([
    ["0", "Value should be greater than or equal to 1."],
    ["1001", "Value should be less than or equal to 1000."],
    ["many", 'Value "many" is not int.']
  ])("limit=%s is refused with what is allowed", ([limit, message]) =>
    Effect.gen(function* () {
      const { messages } = yield* stage(saying("never"))
      const refused = yield* messages(ALICE, GENERAL, `?limit=${limit}`)
      assert.strictEqual(refused.status, 400)
      assert.strictEqual(JSON.parse(refused.text).message, `limit: ${message}`)
    })
  )
})
