import { describe, expect, it } from "vitest"
import { asScenarioStep, asTestkitLine, whereIn } from "../src/composer/Copies.ts"
import { world } from "./Using.ts"

const here = { as: "alice", in: "general" }

describe("a step of a scenario", () => {
  it.each([
    [
      "a use",
      { use: '/adopt animal:Dog name:"Rex the \\"dog\\""' },
      String.raw`{ as: alice, in: general, use: "/adopt animal:Dog name:\"Rex the \\\"dog\\\"\"" }`
    ],
    ["what looks like a variable", { say: "costs ${five}" }, '{ as: alice, in: general, say: "costs $${five}" }'],
    ["words that YAML reads as values", { say: "no" }, '{ as: alice, in: general, say: "no" }'],
    [
      "a reply",
      { say: "yes, it is", reply_to: "77" },
      '{ as: alice, in: general, say: { content: "yes, it is", reply_to: "77" } }'
    ],
    [
      "a file of an option",
      {
        use: "/show photo:a.txt",
        files: [{ option: "photo", filename: "a.txt", content_type: "text/plain", base64: "eA==" }]
      },
      '{ as: alice, in: general, use: { text: "/show photo:a.txt", attachments: [{ option: photo, filename: "a.txt", content_type: "text/plain", base64: "eA==" }] } }'
    ]
  ])("has %s", (_, deed, step) => {
    expect(asScenarioStep(here, deed)).toBe(`- ${step}`)
  })
})

it("is a line for the testkit", () => {
  expect(asTestkitLine({ as: "alice", in: "@Pet Shop" }, { use: "/adopt animal:Dog" })).toBe(
    'await backlot.as("alice").in("@Pet Shop").use("/adopt animal:Dog")'
  )
})

it.each([
  ["a name that is unique", "31", "22", { as: "alice", in: "adoption questions" }],
  [
    "the guild where several have such a channel, and an id where two people have the name",
    "32",
    "21",
    { as: "32", in: "Harbour/general" }
  ],
  ["the other of a direct channel", "31", "41", { as: "alice", in: "@Pet Shop" }],
  ["the id of what has no name", "31", "999", { as: "alice", in: "999" }]
])("names people and places by %s", (_, user_id, channel_id, where) => {
  expect(whereIn(world, user_id, channel_id)).toEqual(where)
})
