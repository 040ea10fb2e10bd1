/** The allowed contents of messages, through the whole server. The official document judges every answer as well. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import fc from "fast-check"
import { ADOPT, ALICE, APP, GENERAL } from "../Harbour.ts"
import { type Call, call, payloadOf, saying, stage } from "../Stage.ts"

const DOG = { command_id: ADOPT, options: [{ name: "animal", value: "dog" }] }
const IS_COMPONENTS_V2 = 1 << 15
const LOADING = 1 << 7

/** The webhook of an interaction that was answered by `script`. */
const webhook = Effect.fnUntraced(function* (script = saying("hi")) {
  const { app, use, messages, server } = yield* stage(script)
  yield* use(ALICE, GENERAL, DOG)
  const { token } = payloadOf(yield* app.take)
  const send = (path: string, asked: Call) =>
    Effect.map(call(`${server.addresses.url}/api/v10/webhooks/${APP}/${token}${path}`, asked), ({ status, text }) => ({
      status,
      // A message or an error; each test reads the fields it needs.
      body: JSON.parse(text) as Readonly<Record<string, unknown>>
    }))
  return {
    post: (json: object) => send("", { json }),
    edit: (json: object, id = "@original") => send(`/messages/${id}`, { method: "PATCH", json }),
    messages: () => messages(ALICE, GENERAL)
  }
})

const text = (content = "hi") => ({ type: 10, content })
const button = (custom_id: string) => ({ type: 2, style: 1, custom_id, label: "Press", emoji: { name: "🐈" } })
const row = (...components: ReadonlyArray<object>) => ({ type: 1, components })
const media = { url: "https://example.com/cat.png" }
const thumbnail = { type: 11, media, description: "A cat", spoiler: true }
const v2 = (...components: ReadonlyArray<object>) => ({ flags: IS_COMPONENTS_V2, components })
const select = (type: number, fields: object = {}) => ({ type, custom_id: `s${type}`, ...fields })

const BODIES: ReadonlyArray<readonly [string, object]> = [
  ["text", { content: "hi @everyone <@1>", allowed_mentions: { parse: ["users"] } }],
  [
    "an embed with everything",
    {
      embeds: [
        {
          type: "rich",
          title: "t",
          description: "d",
          url: "https://example.com/ü?a=b#c",
          timestamp: "2026-01-01T00:00:00.123Z",
          color: 0xffffff,
          footer: { text: "f", icon_url: "https://example.com/f.png", proxy_icon_url: "https://p.example.com" },
          image: { url: "https://example.com/i.png", width: 5, height: 5 },
          thumbnail: { url: "attachment://t.png" },
          author: { name: "a", url: "https://example.com", icon_url: null },
          fields: [{ name: "n", value: "v", inline: true }]
        },
        { title: null, description: "only this", fields: null, color: null }
      ]
    }
  ],
  [
    "buttons of every style",
    {
      components: [
        row(...[1, 2, 3, 4].map((style) => ({ ...button(`b${style}`), style }))),
        row(
          { type: 2, style: 5, url: "https://example.com", label: "Go", disabled: true },
          { type: 2, style: 6, sku_id: "9" },
          // The form in which libraries send a custom emoji.
          { type: 2, style: 1, custom_id: "custom", emoji: { id: "7" } }
        )
      ]
    }
  ],
  [
    "every select",
    {
      components: [
        row(
          select(3, {
            options: [{ label: "l", value: "v", emoji: { id: "7", name: "e" }, default: true }],
            required: true
          })
        ),
        row(select(5, { default_values: [{ type: "user", id: "1" }], placeholder: "p" })),
        row(select(6, { min_values: 0, max_values: 25 })),
        row(select(7, { default_values: [{ type: "role", id: "1" }] })),
        row(select(8, { channel_types: [0, 15], disabled: false }))
      ]
    }
  ],
  [
    "every kind of component",
    v2(
      text("# Pets"),
      { type: 9, components: [text(), text()], accessory: thumbnail },
      { type: 9, components: [text()], accessory: button("beside") },
      { type: 12, items: [{ media, description: "A cat", spoiler: true }, { media }] },
      { type: 14, spacing: 2, divider: false },
      { type: 14 },
      row(button("in a row")),
      {
        type: 17,
        accent_color: 0,
        spoiler: true,
        components: [text(), row(button("inside")), { type: 14 }, { type: 12, items: [{ media }] }]
      },
      { type: 17, components: [{ type: 9, components: [text()], accessory: thumbnail }] }
    )
  ],
  [
    "a poll",
    {
      content: "vote!",
      poll: {
        question: { text: "Pets?" },
        answers: [
          { poll_media: { text: "yes", emoji: { name: "🐈" } } },
          { poll_media: { text: "no", emoji: { id: "7" } } }
        ],
        duration: 768,
        allow_multiselect: true
      }
    }
  ],
  ["silence", { content: "sh", flags: 1 << 12, tts: true }]
]

describe("a message of", () => {
  it.live.each(BODIES)("%s is answered, shown, and the same when its answer is sent back", ([, body]) =>
    Effect.gen(function* () {
      const { post, edit, messages } = yield* webhook()
      const made = yield* post(body)
      assert.strictEqual(made.status, 200, JSON.stringify(made.body))
      const { content, embeds, components, flags, id } = made.body
      const edited = yield* edit({ content, embeds, components, flags }, String(id))
      assert.strictEqual(edited.status, 200, JSON.stringify(edited.body))
      for (const field of ["content", "embeds", "components", "flags", "poll", "tts", "attachments"]) {
        assert.deepStrictEqual(edited.body[field], made.body[field], field)
      }
      assert.lengthOf((yield* messages()).body.messages, 2)
    })
  )
})

describe("any arrangement of components", () => {
  const POOL = [
    text(),
    { type: 9, components: [text()], accessory: thumbnail },
    { type: 9, components: [text("a"), text("b"), text("c")], accessory: button("beside") },
    { type: 12, items: [{ media }, { media, description: null, spoiler: null }] },
    { type: 14, spacing: null },
    row(button("one"), { type: 2, style: 5, url: "https://example.com/ü" }),
    row(select(3, { options: [{ label: "l", value: "v" }], min_values: 0 })),
    row(select(8))
  ]
  const arrangement = fc.tuple(
    fc.shuffledSubarray(POOL, { minLength: 1 }),
    fc.nat(POOL.length),
    fc.option(fc.integer({ min: 0, max: 0xffffff })),
    fc.nat(3)
  )

  it.live("is answered as the official document demands, and is the same when it is sent back", () =>
    Effect.gen(function* () {
      const { post, edit } = yield* webhook()
      const sentBack = Effect.fnUntraced(function* (components: ReadonlyArray<object>) {
        const made = yield* post(v2(...components))
        assert.strictEqual(made.status, 200, JSON.stringify(made.body))
        const edited = yield* edit({ components: made.body["components"] }, String(made.body["id"]))
        assert.deepStrictEqual(edited.body["components"], made.body["components"])
      })
      const property = fc.asyncProperty(arrangement, ([shuffled, inside, accent_color, id]) => {
        const contained = shuffled.slice(0, inside)
        const container = { type: 17, id, accent_color, components: contained }
        const beside = shuffled.slice(inside)
        return Effect.runPromise(sentBack(contained.length === 0 ? beside : [...beside, container]))
      })
      yield* Effect.promise(() => fc.assert(property, { numRuns: 30 }))
    })
  )
})

describe("an answer of every kind of component", () => {
  const everything = BODIES.find(([name]) => name === "every kind of component")?.[1]

  it.live("comes by HTTP as well, and to a deferred message", () =>
    Effect.gen(function* () {
      const direct = yield* webhook(() => Effect.succeed({ json: { type: 4, data: everything } }))
      assert.strictEqual((yield* direct.edit({ components: [text("new")] })).body["flags"], IS_COMPONENTS_V2)
      const deferred = yield* webhook(() => Effect.succeed({ json: { type: 5 } }))
      const completed = yield* deferred.edit({ ...everything })
      assert.deepStrictEqual([completed.status, completed.body["flags"]], [200, IS_COMPONENTS_V2])
    })
  )
})

describe("IS_COMPONENTS_V2 can be added on edit, never removed", () => {
  const codeAt = (body: Readonly<Record<string, unknown>>) => JSON.stringify(body["errors"])

  it.live("and what the message says must be emptied", () =>
    Effect.gen(function* () {
      const { edit } = yield* webhook()
      const kept = yield* edit(v2(text()))
      assert.strictEqual(kept.status, 400)
      assert.include(codeAt(kept.body), "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2")
      const emptied = yield* edit({ ...v2(text()), content: null })
      assert.deepStrictEqual(
        [emptied.status, emptied.body["flags"], emptied.body["content"]],
        [200, IS_COMPONENTS_V2, ""]
      )
      const removed = yield* edit({ flags: 0, components: [text("x")] })
      assert.strictEqual(removed.status, 400)
      assert.include(codeAt(removed.body), "MESSAGE_CANNOT_REMOVE_COMPONENTS_V2_FLAG")
    })
  )
})

describe("a poll", () => {
  const poll = { question: { text: "?" }, answers: [{ poll_media: { text: "!" } }] }

  it.live("is added to a deferred message, not to another", () =>
    Effect.gen(function* () {
      const { edit } = yield* webhook(() => Effect.succeed({ json: { type: 5 } }))
      const completed = yield* edit({ poll })
      assert.strictEqual(completed.status, 200)
      assert.strictEqual(Number(completed.body["flags"]) & LOADING, 0)
      assert.nestedPropertyVal(completed.body, "poll.results.is_finalized", false)
      assert.strictEqual((yield* edit({ poll })).status, 400)
    })
  )
})
