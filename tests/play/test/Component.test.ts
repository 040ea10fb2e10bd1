import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { ALICE, ALICE_HERE, BOB, button, type Payload, playing, row, saying } from "./PetShop.ts"

const PETS = {
  type: 3,
  custom_id: "pet",
  placeholder: "Which pet?",
  options: [
    { label: "Good dog", value: "dog" },
    { label: "Cat", value: "cat" }
  ]
}
const LINK = { type: 2, style: 5, label: "Read", url: "https://example.com" }
const entity = (type: number, custom_id: string) => row({ type, custom_id })

const MODAL = {
  type: 9,
  data: {
    custom_id: "form",
    title: "Adoption",
    components: [
      { type: 18, label: "Your name", component: { type: 4, custom_id: "name", style: 1 } },
      { type: 18, label: "Pet", component: { ...PETS, custom_id: "kind" } },
      { type: 18, label: "Friend", component: { type: 5, custom_id: "friend", required: false } },
      {
        type: 18,
        label: "Size",
        component: {
          type: 21,
          custom_id: "size",
          options: [
            { label: "Small one", value: "s" },
            { label: "Large one", value: "l" }
          ]
        }
      }
    ]
  }
}
const UPLOAD = {
  type: 9,
  data: {
    custom_id: "papers",
    title: "Papers",
    components: [
      { type: 18, label: "Papers please", component: { type: 19, custom_id: "file" } },
      { type: 18, label: "Sure?", component: { type: 23, custom_id: "sure" } },
      {
        type: 18,
        label: "Days",
        component: {
          type: 22,
          custom_id: "days",
          options: [
            { label: "Monday", value: "mo" },
            { label: "Tuesday", value: "tu" }
          ]
        }
      }
    ]
  }
}

const ROWS = [
  row(button("yes", "Adopt"), LINK),
  row(PETS),
  row({ type: 5, custom_id: "who", max_values: 2 }),
  entity(6, "rank"),
  entity(8, "where")
]

const shop = ({ type, data }: Payload): object => {
  if (type === 2) return saying(`Which? ${data.options?.[0]?.value ?? ""}`, { components: ROWS })
  if (data.custom_id === "yes") return MODAL
  if (data.custom_id === "pet" && data.values?.[0] === "cat") return UPLOAD
  return saying(`${data.custom_id} ${data.values?.join() ?? ""}`)
}

const OPENED = [
  { ...ALICE_HERE, use: "/adopt animal:Dog" },
  { press: "Adopt", expect: { modal: { title: "Adoption" } } }
] as const

/** The values of a field of a submission. */
const sent = (payload: Payload | undefined) =>
  (payload?.data.components ?? []).map((one) => {
    const { custom_id, value, values } = Object(one).component
    return [custom_id, value ?? values]
  })

describe("a button", () => {
  it.live("is pressed by custom_id or label, on the newest message that has it", () =>
    Effect.gen(function* () {
      const { play, received } = yield* playing(shop)
      yield* play(
        { ...ALICE_HERE, use: "/adopt animal:Dog", capture: { first: "message.id" } },
        { use: "/adopt animal:Cat" },
        { say: "no buttons here" },
        { press: "yes" },
        { press: "Adopt", on: "${first}" },
        { as: "bob", press: "yes", on: { content: "/Dog/" } }
      )
      const messages = received.slice(2).map((payload) => Object(payload).message.content)
      assert.deepStrictEqual(messages, ["Which? Cat", "Which? Dog", "Which? Dog"])
    })
  )

  it.live("that is not there, or opens a link, can not be pressed", () =>
    Effect.gen(function* () {
      const { perform, failing } = yield* playing(shop)
      const { message } = yield* perform(OPENED[0])
      const none = yield* failing({ press: "Adpt" })
      assert.strictEqual(
        none.message,
        'no message with a button "Adpt" here: the user sees 1, the newest: "Which? Dog"; did you mean "Adopt"?'
      )
      const far = yield* failing({ press: "buy" })
      assert.match(far.message, /the newest: "Which\? Dog"; there are "yes", "Adopt"/)
      const wrong = yield* failing({ press: "Adpt", on: message?.id ?? "" })
      assert.strictEqual(wrong.message, 'the message has no button "Adpt"; did you mean "Adopt"?')
      assert.strictEqual((yield* failing({ press: "Read" })).message, '"Read" only opens a link')
    })
  )
})

describe("a select menu", () => {
  it.live("takes options by label or value, and users, roles and channels by name", () =>
    Effect.gen(function* () {
      const { play, received } = yield* playing(shop)
      yield* play(
        OPENED[0],
        { select: "Which pet?", values: "Good dog" },
        { select: "pet", values: ["dog"] },
        { select: "who", values: "bob" },
        { select: "who", values: ["bob", "alice"] },
        { select: "rank", values: ["Moderator"] },
        { select: "where", values: ["#staff"] }
      )
      assert.deepStrictEqual(
        received.slice(1).map(({ data }) => data.values),
        [["dog"], ["dog"], [BOB], [BOB, ALICE], ["200000000000000011"], ["200000000000000022"]]
      )
    })
  )

  it.live("has no other options than its own", () =>
    Effect.gen(function* () {
      const { perform, failing } = yield* playing(shop)
      yield* perform(OPENED[0])
      const failure = yield* failing({ select: "pet", values: "Cta" })
      assert.deepInclude(failure, {
        path: ["values"],
        message: 'there is no option "Cta"; did you mean "Cat"?'
      })
    })
  )
})

describe("a modal", () => {
  it.live("is submitted with values by custom_id or label", () =>
    Effect.gen(function* () {
      const { play, received } = yield* playing(shop)
      yield* play(...OPENED, {
        submit: { "Your name": "Rex", kind: "Cat", Friend: ["bob"], size: "Large one" },
        expect: { state: "responded", message: { content: "form" } }
      })
      assert.deepStrictEqual(sent(received.at(-1)), [
        ["name", "Rex"],
        ["kind", ["cat"]],
        ["friend", [BOB]],
        ["size", "l"]
      ])
    })
  )

  it.live("takes files, ticks and several choices", () =>
    Effect.gen(function* () {
      const { play, received } = yield* playing(shop)
      yield* play(
        OPENED[0],
        { select: "pet", values: "Cat", expect: { modal: { title: "Papers" } } },
        {
          submit: { "Sure?": true, Days: ["Monday", "tu"] },
          attachments: [{ field: "Papers please", text: "I am fit", filename: "fit.txt" }]
        }
      )
      const fields = new Map(sent(received.at(-1)).map(([name, value]) => [name, value]))
      assert.deepStrictEqual([fields.get("sure"), fields.get("days")], [true, ["mo", "tu"]])
      const [file] = Object.values(received.at(-1)?.data.resolved?.attachments ?? {})
      assert.strictEqual(file?.filename, "fit.txt")
    })
  )

  it.live("is that of the user who opened it", () =>
    Effect.gen(function* () {
      const { play, failing, perform } = yield* playing(shop)
      const { interaction_id } = yield* play(...OPENED)
      const failure = yield* failing({ as: "bob", submit: { name: "x" } })
      assert.strictEqual(failure.message, "no modal is open for this user")
      yield* perform({ as: "alice", submit: { name: "x", kind: "dog", size: "s" }, on: interaction_id ?? "" })
    })
  )

  it.live("has no other fields than its own", () =>
    Effect.gen(function* () {
      const { play, failing } = yield* playing(shop)
      yield* play(...OPENED)
      const failure = yield* failing({ submit: { "You name": "x" } })
      assert.deepInclude(failure, {
        path: ["submit", "You name"],
        message: 'the modal has no field "You name"; did you mean "Your name"?'
      })
    })
  )
})
