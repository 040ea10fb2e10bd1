import { assert, describe, it } from "@effect/vitest"
import { faults, sound } from "../fixture/SampleMessage.ts"

describe("embeds ≤ 10; total 6000 characters", () => {
  const text = (length: number) => "x".repeat(length)
  const embed = (fields: object) => ({ embeds: [{ title: "t", ...fields }] })

  it.each<[string, object, ReadonlyArray<string>]>([
    ["ten", { embeds: Array(10).fill({ title: "t" }) }, []],
    ["eleven", { embeds: Array(11).fill({ title: "t" }) }, ["embeds: BASE_TYPE_MAX_LENGTH"]],
    ["6000 in total", { embeds: [{ description: text(4096) }, { description: text(1904) }] }, []],
    [
      "6001 in total",
      { embeds: [{ description: text(4096) }, { description: text(1905) }] },
      ["embeds: MAX_EMBED_SIZE_EXCEEDED"]
    ],
    [
      "every text counts toward the total",
      {
        embeds: [
          {
            title: text(256),
            description: text(4096),
            footer: { text: text(1392) },
            author: { name: text(200) },
            fields: [{ name: text(28), value: text(29) }]
          }
        ]
      },
      ["embeds: MAX_EMBED_SIZE_EXCEEDED"]
    ],
    ["title 256", embed({ title: text(257) }), ["embeds[0].title: BASE_TYPE_MAX_LENGTH"]],
    ["description 4096", embed({ description: text(4097) }), ["embeds[0].description: BASE_TYPE_MAX_LENGTH"]],
    ["footer text 2048", embed({ footer: { text: text(2049) } }), ["embeds[0].footer.text: BASE_TYPE_MAX_LENGTH"]],
    ["author name 256", embed({ author: { name: text(257) } }), ["embeds[0].author.name: BASE_TYPE_MAX_LENGTH"]],
    [
      "25 fields",
      embed({ fields: Array(26).fill({ name: "n", value: "v" }) }),
      ["embeds[0].fields: BASE_TYPE_MAX_LENGTH"]
    ],
    [
      "field name 256, value 1024",
      embed({ fields: [{ name: text(257), value: text(1025) }] }),
      ["embeds[0].fields[0].name: BASE_TYPE_MAX_LENGTH", "embeds[0].fields[0].value: BASE_TYPE_MAX_LENGTH"]
    ],
    [
      "field name and value required",
      embed({ fields: [{ name: "" }] }),
      ["embeds[0].fields[0].name: BASE_TYPE_REQUIRED", "embeds[0].fields[0].value: BASE_TYPE_REQUIRED"]
    ],
    ["color from 0", embed({ color: -1 }), ["embeds[0].color: NUMBER_TYPE_MIN"]],
    ["color to 0xffffff", embed({ color: 0x1000000 }), ["embeds[0].color: NUMBER_TYPE_MAX"]],
    ["timestamp ISO 8601", embed({ timestamp: "yesterday" }), ["embeds[0].timestamp: DATE_TIME_TYPE_PARSE"]],
    ["timestamp no number", embed({ timestamp: 1500218461229 }), ["embeds[0].timestamp: DATE_TIME_TYPE_PARSE"]],
    ["url well formed", embed({ url: "no url" }), ["embeds[0].url: URL_TYPE_INVALID_URL"]],
    ["url http or https", embed({ url: "ftp://a.b" }), ["embeds[0].url: URL_TYPE_INVALID_SCHEME"]],
    ["url of 2048", embed({ url: `https://a.b/${text(2037)}` }), ["embeds[0].url: BASE_TYPE_MAX_LENGTH"]],
    [
      "author and icons have addresses of the web, too",
      embed({ author: { name: "a", url: "x" }, footer: { text: "f", icon_url: "ftp://a.b" } }),
      ["embeds[0].author.url: URL_TYPE_INVALID_URL", "embeds[0].footer.icon_url: URL_TYPE_INVALID_SCHEME"]
    ],
    [
      "what libraries send back of an embed that they have read",
      embed({
        type: "rich",
        provider: { name: "p" },
        video: { url: "https://a.b" },
        image: { url: "https://a.b/c.png", proxy_url: "https://p.b", width: 5, height: 5 },
        footer: { text: "f", icon_url: null, proxy_icon_url: "https://p.b" },
        fields: null,
        color: null
      }),
      []
    ],
    ["image may name an attachment with blanks in its name", embed({ image: { url: "attachment://my cat.png" } }), []],
    ["image may name an attachment", embed({ image: { url: "attachment://cat.png" } }), []],
    [
      "url may not name an attachment",
      embed({ url: "attachment://cat.png" }),
      ["embeds[0].url: URL_TYPE_INVALID_SCHEME"]
    ]
  ])("%s", (_, body, expected) => assert.deepStrictEqual(faults(body), expected))

  it.each([
    ["thumbnail: {}", { thumbnail: {} }],
    ["thumbnail: { url: null }", { thumbnail: { url: null } }],
    ["thumbnail: { url: '' }", { thumbnail: { url: "" } }],
    ["image: {}", { image: {} }],
    ["image with a size only", { image: { width: 5, height: null } }],
    ["footer: {}", { footer: {} }],
    ["footer: { text: '' }", { footer: { text: "" } }],
    ["footer: { icon_url } alone", { footer: { icon_url: "https://a.b/c.png" } }],
    ["author: {}", { author: {} }],
    ["author: { name: null }", { author: { name: null } }],
    ["author: { url } alone", { author: { url: "https://a.b" } }],
    ["null parts", { thumbnail: null, image: null, footer: null, author: null }]
  ])("a part without its text or address is accepted and not shown: %s", (_, fields) =>
    assert.deepStrictEqual(sound(embed(fields)).embeds, [{ type: "rich", title: "t" }])
  )

  it("a part that is not shown is judged all the same", () =>
    assert.deepStrictEqual(
      faults(embed({ author: { url: "x" }, footer: { icon_url: "ftp://a.b" }, image: { url: 5 } })),
      [
        "embeds[0].image.url: STRING_TYPE_CONVERT",
        "embeds[0].author.url: URL_TYPE_INVALID_URL",
        "embeds[0].footer.icon_url: URL_TYPE_INVALID_SCHEME"
      ]
    ))

  it("type, provider, video and what a proxy tells can not be set", () =>
    assert.deepStrictEqual(
      sound(
        embed({ type: "video", provider: { name: "p" }, image: { url: "https://a.b/ü", proxy_url: "x", width: 5 } })
      ).embeds,
      [{ type: "rich", title: "t", image: { url: "https://a.b/%C3%BC" } }]
    ))

  // discord.js before 13.6 sends the number 0 with each embed that has no time.
  it("the number 0 is no time", () =>
    assert.deepStrictEqual(sound(embed({ timestamp: 0 })).embeds, [{ type: "rich", title: "t" }]))

  it("an embed is kept as given, typed rich, with its time in wire form", () =>
    assert.deepStrictEqual(
      sound({
        embeds: [
          {
            title: "t",
            description: null,
            color: 0,
            timestamp: "2026-01-01T00:00:00.5Z",
            footer: { text: "f", icon_url: null },
            fields: [{ name: "n", value: "v" }],
            unknown: 1
          }
        ]
      }).embeds,
      [
        {
          type: "rich",
          title: "t",
          color: 0,
          timestamp: "2026-01-01T00:00:00.500000+00:00",
          footer: { text: "f" },
          fields: [{ name: "n", value: "v", inline: false }]
        }
      ]
    ))
})
