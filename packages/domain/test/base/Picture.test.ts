/** What the bytes of a picture say. */
import { describe, expect, test } from "vitest"
import { bytesOf, pictureOf, uriOf } from "../../src/base/Picture.ts"

const text = (from: string) => [...from].map((character) => character.charCodeAt(0))

const GIF = [...text("GIF89a"), 1, 0, 1, 0, 0x80, 0, 0, ...Array(6).fill(0)]
const CONTROL = [0x21, 0xf9, 4, 0, 0, 0, 0, 0]
const FRAME = [0x2c, ...Array(8).fill(0), 0, 2, 2, 0x44, 1, 0]

const avif = (...brands: ReadonlyArray<string>) => [
  0,
  0,
  0,
  12 + 4 * brands.length,
  ...text("ftyp"),
  ...text(brands[0] ?? ""),
  0,
  0,
  0,
  0,
  ...text(brands.slice(1).join(""))
]

describe("a picture", () => {
  test.each([
    ["PNG", [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0], "image/png", false],
    ["JPEG", [0xff, 0xd8, 0xff, 0xe0], "image/jpeg", false],
    ["GIF of one frame", [...GIF, ...CONTROL, ...FRAME, 0x3b], "image/gif", false],
    ["GIF of two frames", [...GIF, ...CONTROL, ...FRAME, ...CONTROL, ...FRAME, 0x3b], "image/gif", true],
    ["GIF that breaks off", [...GIF, ...CONTROL.slice(0, 4)], "image/gif", false],
    ["WebP", [...text("RIFF"), 0, 0, 0, 0, ...text("WEBPVP8 "), 0, 0, 0, 0, 2], "image/webp", false],
    ["moving WebP", [...text("RIFF"), 0, 0, 0, 0, ...text("WEBPVP8X"), 10, 0, 0, 0, 2], "image/webp", true],
    ["AVIF", avif("mif1", "avif"), "image/avif", false],
    ["moving AVIF", avif("avis", "msf1"), "image/avif", true]
  ])("%s is known by its bytes, whatever type its URI names", (_, bytes, type, animated) => {
    const sent = Uint8Array.from(bytes)
    const found = bytesOf(`data:image/jpg;base64,${Buffer.from(sent).toString("base64")}`)
    const picture = found && pictureOf(found)
    expect(picture).toMatchObject({ type, animated })
    expect(picture && uriOf(picture)).toBe(`data:${type};base64,${Buffer.from(sent).toString("base64")}`)
  })

  test.each([
    ["HEIC", avif("heic", "mif1")],
    ["nothing", []],
    ["text", text("<svg/>")]
  ])("%s is none", (_, bytes) => {
    expect(pictureOf(Uint8Array.from(bytes))).toBeUndefined()
  })

  test.each(["", "data:", "data:image/png,AAAA", "data:image/png;base64,A", "https://example.com", "AAAA"])(
    "%j is no data URI in base64",
    (uri) => {
      expect(bytesOf(uri)).toBeUndefined()
    }
  )
})
