import { dirname, join } from "node:path"
import { commandOf, run } from "@backlot/test-engines/crash/Victim"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { BALLAST, type Disk, disks } from "./Disk.ts"
import { newFile } from "./Folder.ts"

const WRITER = new URL("./Writer.ts", import.meta.url)

const writeOn = (disk: Disk) =>
  Effect.gen(function* () {
    const file = yield* newFile
    const folder = dirname(file)
    const writer = commandOf(WRITER, [file, `${disk.longest}`, join(folder, BALLAST)])
    const { lines } = yield* run(disk.command(folder, writer))
    return { file, lines: lines.slice(1) }
  })

describe("a disk that is full", () => {
  it.live("fails a write whole and in words, lets reads go on, and takes writes again when there is room", () =>
    Effect.gen(function* () {
      const disk = disks.nearlyFull
      const { file, lines } = yield* writeOn(disk)
      const kept = lines.filter((line) => /^\d+$/.test(line)).length
      assert.isAbove(kept, 0)
      const [failed = "", ...after] = lines.slice(kept)
      assert.include(failed, `failed ${kept + 1}: ${file}: ${disk.says}`)
      const again = disk.hasBallast ? [`written ${kept + 1}`] : []
      assert.deepStrictEqual(after, [`kept ${kept}`, "torn 0", ...again])
    })
  )

  it.live("keeps what closing could not merge, says so, and says at the next start that the data is whole", () =>
    Effect.gen(function* () {
      const disk = disks.nearlyFull
      const file = yield* newFile
      const folder = dirname(file)
      const twice = ["bash", "-c", '"$@"; "$@"', "-", ...commandOf(WRITER, [file, `${disk.longest}`])]
      const { lines } = yield* run(disk.command(folder, twice))
      const again = lines.lastIndexOf("opening")
      const [closing = "", opening = ""] = [lines[again - 1], lines[again + 1]]
      if (!disk.hasBallast) {
        // A file size limit stops the journal first, so the file has room for what the journal holds.
        assert.match(closing, /^torn 0$/)
        assert.notInclude(opening, "unusable")
        return
      }
      assert.include(closing, `WARN`)
      assert.match(closing, /could not take in .*-journal-1, for example because the disk is full/)
      assert.include(opening, `unusable unavailable: ${file} can not be opened: the disk has no room`)
      assert.match(opening, /; make room; what it holds stays whole$/)
    })
  )

  it.live("at the start is refused as unavailable, in words", () =>
    Effect.gen(function* () {
      const { file, lines } = yield* writeOn(disks.full)
      assert.deepStrictEqual(lines.length, 1)
      assert.include(lines[0], `unusable unavailable: ${file} can not be opened: ${disks.full.says}`)
    })
  )
})

it.live("a disk that is read-only is refused as not permitted", () =>
  Effect.gen(function* () {
    const { file, lines } = yield* writeOn(disks.readOnly)
    assert.deepStrictEqual(lines.length, 1)
    assert.include(lines[0], `unusable not-permitted: ${file} may not be read and written`)
    assert.include(lines[0], disks.readOnly.says)
  })
)
