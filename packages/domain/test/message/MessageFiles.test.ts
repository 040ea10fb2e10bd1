import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import { formatPath } from "../../src/error/Fault.ts"
import { mediaType } from "../../src/message/MediaType.ts"
import type { AttachmentObject } from "../../src/message/Message.ts"
import { decodeEdit } from "../../src/message/MessageBody.ts"
import { filesAfter, isFilename, isMediaType, linked, NO_FILES, type SentFile } from "../../src/message/MessageFiles.ts"
import { fileIndex } from "../../src/validation/FormFile.ts"

const file = (index: number, fields: Partial<SentFile> = {}): SentFile => ({
  index,
  id: `90${index}`,
  filename: `${index}.png`,
  size: 3,
  url: `http://127.0.0.1/${index}.png`,
  content_type: "image/png",
  ...fields
})
const SOUND = { content_type: "audio/ogg", filename: "voice.ogg" }

const read = (body: object, files: ReadonlyArray<SentFile>) => decodeEdit(body, { files })
const changed = (body: object, files: ReadonlyArray<SentFile>) => Result.getOrThrow(read(body, files)).files

/** `place: code` of each fault. */
const faults = (body: object, files: ReadonlyArray<SentFile> = []): ReadonlyArray<string> => {
  const result = read(body, files)
  return Result.isSuccess(result) ? [] : result.failure.faults.map((f) => `${formatPath(f.path)}: ${f.code}`)
}

describe("the field of a form names its file", () => {
  it.each([
    ["files[0]", 0],
    ["files[12]", 12],
    ["file", 0],
    ["file3", 3],
    ["files", undefined],
    ["files[]", undefined],
    ["files[-1]", undefined],
    ["payload_json", undefined]
  ] as const)("%s → %s", (field, index) => assert.strictEqual(fileIndex(field), index))
})

describe("attachments[].id = n links a file", () => {
  it("with its texts, whether the id is a number or a string", () => {
    for (const id of [1, "1"]) {
      const added = changed({ attachments: [{ id, description: "A dog", title: "Dog" }] }, [file(1)])?.added
      assert.deepInclude(added?.[0], { id: "901", filename: "1.png", description: "A dog", title: "Dog" })
      assert.notProperty(added?.[0], "index")
    }
  })

  it("files that attachments does not name are attached behind those it does", () =>
    assert.deepStrictEqual(
      changed({ attachments: [{ id: 1 }] }, [file(0), file(1)])?.added.map(({ id }) => id),
      ["901", "900"]
    ))

  it("a body that says nothing of files changes none", () => assert.isUndefined(changed({ content: "x" }, [])))

  it.each([
    ["an id of no file", { attachments: [{ id: 4 }] }, ["attachments[0].id: ATTACHMENT_FILE_MISSING"]],
    ["no id", { attachments: [{}] }, ["attachments[0].id: BASE_TYPE_REQUIRED"]],
    ["an id twice", { attachments: [{ id: 0 }, { id: 0 }] }, ["attachments[1].id: SET_TYPE_CONTAINS_DUPLICATE"]],
    [
      "a description of 1025 characters",
      { attachments: [{ id: 0, description: "x".repeat(1025) }] },
      ["attachments[0].description: BASE_TYPE_MAX_LENGTH"]
    ],
    [
      "a name that steps up",
      { attachments: [{ id: 0, filename: ".." }] },
      ["attachments[0].filename: FILENAME_INVALID"]
    ]
  ] as const)("refuses %s", (_, body, expected) => assert.deepStrictEqual(faults(body, [file(0)]), expected))

  it("at most ten, named or not", () => {
    const ten = Array.from({ length: 10 }, (_, i) => file(i))
    assert.deepStrictEqual(faults({}, ten), [])
    assert.deepStrictEqual(faults({}, [...ten, file(10)]), ["attachments: BASE_TYPE_MAX_LENGTH"])
    assert.deepStrictEqual(faults({ attachments: [{ id: "800000000000000001" }] }, ten), [
      "attachments: BASE_TYPE_MAX_LENGTH"
    ])
  })

  it("a file that came with a name that no URL can hold is refused", () =>
    assert.deepStrictEqual(faults({}, [file(0), file(3, { filename: ".." })]), ["files[3]: FILENAME_INVALID"]))
})

describe("the files of a message after an edit", () => {
  const before = [file(0), file(1)].map(({ index: _, ...rest }): AttachmentObject => ({ ...rest, proxy_url: rest.url }))
  const after = (body: object, files: ReadonlyArray<SentFile> = []) => {
    const change = changed(body, files)
    return (change === undefined ? before : filesAfter(before, change)).map(({ id }) => id)
  }

  it.each([
    ["nothing said: all stay", {}, [], ["900", "901"]],
    ["null: none stays", { attachments: null }, [], []],
    ["an empty list: none stays", { attachments: [] }, [], []],
    ["listed ones stay", { attachments: [{ id: "901" }] }, [], ["901"]],
    ["new ones come behind", { attachments: [{ id: "900" }, { id: 2 }] }, [file(2)], ["900", "902"]],
    ["only new ones given: all stay", {}, [file(2)], ["900", "901", "902"]],
    ["an id of no file of the message is passed over", { attachments: [{ id: "123456789012345678" }] }, [], []]
  ] as const)("%s", (_, body, files, expected) => assert.deepStrictEqual(after(body, files), [...expected]))

  it("are at most ten, those that stay among them", () => {
    const there = Array.from({ length: 6 }, (_, i): AttachmentObject => ({ ...file(i), id: `80${i}`, proxy_url: "" }))
    const ground = { before: { content: "", embeds: [], flags: 0, attachments: there } }
    const edit = (body: object, files: ReadonlyArray<SentFile>) => decodeEdit(body, { ...ground, files })
    const five = Array.from({ length: 5 }, (_, i) => file(i))
    assert.isTrue(Result.isSuccess(edit({}, five.slice(1))))
    assert.isTrue(Result.isFailure(edit({}, five)))
    assert.isTrue(Result.isSuccess(edit({ attachments: [{ id: "800" }] }, five)))
  })

  it("are marked as spoilers and remixes, and edits take the marks and the texts away", () => {
    const marks = [{ id: 0, is_spoiler: true, is_remix: true, title: "t", description: "d" }]
    const [sent] = changed({ attachments: marks }, [file(0)])?.added ?? []
    assert.deepInclude(sent, { flags: 12, title: "t", description: "d" })
    const edited = (draft: object) =>
      filesAfter(
        sent === undefined ? [] : [sent],
        changed({ attachments: [{ id: "900", ...draft }] }, []) ?? NO_FILES
      )[0]
    assert.deepInclude(edited({}), { flags: 12, title: "t", description: "d" })
    assert.strictEqual(edited({ is_spoiler: false })?.flags, 4)
    const bare = edited({ is_spoiler: false, is_remix: null, title: null, description: null })
    for (const field of ["flags", "title", "description"]) assert.notProperty(bare, field)
  })

  it("a new description replaces the old one", () =>
    assert.deepInclude(filesAfter(before, { ...NO_FILES, kept: [{ id: "900", description: "new" }] })[0], {
      id: "900",
      description: "new"
    }))
})

describe("IS_VOICE_MESSAGE", () => {
  const voice = (draft: object, files: ReadonlyArray<SentFile> = [file(0, SOUND)]) =>
    faults({ flags: 1 << 13, attachments: [{ id: 0, ...draft }] }, files)

  it("is one audio file with its duration and waveform", () =>
    assert.deepStrictEqual(voice({ duration_secs: 1.5, waveform: "AAA=" }), []))

  it("is refused without them, for a picture, and for two files", () => {
    assert.deepStrictEqual(voice({}), [
      "attachments[0].duration_secs: BASE_TYPE_REQUIRED",
      "attachments[0].waveform: BASE_TYPE_REQUIRED"
    ])
    const whole = { duration_secs: 1, waveform: "" }
    assert.isNotEmpty(voice(whole, [file(0)]))
    assert.isNotEmpty(voice(whole, [file(0, SOUND), file(1, SOUND)]))
  })
})

describe("attachment://", () => {
  const files: ReadonlyArray<AttachmentObject> = [
    { id: "1", filename: "a b.png", size: 1, url: "http://x/1", proxy_url: "http://x/1" }
  ]

  it("stands for the URL of the file of that name, wherever an embed has an address", () =>
    assert.deepStrictEqual(
      linked([{ image: { url: "attachment://a b.png" }, footer: { icon_url: "attachment://a b.png" } }], files),
      [{ image: { url: "http://x/1" }, footer: { icon_url: "http://x/1" } }]
    ))

  it("is text where an embed has text", () => {
    const embed = { title: "attachment://a b.png", fields: [{ name: "n", value: "attachment://a b.png" }] }
    assert.deepStrictEqual(linked([embed], files), [embed])
  })

  it("of no file stays as it is", () =>
    assert.deepStrictEqual(linked([{ url: "attachment://c.png" }], files), [{ url: "attachment://c.png" }]))
})

describe("the name of a file", () => {
  it.each(["dog.png", "犬 🐕.png", "a".repeat(255)])("may be %s", (name) => assert.isTrue(isFilename(name)))
  it.each(["", ".", "..", "a/b", "a\\b", "a".repeat(256), "\ud800", "a\r\nb", "a\0"])("may not be %j", (name) =>
    assert.isFalse(isFilename(name))
  )
})

describe("the type of a file", () => {
  it.each([
    ["dog.PNG", "application/octet-stream", "image/png"],
    ["dog.png", "", "image/png"],
    ["dog.png", "image/gif", "image/gif"],
    ["dog.tar.gz", undefined, "application/octet-stream"],
    ["dog", null, "application/octet-stream"],
    ["notes.txt", "nonsense", "text/plain; charset=utf-8"]
  ])("of %s that came as %s is %s", (name, said, expected) => assert.strictEqual(mediaType(name, said), expected))

  it.each(["image/png", "text/plain; charset=utf-8", "application/vnd.api+json"])("may be %s", (type) =>
    assert.isTrue(isMediaType(type))
  )
  it.each(["", "nonsense", "a b", "text/html\r\nX: y", "text/plain;\u00e9"])("may not be %j", (type) =>
    assert.isFalse(isMediaType(type))
  )
})
