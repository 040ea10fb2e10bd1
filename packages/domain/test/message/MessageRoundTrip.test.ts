import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import fc from "fast-check"
import { editedMessage, newMessage } from "../../src/interaction/ResponseMessage.ts"
import { decodeEdit, decodeMessage } from "../../src/message/MessageBody.ts"
import { interaction, scene } from "../fixture/SampleInteraction.ts"
import { componentsBody, legacyBody } from "./SampleComponents.ts"

const RUNS = { numRuns: 200 }

const made = (body: unknown) => newMessage(interaction(), "answer", Result.getOrThrow(decodeMessage(body)), scene())

describe("any sound body", () => {
  it.each([
    ["of action rows", legacyBody],
    ["of every kind of component", componentsBody]
  ])("%s is accepted, and an edit with its own answer changes nothing", (_, bodies) =>
    fc.assert(
      fc.property(bodies, (body) => {
        const record = made(body)
        const { components, embeds, content, flags } = record.message
        // As JSON, as a library would send it back.
        const sent: unknown = JSON.parse(JSON.stringify({ components, embeds, content, flags }))
        const edit = Result.getOrThrow(decodeEdit(sent, { before: record.message }))
        const { edited_timestamp: _when, ...after } = editedMessage(record, edit, scene()).message
        const { edited_timestamp: _never, ...before } = record.message
        assert.deepStrictEqual(after, before)
      }),
      RUNS
    )
  )

  it("has as many components in its answer as it was sent, each with an id of its own", () =>
    fc.assert(
      fc.property(componentsBody, (body) => {
        const ids: Array<number> = []
        JSON.stringify(made(body).message.components, (key, value) => {
          if (key === "id" && typeof value === "number") ids.push(value)
          return value
        })
        assert.deepStrictEqual(
          ids.toSorted((a, b) => a - b),
          ids.map((_, i) => i + 1)
        )
      }),
      RUNS
    ))
})
