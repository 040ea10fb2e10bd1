import { existsSync } from "node:fs"
import { EmbeddedServer, layer, start, temporaryFolder } from "@backlot/testkit/EmbeddedServer"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { APP, harbour } from "./Harbour.ts"
import { call } from "./Stage.ts"

const world = harbour(null)

describe("an embedded server", () => {
  it.live.each(["memory", "file"] as const)("holds the world it is given, on %s storage", (storage) =>
    Effect.gen(function* () {
      const { addresses, applications } = yield* start({ world, storage })
      assert.strictEqual(applications[0]?.application.id, APP)
      assert.strictEqual((yield* call(`${addresses.control_url}/health`)).status, 200)
    })
  )

  it.live("has a port of its own beside others", () =>
    Effect.gen(function* () {
      const servers = yield* Effect.all(Array.from({ length: 5 }, () => start({ world })))
      assert.strictEqual(new Set(servers.map(({ addresses }) => addresses.url)).size, 5)
    })
  )

  it.live("stops with its scope", () =>
    Effect.gen(function* () {
      const { addresses } = yield* Effect.scoped(start({ world }))
      const after = yield* Effect.exit(call(addresses.control_url))
      assert.strictEqual(after._tag, "Failure")
    })
  )

  it.live("does not start with a world that breaks rules", () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(start({ world: { users: [{ id: "seven", username: "bob" }] } }))
      assert.match(error.message, /^world:\d+:\d+ users\[0\]\.id: /)
    })
  )

  it.live("takes no notice of what the test does to the world afterwards", () =>
    Effect.gen(function* () {
      const mine = { users: [{ id: "300000000000000001", username: "alice" }] }
      const { addresses } = yield* start({ world: mine })
      mine.users.pop()
      assert.include((yield* call(`${addresses.control_url}/world`)).text, "alice")
    })
  )

  it.live("is a service for those who share a layer", () =>
    Effect.gen(function* () {
      const { addresses } = yield* EmbeddedServer
      assert.strictEqual((yield* call(`${addresses.control_url}/health`)).status, 200)
    }).pipe(Effect.provide(layer({ world })))
  )

  it.effect("lives in the test's time", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(Date.UTC(2030, 0, 1))
      const { addresses } = yield* start({ world })
      yield* TestClock.adjust("1 hour")
      const { text } = yield* call(`${addresses.control_url}/clock`)
      assert.strictEqual(text, '{"now":"2030-01-01T01:00:00.000Z","mode":"real"}')
    })
  )
})

describe("a temporary folder", () => {
  it.live("is gone after its scope", () =>
    Effect.gen(function* () {
      const path = yield* Effect.scoped(
        Effect.tap(temporaryFolder, (folder) =>
          Effect.sync(() => {
            assert.isTrue(existsSync(folder))
          })
        )
      )
      assert.isFalse(existsSync(path))
    })
  )
})
