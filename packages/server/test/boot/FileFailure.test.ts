import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import { assert, describe, it } from "@effect/vitest"
import { Effect, FileSystem, PlatformError } from "effect"
import { whyNot } from "../../src/boot/AtomicFile.ts"

const failed = (code: string) =>
  PlatformError.systemError({
    _tag: "Unknown",
    module: "FileSystem",
    method: "writeAll",
    cause: Object.assign(new Error(`${code}: write`), { code })
  })

describe("a file that cannot be written is told in the words that the data file has for it", () => {
  const SAYS = {
    ENOSPC: /^the disk is full; make room$/,
    EDQUOT: /^the quota of this user is spent; make room$/,
    EFBIG: /^the disk refused a write: .*; make room$/
  }
  for (const [code, says] of Object.entries(SAYS)) {
    it(code, () => {
      assert.match(whyNot(failed(code)), says)
    })
  }

  it.effect("a real disk without room", () =>
    Effect.gen(function* () {
      const files = yield* FileSystem.FileSystem
      const device = yield* files.open("/dev/full", { flag: "w" })
      const error = yield* Effect.flip(device.writeAll(new Uint8Array(1)))
      assert.strictEqual(whyNot(error), "the disk is full; make room")
    }).pipe(Effect.scoped, Effect.provide(NodeFileSystem.layer))
  )
})
