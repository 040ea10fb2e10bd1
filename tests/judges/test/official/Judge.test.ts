import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { pathOf } from "../../src/official/AnswerTap.mjs"
import { loadDocument } from "../../src/official/Document.ts"
import { judge } from "../../src/official/Judge.ts"
import type { SeenAnswer } from "../../src/official/SeenAnswer.ts"

const document = loadDocument(join(import.meta.dirname, "document.json"))

const seen = (answer: Partial<SeenAnswer>): SeenAnswer => ({
  method: "GET",
  target: "/api/v10/things/7",
  status: 200,
  contentType: "application/json",
  body: '{"id":"7"}',
  ...answer
})

describe("an answer conforms", () => {
  it.each<[string, Partial<SeenAnswer>]>([
    ["when its body fits the schema of its status", {}],
    ["in every version of the API", { target: "/api/v9/things/7?x=1" }],
    ["with fields that the schema does not name", { body: '{"id":"7","more":1}' }],
    ["without a body where none is described", { status: 204, contentType: undefined, body: "" }],
    [
      "as text of the described type",
      { target: "/api/v10/things/7/table", contentType: "text/csv; charset=utf-8", body: "a" }
    ],
    ["as one of a range of statuses", { status: 404, body: '{"code":0,"message":"no"}' }],
    ["by its exact status before the range", { status: 429, body: '{"retry_after":1}' }],
    ["by the path without parameters before one with", { target: "/api/v10/things/@me", body: '"me"' }],
    ["where the path is percent-encoded", { target: "/api/v10/things/%40me", body: '"me"' }]
  ])("%s", (_, answer) => {
    expect(judge(document, seen(answer))).toEqual({ kind: "conforms" })
  })
})

describe("an answer deviates", () => {
  it.each<[string, Partial<SeenAnswer>, string]>([
    ["without a required field", { body: "{}" }, "required property 'id'"],
    ["with an id that is none", { body: '{"id":"18446744073709551616"}' }, "/id format"],
    ["with a time that is none", { body: '{"id":"7","at":"yesterday"}' }, "/at format"],
    ["at a place in a list", { body: '{"id":"7","parts":[{}]}' }, "/parts/* required"],
    ["with another content type", { contentType: "application/json; charset=utf-8" }, "content type"],
    ["with a body that is no JSON", { body: "{" }, "(root) type"],
    ["with a body where none is described", { status: 204 }, "no body here"],
    ["as text of another type", { target: "/api/v10/things/7/table", contentType: "text/html" }, "no body here"],
    ["with a status that is not described", { status: 201 }, "lacks this status"],
    ["as an error without code", { status: 400, body: '{"message":"no"}' }, "required property 'code'"]
  ])("%s", (_, answer, because) => {
    expect(judge(document, seen(answer))).toMatchObject({
      kind: "deviates",
      because: expect.stringContaining(because)
    })
  })
})

describe("an answer is not described", () => {
  it.each<[string, Partial<SeenAnswer>]>([
    ["of an unknown path", { target: "/api/v10/other" }],
    ["of an unknown method", { method: "PUT" }],
    ["when the service failed", { status: 500 }],
    ["when the network edge answers in place of the API", { status: 429, contentType: "text/html", body: "<html>" }]
  ])("%s", (_, answer) => {
    expect(judge(document, seen(answer))).toEqual({ kind: "undescribed" })
  })
})

it.each(["/", "/control/v1/world", "/attachments/1/2/a.png", "/api/openapi.json", "/api"])(
  "%s is no part of the API",
  (target) => {
    expect(pathOf(target)).toBeUndefined()
  }
)
