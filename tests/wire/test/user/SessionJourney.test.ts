/** A user of a session uses a command, then a button, a select and a modal. */
import type { ReceivedRequest } from "@backlot/testkit/RecordingEndpoint"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { BOB, GENERAL } from "../Market.ts"
import { playing } from "../Playing.ts"

const row = (component: object) => ({ type: 1, components: [component] })
const COMPONENTS = [
  row({ type: 2, style: 1, label: "Open", custom_id: "open" }),
  row({
    type: 3,
    custom_id: "pick",
    options: [
      { label: "A", value: "a" },
      { label: "B", value: "b" }
    ]
  })
]
const MODAL = {
  custom_id: "form",
  title: "A name",
  components: [row({ type: 4, custom_id: "name", label: "Name", style: 1 })]
}

/** Answers the button with a modal and everything else with a message. */
const answering = ({ body }: ReceivedRequest) => {
  const { type, data } = JSON.parse(body)
  if (type === 2) return Effect.succeed({ json: { type: 4, data: { content: "here", components: COMPONENTS } } })
  if (data.custom_id === "open") return Effect.succeed({ json: { type: 9, data: MODAL } })
  return Effect.succeed({ json: { type: 4, data: { content: `${type} ${data.custom_id}` } } })
}

describe("a session", () => {
  it.live("presses, selects and submits what its user was answered with", () =>
    Effect.gen(function* () {
      const { app, as } = yield* playing(answering)
      const session = as(BOB).in(GENERAL)
      const id = (yield* session.use("/docked")).message?.id ?? ""
      yield* app.take
      const picked = yield* session.select(id, "pick", ["b"])
      assert.deepInclude(picked.message, { content: "3 pick" })
      assert.deepInclude(JSON.parse((yield* app.take).body).data, { custom_id: "pick", values: ["b"] })
      const pressed = yield* session.press(id, "open")
      assert.deepInclude(pressed.modal, { custom_id: "form", title: "A name" })
      yield* app.take
      const submitted = yield* session.submit(pressed.interaction_id, { name: "Rex" })
      assert.deepInclude(submitted.message, { content: "5 form" })
      assert.include((yield* app.take).body, '"value":"Rex"')
    })
  )

  it.live("is told why a press is refused", () =>
    Effect.gen(function* () {
      const { as } = yield* playing(answering)
      const session = as(BOB).in(GENERAL)
      const failure = yield* Effect.flip(session.press("1", "open"))
      assert.deepInclude(failure, { _tag: "UseRefused", reason: "unknown", by: "service" })
    })
  )
})
