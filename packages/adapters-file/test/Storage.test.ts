import { readdirSync, readFileSync, statSync } from "node:fs"
import { dirname, join } from "node:path"
import { store } from "@backlot/ports/Body"
import { storageSuite } from "@backlot/ports/conformance/StorageSuite"
import { Storage } from "@backlot/ports/Storage"
import { assert, it } from "@effect/vitest"
import { Context, Effect, Exit, Fiber, Layer, Scope } from "effect"
import { folder, layerNew, newFile, openAt } from "./Folder.ts"

storageSuite("storage in a file", () => layerNew(false))
storageSuite("storage in a durable file", () => layerNew(true), { only: ["reading", "rollback", "isolation"] })

const put = (key: string, value: string) =>
  Effect.flatMap(Storage, (storage) => storage.transaction(() => store.put(key, value)))
const get = (key: string) => Effect.flatMap(Storage, (storage) => storage.transaction(() => store.get(key)))

it.live("what was kept is there when the file is opened again", () =>
  Effect.gen(function* () {
    const file = yield* newFile
    for (const value of ["1", "2", "3"]) {
      yield* Effect.provide(put(`key/${value}`, value), openAt(file))
    }
    for (const value of ["1", "2", "3"]) {
      assert.strictEqual(yield* Effect.provide(get(`key/${value}`), openAt(file)), value)
    }
  })
)

it.live("a missing folder is made", () =>
  Effect.gen(function* () {
    const file = join(yield* folder, "a", "b", "backlot.db")
    yield* Effect.provide(put("key", "value"), openAt(file))
    assert.isTrue(statSync(file).isFile())
  })
)

it.live("a closed data file is one file, complete on its own", () =>
  Effect.gen(function* () {
    const file = yield* newFile
    yield* Effect.provide(put("key", "value"), openAt(file))
    assert.deepStrictEqual(readdirSync(dirname(file)), ["backlot.db"])
  })
)

it.live("opening and reading leaves the bytes of a data file as they are", () =>
  Effect.gen(function* () {
    const file = yield* newFile
    yield* Effect.provide(put("key", "value"), openAt(file))
    const before = readFileSync(file)
    yield* Effect.provide(get("key"), openAt(file))
    assert.isTrue(before.equals(readFileSync(file)))
  })
)

it.live("the end of the scope keeps what waits to be kept together", () =>
  Effect.gen(function* () {
    const file = yield* newFile
    const scope = yield* Scope.make()
    const storage = Context.get(yield* Layer.buildWithScope(openAt(file), scope), Storage)
    const start = (key: string) =>
      Effect.forkChild(Effect.provideService(put(key, key), Storage, storage), { startImmediately: true })
    const writing = [yield* start("first"), yield* start("second"), yield* start("third")]
    assert.isUndefined(writing[2]?.pollUnsafe())
    yield* Scope.close(scope, Exit.void)
    yield* Fiber.joinAll(writing)
    assert.strictEqual(yield* Effect.provide(get("third"), openAt(file)), "third")
  })
)

it.live("a transaction after the end of the scope fails with StorageError", () =>
  Effect.gen(function* () {
    const scope = yield* Scope.make()
    const storage = Context.get(yield* Layer.buildWithScope(openAt(yield* newFile), scope), Storage)
    yield* Scope.close(scope, Exit.void)
    const late = store.put("key", "value")
    const error = yield* Effect.flip(storage.transaction(() => late))
    assert.strictEqual(error._tag, "StorageError")
  })
)

it.live("of transactions that are kept together, one that fails takes nothing of the others along", () =>
  Effect.gen(function* () {
    const file = yield* newFile
    const failing = Effect.flatMap(Storage, (storage) =>
      storage.transaction(function* () {
        yield* store.put("same", "failed")
        return yield* Effect.fail("refused")
      })
    )
    const at = [put("first", "1"), put("same", "2"), Effect.flip(failing), put("last", "3")]
    yield* Effect.provide(Effect.all(at, { concurrency: "unbounded" }), openAt(file))
    const found = yield* Effect.provide(Effect.all([get("first"), get("same"), get("last")]), openAt(file))
    assert.deepStrictEqual(found, ["1", "2", "3"])
  })
)

it.live("a transaction that catches a write of no key keeps the rest", () =>
  Effect.gen(function* () {
    const file = yield* newFile
    const swallowed = Effect.flatMap(Storage, (storage) =>
      storage.transaction(function* () {
        try {
          yield* store.put("no\nkey", "value")
        } catch {
          yield* store.put("key", "value")
        }
        return "done"
      })
    )
    assert.strictEqual(yield* Effect.provide(swallowed, openAt(file)), "done")
  })
)
