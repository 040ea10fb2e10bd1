import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { describeAct, describeOutcome } from "../../src/describe/Describe.ts"
import { formatValue } from "../../src/match/DescribeValue.ts"
import type { Outcome } from "../../src/Outcome.ts"
import { ACTS, type Step } from "../../src/step/Step.ts"
import { SENTENCES } from "../StepSamples.ts"

const alice = { as: "alice", in: "general" }

const unit = fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code))
const control = fc.constantFrom("\n", "\r\n", "\t", "\0", "\u001b[31m", "\u0085", "\u2028", "\u202e", "\ud800", "🐕")

/** Control characters, separators and halves of characters among all others. */
const anyText = (maxLength: number): fc.Arbitrary<string> =>
  fc.array(fc.oneof(control, unit), { maxLength }).map((parts) => parts.join(""))

describe("the sentence of a step", () => {
  it.each(SENTENCES)("%j: %s", (step, sentence) => {
    expect(describeAct(step, alice)).toBe(sentence)
  })

  it("is there for every act", () => {
    for (const act of Object.keys(ACTS))
      expect(
        SENTENCES.some(([step]) => act in step),
        act
      ).toBe(true)
  })

  it.each([
    ["#general", "#general"],
    ["Harbour/general", "Harbour/general"],
    ["@bob", "@bob"],
    ["200000000000000021", "200000000000000021"],
    ["${channel}", "${channel}"],
    ["general", "#general"]
  ])("says %s as %s", (channel, shown) => {
    expect(describeAct({ as: "bob", in: channel, use: "/a", locale: "de" })).toBe(`bob in ${shown} uses /a (de)`)
  })

  it("is one line of bounded length, whatever is in it", () => {
    fc.assert(
      fc.property(anyText(2_000), fc.jsonValue(), (text, value) => {
        for (const act of Object.keys(ACTS)) {
          // Sentences accept values that the schema of a step refuses.
          const sentence = describeAct({ [act]: text, on: value, values: value } as unknown as Step, {
            as: text,
            in: text
          })
          expect(sentence).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}]/u)
          expect(sentence.length).toBeLessThan(4_000)
        }
      }),
      { numRuns: 30 }
    )
  })
})

const author = { id: "1", username: "pet-shop", global_name: "Pet Shop" }

const outcomes: ReadonlyArray<readonly [what: string, outcome: object, lines: ReadonlyArray<string>]> = [
  ["a refusal", { real_ms: 1, refused: "permission", because: "You may not" }, ["refused: permission — You may not"]],
  [
    "a message with embeds and buttons",
    {
      real_ms: 1,
      state: "responded",
      response: { type: 4, ephemeral: true },
      message: {
        id: "1",
        content: "Rex is\nyours",
        ephemeral: true,
        author,
        embeds: [
          { title: "Rex", description: "A dog", fields: [{ name: "age", value: "3" }], footer: { text: "bye" } }
        ],
        components: [
          {
            type: 1,
            components: [
              { type: 2, style: 1, label: "Yes", custom_id: "yes" },
              { type: 2, style: 5, label: "Docs", url: "https://a.test", disabled: true }
            ]
          },
          {
            type: 1,
            components: [
              { type: 3, custom_id: "pet", options: [{ label: "Dog", value: "d", default: true }, { label: "Cat" }] }
            ]
          }
        ],
        attachments: [{ filename: "a.png", content_type: "image/png", size: 12 }],
        reactions: [{ emoji: { name: "🐕" }, count: 2 }]
      }
    },
    [
      "responded",
      'Pet Shop, to this user only: "Rex is\\nyours"',
      '  embed "Rex" "A dog"',
      "    age: 3",
      '    footer "bye"',
      "  [Yes] [Docs ↗ https://a.test (disabled)]",
      "  [pet ▾ Dog*, Cat]",
      "  file a.png (image/png, 12 bytes)",
      "  reactions 🐕 2"
    ]
  ],
  [
    "components of the second version",
    {
      real_ms: 1,
      message: {
        id: "1",
        content: "",
        ephemeral: false,
        author,
        components: [
          {
            type: 17,
            components: [
              {
                type: 9,
                components: [{ type: 10, content: "# Rex" }],
                accessory: { type: 11, media: { url: "https://a.test/r.png" } }
              },
              { type: 14 },
              { type: 99 }
            ]
          }
        ]
      }
    },
    [
      "Pet Shop:",
      "  container",
      '    "# Rex"',
      "      thumbnail https://a.test/r.png",
      "    ———",
      "    [component of type 99]"
    ]
  ],
  [
    "a deferral",
    {
      real_ms: 1,
      state: "deferred",
      response: { type: 5, ephemeral: false },
      message: { id: "1", content: "", ephemeral: false, author, flags: 128 }
    },
    ["deferred", "Pet Shop is thinking…"]
  ],
  [
    "a failure",
    { real_ms: 1, state: "failed", error: "the endpoint answered 500", wait_expired: true },
    ["failed: the endpoint answered 500", "the wait ended before that"]
  ],
  [
    "a modal",
    {
      real_ms: 1,
      state: "responded",
      modal: {
        custom_id: "adopt",
        title: "Adopt",
        components: [
          { type: 1, components: [{ type: 4, custom_id: "name", label: "Name", style: 1, value: "Rex" }] },
          { type: 18, label: "Why", component: { type: 4, custom_id: "why", style: 2, required: false } }
        ]
      }
    },
    [
      "responded",
      'opens the modal "Adopt" (adopt)',
      '  Name (name): text, filled with "Rex"',
      "  Why (why): paragraph, optional"
    ]
  ],
  [
    "choices",
    {
      real_ms: 1,
      choices: [
        { name: "Dog", name_localized: "Hund", value: "dog" },
        { name: "3", value: 3 }
      ]
    },
    ["choices: Hund (dog), 3 (3)"]
  ],
  ["no choices", { real_ms: 1, choices: [] }, ["no choices"]],
  [
    "rows of the picker",
    {
      real_ms: 1,
      commands: [
        { type: 1, name: "pets", path_localized: "pets list", description: "Your pets", application_name: "Pet Shop" },
        { type: 2, name: "High five" }
      ]
    },
    ["/pets list — Your pets (Pet Shop)", "user menu: High five"]
  ],
  [
    "an explanation",
    {
      real_ms: 1,
      visible: false,
      usable: false,
      decisions: [
        { step: "installed", outcome: "pass", because: "it is" },
        { step: "default permissions", outcome: "fail", because: "KICK_MEMBERS is missing" }
      ]
    },
    ["not visible, not usable", "  default permissions fails: KICK_MEMBERS is missing"]
  ],
  [
    "an error of a call",
    { real_ms: 1, status: 401, code: 50027, body: { message: "Invalid Webhook Token", code: 50027 } },
    ["401, code 50027, Invalid Webhook Token"]
  ],
  ["an answer of a call", { real_ms: 1, status: 200, body: { id: "1" } }, ['200 { id: "1" }']],
  ["an empty answer", { real_ms: 1, status: 204 }, ["204"]],
  [
    "a channel",
    { real_ms: 1, messages: [{ id: "1", content: "Hi", ephemeral: false, author: { username: "alice" } }] },
    ["1 message", '  alice: "Hi"']
  ],
  [
    "a lobby",
    { real_ms: 1, lobby: { id: "1", members: [{}], metadata: { a: "b" } } },
    ['lobby of 1 member, { a: "b" }']
  ],
  ["an Activity", { real_ms: 1, activity: { id: "i-1" } }, ['launches the Activity { id: "i-1" }']],
  ["a token", { real_ms: 1, access_token: "secret" }, ["grants an access token"]]
]

describe("what came of a step", () => {
  it.each(outcomes)("is told of %s", (_, outcome, lines) => {
    // As far as it is described.
    expect(describeOutcome(outcome as Outcome)).toEqual(lines)
  })

  it("is told in lines of bounded length, whatever is in it", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        // The server defines the shape; nothing here depends on it.
        const outcome = {
          real_ms: 1,
          message: value,
          modal: { title: value, components: [value] },
          choices: [value],
          commands: [value],
          messages: [value],
          activity: value,
          lobby: value,
          status: 400,
          body: value
        } as unknown as Outcome
        for (const line of describeOutcome(outcome)) expect(line.length).toBeLessThan(2_000)
      })
    )
  })
})

describe("a value on one line", () => {
  it.each<[unknown, number | undefined, string]>([
    [{ a: [1, "b"], "c d": null }, undefined, '{ a: [1, "b"], "c d": null }'],
    [{}, undefined, "{}"],
    [[], undefined, "[]"],
    [undefined, undefined, "nothing"],
    ["x".repeat(300), 20, `"${"x".repeat(18)}…`],
    ["🐕".repeat(30), 10, `"${"🐕".repeat(8)}…`],
    [Array.from({ length: 1_000 }, (_, i) => i), 12, "[0, 1, 2, 3…"]
  ])("is %j", (value, width, text) => {
    expect(formatValue(value, width)).toBe(text)
  })
})
