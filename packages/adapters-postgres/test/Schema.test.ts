import { store } from "@backlot/ports/Body"
import { Storage, type StorageUnusable } from "@backlot/ports/Storage"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Redacted } from "effect"
import type * as Database from "../src/Database.ts"
import { databaseIn, newSchema, sql, storageIn, url } from "./Server.ts"

const opened = (schema: string, options: Partial<Database.Options> = {}) =>
  Effect.asVoid(Effect.scoped(Layer.build(databaseIn(schema, options))))

const put = Effect.flatMap(Storage, (storage) => storage.transaction(() => store.put("key", "value")))
const get = Effect.flatMap(Storage, (storage) => storage.transaction(() => store.get("key")))

const assertClear = (error: StorageUnusable) => {
  assert.notInclude(error.message, "\n")
  assert.notInclude(error.message, "hidden")
  assert.notInclude(error.message, "wrong-secret")
  return error.reason
}

const at = (changes: Partial<Pick<URL, "username" | "password" | "port" | "pathname">>) =>
  Redacted.make(Object.assign(new URL(url), changes).href)

it.live("what was kept is there when the store is opened again", () =>
  Effect.gen(function* () {
    const schema = yield* newSchema
    yield* Effect.provide(put, storageIn(schema))
    assert.strictEqual(yield* Effect.provide(get, storageIn(schema)), "value")
  })
)

it.live("many processes that start at once make one store", () =>
  Effect.gen(function* () {
    const schema = yield* newSchema
    const processes = Array.from({ length: 12 }, () => opened(schema))
    yield* Effect.all(processes, { concurrency: "unbounded" })
    yield* Effect.provide(put, storageIn(schema))
  })
)

describe("a schema that is not ours is refused untouched", () => {
  const FOREIGN: Readonly<Record<string, (schema: string) => ReadonlyArray<string>>> = {
    "a table of another program": (schema) => [`CREATE TABLE ${schema}.kv (id int)`],
    "all tables of another program": (schema) =>
      ["kv", "counter", "layout"].map((table) => `CREATE TABLE ${schema}.${table} (id int)`)
  }
  for (const [what, statements] of Object.entries(FOREIGN)) {
    it.live(what, () =>
      Effect.gen(function* () {
        const schema = yield* newSchema
        for (const statement of [`CREATE SCHEMA ${schema}`, ...statements(schema)]) yield* sql(statement)
        const tables = sql("SELECT tablename FROM pg_tables WHERE schemaname = $1", [schema])
        const before = yield* tables
        assert.strictEqual(assertClear(yield* Effect.flip(opened(schema))), "foreign")
        assert.deepStrictEqual(yield* tables, before)
      })
    )
  }
})

it.live("a store of the first layout gets what later ones add, and keeps what it has", () =>
  Effect.gen(function* () {
    const schema = yield* newSchema
    yield* Effect.provide(put, storageIn(schema))
    for (const table of ["session_start", "gateway_session", "gateway_entry", "turn", "server", "change", "epoch"])
      yield* sql(`DROP TABLE ${schema}.${table}`)
    yield* sql(`DROP FUNCTION ${schema}.take_session_start(json, float8)`)
    yield* sql(`DROP FUNCTION ${schema}.keep`)
    yield* sql(`UPDATE ${schema}.layout SET version = 1`)
    assert.strictEqual(yield* Effect.provide(get, storageIn(schema)), "value")
    yield* Effect.provide(put, storageIn(schema))
    const [layout] = yield* sql(`SELECT version FROM ${schema}.layout`)
    assert.deepEqual(layout, { version: 3 })
  })
)

it.live("a store of a newer release is refused untouched", () =>
  Effect.gen(function* () {
    const schema = yield* newSchema
    yield* opened(schema)
    yield* sql(`UPDATE ${schema}.layout SET version = 1000`)
    assert.strictEqual(assertClear(yield* Effect.flip(opened(schema))), "newer")
  })
)

describe("a server that can not be used is told by what is wrong, never with the password", () => {
  const REFUSED: Readonly<Record<string, readonly [StorageUnusable["reason"], Redacted.Redacted]>> = {
    "a wrong password": ["not-permitted", at({ password: "wrong-secret" })],
    "an unknown user": ["not-permitted", at({ username: "nobody" })],
    "a port where nobody listens": ["unavailable", at({ port: "9" })],
    "a database that is not there": ["unavailable", at({ pathname: "/absent" })],
    "no address": ["unavailable", Redacted.make("wrong-secret")],
    "an address of something else": ["unavailable", Redacted.make(url.replace("postgres:", "mysql:"))]
  }
  for (const [what, [reason, address]] of Object.entries(REFUSED)) {
    it.live(what, () =>
      Effect.gen(function* () {
        const schema = yield* newSchema
        assert.strictEqual(assertClear(yield* Effect.flip(opened(schema, { url: address }))), reason)
      })
    )
  }

  it.live("a user without the right to make the schema", () =>
    Effect.gen(function* () {
      const schema = yield* newSchema
      yield* sql(`CREATE ROLE ${schema} LOGIN PASSWORD 'wrong-secret'`)
      const address = at({ username: schema, password: "wrong-secret" })
      assert.strictEqual(assertClear(yield* Effect.flip(opened(schema, { url: address }))), "not-permitted")
    })
  )
})
