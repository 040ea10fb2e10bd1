import { assert, describe, it } from "@effect/vitest"
import { soundOf, uriOf } from "../../src/base/SoundFile.ts"
import { frames, ogg, tagged } from "../fixture/Sounds.ts"

const seconds = (bytes: Uint8Array) => soundOf(bytes)?.seconds ?? Number.NaN

describe("a sound", () => {
  it("is MP3 by its frames, behind a tag or not", () => {
    assert.strictEqual(soundOf(frames(10))?.type, "audio/mpeg")
    assert.closeTo(seconds(frames(10)), (10 * 1152) / 44_100, 1e-9)
    assert.closeTo(seconds(tagged(frames(10))), (10 * 1152) / 44_100, 1e-9)
    // MPEG 2, 64 kbit/s at 22.05 kHz: half the samples of a frame.
    assert.closeTo(seconds(frames(10, [0xff, 0xf3, 0x80, 0])), (10 * 576) / 22_050, 1e-9)
  })

  it("is Ogg by the position of its last page", () => {
    assert.strictEqual(soundOf(ogg("vorbis", 88_200))?.type, "audio/ogg")
    assert.closeTo(seconds(ogg("vorbis", 88_200)), 2, 1e-9)
    assert.closeTo(seconds(ogg("opus", 48_312)), 1, 1e-9)
  })

  it("is nothing else", () => {
    for (const text of ["", "OggS", "ID3", "RIFF....WAVE", "OggS".repeat(20)])
      assert.isUndefined(soundOf(new TextEncoder().encode(text)))
    for (let length = 0; length < 40; length++) {
      assert.isUndefined(soundOf(ogg("vorbis", 0).subarray(0, length)))
      assert.doesNotThrow(() => soundOf(tagged(frames(1)).subarray(0, length)))
    }
    assert.isUndefined(soundOf(Uint8Array.from([0xff, 0xfb, 0xf0, 0, 0])))
  })

  it("of many heads is read in one pass", () => {
    const many = frames(1300)
    assert.isBelow(many.length, 600_000)
    const begun = performance.now()
    for (let i = 0; i < 20; i++) soundOf(many)
    assert.isBelow(performance.now() - begun, 2_000)
  })

  it("is text that says what it is", () => {
    const found = soundOf(frames(1))
    assert.isDefined(found)
    assert.match(found === undefined ? "" : uriOf(found), /^data:audio\/mpeg;base64,\/\/uQ/)
  })
})
