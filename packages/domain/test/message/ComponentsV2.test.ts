import { assert, describe, it } from "@effect/vitest"
import { formatPath } from "../../src/error/Fault.ts"
import { MessageFlag } from "../../src/message/Message.ts"
import { readMessage } from "../../src/message/MessageBody.ts"
import type { MessageGround } from "../../src/message/MessageFlags.ts"
import { faults, sound } from "../fixture/SampleMessage.ts"

const flags = MessageFlag.IS_COMPONENTS_V2
const text = (content = "hi") => ({ type: 10, content })
const button = (custom_id = "b") => ({ type: 2, style: 1, custom_id })
const row = (...components: ReadonlyArray<unknown>) => ({ type: 1, components })
const thumbnail = { type: 11, media: { url: "https://a.b/cat.png" } }
const section = { type: 9, components: [text()], accessory: thumbnail }
const gallery = { type: 12, items: [{ media: { url: "https://a.b/cat.png" } }] }
const file = { type: 13, file: { url: "attachment://cat.png" } }
const separator = { type: 14 }
const container = (...components: ReadonlyArray<unknown>) => ({ type: 17, components })
const v2 = (...components: ReadonlyArray<unknown>) => ({ flags, components })
const times = <A>(count: number, make: (n: number) => A) => Array.from({ length: count }, (_, n) => make(n))

const cat = { index: 0, id: "70", filename: "cat.png", size: 3, url: "http://files/70/cat.png" }
const faultsOn = (body: unknown, ground: MessageGround) =>
  readMessage(body, ground).faults.map(({ path, code }) => `${formatPath(path)}: ${code}`)

type Cases = ReadonlyArray<readonly [string, object, ReadonlyArray<string>]>

describe("with IS_COMPONENTS_V2 up to 40 components in total", () => {
  const cases: Cases = [
    ["a text display alone", v2(text()), []],
    ["an action row, as without the flag", v2(row(button())), []],
    ["a section with a thumbnail", v2(section), []],
    ["a section with a button", v2({ ...section, accessory: button() }), []],
    ["a media gallery", v2(gallery), []],
    ["a separator", v2(separator), []],
    ["a container of all that may stand in one", v2(container(row(button()), section, text(), gallery, separator)), []],
    ["40 components", v2(...times(40, () => text())), []],
    ["41 components", v2(...times(41, () => text())), ["components: BASE_TYPE_MAX_LENGTH"]],
    ["40 with those that stand in others", v2(...times(10, (n) => row(...times(3, (m) => button(`${n}.${m}`))))), []],
    [
      "41 with those that stand in others",
      v2(text(), ...times(10, (n) => row(...times(3, (m) => button(`${n}.${m}`))))),
      ["components: COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED"]
    ],
    ["an accessory counts", v2(...times(14, () => section)), ["components: COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED"]],
    ["no components is an empty message", v2(), ["EmptyMessage"]]
  ]
  it.each(cases)("%s", (_, body, expected) => assert.deepStrictEqual(faults(body), expected))
})

describe("where each kind of component stands", () => {
  const cases: Cases = [
    [
      "a container in none other",
      v2(container(container(text()))),
      ["components[0].components[0]: UNION_TYPE_CHOICES"]
    ],
    ["a thumbnail beside a section only", v2(thumbnail), ["components[0]: UNION_TYPE_CHOICES"]],
    ["a button in a row or beside a section only", v2(button()), ["components[0]: UNION_TYPE_CHOICES"]],
    [
      "texts only in a section",
      v2({ ...section, components: [separator] }),
      ["components[0].components[0]: UNION_TYPE_CHOICES"]
    ],
    [
      "one text to three in a section",
      v2({ ...section, components: [] }, { ...section, components: times(4, () => text()) }),
      ["components[0].components: BASE_TYPE_BAD_LENGTH", "components[1].components: BASE_TYPE_BAD_LENGTH"]
    ],
    [
      "a section has an accessory",
      v2({ type: 9, components: [text()] }),
      ["components[0].accessory: BASE_TYPE_REQUIRED"]
    ],
    [
      "a section has a thumbnail or a button beside it",
      v2({ ...section, accessory: text() }),
      ["components[0].accessory: UNION_TYPE_CHOICES"]
    ],
    ["an empty container", v2(container()), ["components[0].components: BASE_TYPE_BAD_LENGTH"]],
    [
      "a row of a container holds no text",
      v2(container(row(text()))),
      ["components[0].components[0].components[0]: UNION_TYPE_CHOICES"]
    ],
    [
      "a label stands in modals only",
      v2({ type: 18, label: "l", component: button() }),
      ["components[0]: UNION_TYPE_CHOICES"]
    ],
    [
      "a text input stands in modals only",
      v2(row({ type: 4, custom_id: "t", style: 1 })),
      ["components[0].components[0]: UNION_TYPE_CHOICES"]
    ],
    ["no list", v2({ type: 17, components: 5 }), ["components[0].components: LIST_TYPE_CONVERT"]]
  ]
  it.each(cases)("%s", (_, body, expected) => assert.deepStrictEqual(faults(body), expected))

  it.each([
    [9, section],
    [10, text()],
    [12, gallery],
    [13, file],
    [14, separator],
    [17, container(text())]
  ])("without the flag there is no component of type %i", (_, component) =>
    assert.deepStrictEqual(faults({ components: [component] }), ["components[0]: UNION_TYPE_CHOICES"])
  )

  it("the error names the kinds that may stand there, as the platform does", () => {
    const messages = [{ components: [text()] }, v2(button())].map((body) => readMessage(body).faults[0]?.message)
    assert.deepStrictEqual(messages, [
      'Value of field "type" must be one of (1,).',
      'Value of field "type" must be one of (1, 9, 10, 12, 13, 14, 17).'
    ])
  })

  it("nesting that never ends is cut at the first component that may not stand there", () => {
    let deep: unknown = text()
    for (let i = 0; i < 10_000; i++) deep = container(deep)
    assert.deepStrictEqual(faults(v2(deep)), ["components[0].components[0]: UNION_TYPE_CHOICES"])
  })
})

describe("the fields of each kind", () => {
  const at = "components[0]."
  const cases: Cases = [
    ["a text display has content", v2({ type: 10 }), [`${at}content: BASE_TYPE_REQUIRED`]],
    ["content of 1 character", v2(text("")), [`${at}content: BASE_TYPE_BAD_LENGTH`]],
    ["content of 4000", v2(text("🐈".repeat(4000))), []],
    [
      "content of 4001",
      v2(text("x".repeat(4001))),
      [`${at}content: BASE_TYPE_BAD_LENGTH`, "components: COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED"]
    ],
    [
      "4000 characters in all",
      v2(text("x".repeat(2000)), container(text("x".repeat(1999)), { ...section, components: [text("xx")] })),
      ["components: COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED"]
    ],
    [
      "a thumbnail has media",
      v2({ ...section, accessory: { type: 11 } }),
      [`${at}accessory.media: BASE_TYPE_REQUIRED`]
    ],
    [
      "media have a url",
      v2({ ...section, accessory: { type: 11, media: {} } }),
      [`${at}accessory.media.url: BASE_TYPE_REQUIRED`]
    ],
    [
      "a description of 1024",
      v2({ ...section, accessory: { ...thumbnail, description: "x".repeat(1025) } }),
      [`${at}accessory.description: BASE_TYPE_BAD_LENGTH`]
    ],
    ["a gallery has items", v2({ type: 12 }), [`${at}items: BASE_TYPE_REQUIRED`]],
    ["a gallery of nothing", v2({ type: 12, items: [] }), [`${at}items: BASE_TYPE_BAD_LENGTH`]],
    [
      "a gallery of 11",
      v2({ type: 12, items: Array(11).fill(gallery.items[0]) }),
      [`${at}items: BASE_TYPE_BAD_LENGTH`]
    ],
    [
      "items have media and a description of 1 character",
      v2({ type: 12, items: [{ description: "" }] }),
      [`${at}items[0].media: BASE_TYPE_REQUIRED`, `${at}items[0].description: BASE_TYPE_BAD_LENGTH`]
    ],
    ["a separator is small or large", v2({ type: 14, spacing: 3 }), [`${at}spacing: BASE_TYPE_CHOICES`]],
    [
      "an accent color to 0xffffff",
      v2({ ...container(text()), accent_color: 2 ** 24 }),
      [`${at}accent_color: NUMBER_TYPE_MAX`]
    ],
    ["a file has one", v2({ type: 13 }), [`${at}file: BASE_TYPE_REQUIRED`]],
    [
      "a file is attached",
      v2({ type: 13, file: { url: "https://a.b/c.txt" } }),
      [`${at}file.url: URL_TYPE_INVALID_SCHEME`]
    ],
    [
      "custom ids are unique wherever they stand",
      v2(row(button("b")), container({ ...section, accessory: button("b") })),
      ["components[1].components[0].accessory.custom_id: COMPONENT_CUSTOM_ID_DUPLICATED"]
    ],
    [
      "ids are unique wherever they stand",
      v2({ ...text(), id: 4 }, container({ ...section, components: [{ ...text(), id: 4 }] })),
      ["components[1].components[0].components[0].id: COMPONENT_ID_DUPLICATED"]
    ]
  ]
  it.each(cases)("%s", (_, body, expected) => assert.deepStrictEqual(faults(body), expected))
})

describe("media name what is attached to the message", () => {
  const missing = "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND"

  it("a file that is not there is a fault at the media", () =>
    assert.deepStrictEqual(faults(v2(file, { type: 12, items: [{ media: file.file }] })), [
      `components[0].file.url: ${missing}`,
      `components[1].items[0].media.url: ${missing}`
    ]))
  it("a scheme has no case, a file's name does", () => {
    const showing = (url: string) => faultsOn(v2({ type: 12, items: [{ media: { url } }] }), { files: [cat] })
    assert.deepStrictEqual(showing("Attachment://cat.png"), [])
    assert.deepStrictEqual(showing("attachment://Cat.png"), [`components[0].items[0].media.url: ${missing}`])
    assert.deepStrictEqual(showing("ATTACHMENT://dog.png"), [`components[0].items[0].media.url: ${missing}`])
  })
  it("a file that comes with the body is there", () => assert.deepStrictEqual(faultsOn(v2(file), { files: [cat] }), []))
  it("a file of the message that is edited is there, until the edit removes it", () => {
    const { index: _, ...kept } = cat
    const before = { content: "", embeds: [], flags, attachments: [{ ...kept, proxy_url: cat.url }] }
    assert.deepStrictEqual(faultsOn(v2(file), { before }), [])
    assert.deepStrictEqual(faultsOn(v2({ type: 13, file: { url: cat.url } }), { before }), [])
    assert.deepStrictEqual(faultsOn({ ...v2(file), attachments: [] }, { before }), [
      `components[0].file.url: ${missing}`
    ])
  })
})

describe("every component gets a numeric id, in reading order", () => {
  it("through rows, sections, accessories and containers", () =>
    assert.deepStrictEqual(
      sound(v2(container({ ...section, accessory: button() }, row(button("c"))), separator)).components,
      [
        {
          type: 17,
          id: 1,
          accent_color: null,
          spoiler: false,
          components: [
            { type: 9, id: 2, components: [{ type: 10, id: 3, content: "hi" }], accessory: { ...button(), id: 4 } },
            { type: 1, id: 5, components: [{ ...button("c"), id: 6 }] }
          ]
        },
        { type: 14, id: 7, spacing: 1, divider: true }
      ]
    ))
  it("around those that have one", () =>
    assert.deepStrictEqual(
      sound(v2(text(), { ...text(), id: 1 }, { ...text(), id: 0 })).components.map(({ id }) => id),
      [2, 1, 3]
    ))
})

describe("no content, embeds or poll with IS_COMPONENTS_V2", () => {
  const legacy = (field: string) => `${field}: MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2`
  const poll = { question: { text: "?" }, answers: [{ poll_media: { text: "!" } }] }

  it.each([
    ["content", { content: "hi" }],
    ["embeds", { embeds: [{ title: "t" }] }],
    ["poll", { poll }]
  ])("%s", (field, fields) => assert.deepStrictEqual(faults({ ...v2(text()), ...fields }), [legacy(field)]))
  it("what libraries send for nothing is nothing", () =>
    assert.deepStrictEqual(faults({ ...v2(text()), content: "", embeds: [], poll: null, attachments: [] }), []))
  it("the words are the platform's", () =>
    assert.strictEqual(
      readMessage({ ...v2(text()), content: "hi" }).faults[0]?.message,
      "The 'content' field cannot be used when using MessageFlags.IS_COMPONENTS_V2"
    ))
})

describe("the flag can be added on edit, never removed", () => {
  const bare = { content: "", embeds: [], attachments: [] }
  const legacy = { ...bare, content: "hi", embeds: [{ type: "rich" as const, title: "t" }], flags: 0 }
  const modern = { ...bare, flags }

  it("an edit that leaves flags out keeps it", () =>
    assert.deepStrictEqual(faultsOn({ components: [text()] }, { before: modern }), []))
  it("an edit whose flags lack it is refused", () =>
    assert.deepStrictEqual(faultsOn({ components: [text()], flags: 4 }, { before: modern }), [
      "flags: MESSAGE_CANNOT_REMOVE_COMPONENTS_V2_FLAG"
    ]))
  it("an edit of a message that has it can not add content", () =>
    assert.deepStrictEqual(faultsOn({ content: "hi" }, { before: modern }), [
      "content: MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2"
    ]))
  it("content and embeds must be emptied when it is added", () => {
    assert.deepStrictEqual(faultsOn(v2(text()), { before: legacy }), [
      "content: MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
      "embeds: MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2"
    ])
    assert.deepStrictEqual(faultsOn({ ...v2(text()), content: null, embeds: [] }, { before: legacy }), [])
  })
  it("without it an edit has the components of other messages", () =>
    assert.deepStrictEqual(faultsOn({ components: [text()] }, { before: legacy }), [
      "components[0]: UNION_TYPE_CHOICES"
    ]))
})
