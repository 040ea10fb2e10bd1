import { retention as bounds } from "@backlot/domain/base/KeptLimits"
import * as Body from "@backlot/ports/Body"
import { store } from "@backlot/ports/Body"
import { StorageError } from "@backlot/ports/Storage"
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import * as Time from "../../src/event/Time.ts"
import * as OAuthTokens from "../../src/oauth/OAuthTokens.ts"
import * as Collections from "../../src/store/Collections.ts"
import { Deadlines } from "../../src/store/Deadlines.ts"
import * as Retention from "../../src/store/Retention.ts"
import * as Layout from "../../src/world/Layout.ts"
import * as Worlds from "../../src/world/Worlds.ts"
import * as Entering from "../fixture/Entering.ts"
import { PET_SHOP as ARCADE, slash } from "../fixture/Harbour.ts"
import { create, list, names } from "../fixture/Registering.ts"
import { describeOnEachStore, notes, rows, transact } from "../fixture/Stores.ts"
import { upload } from "../fixture/Using.ts"
import {
  BOT_TOKEN,
  CLIENT_SECRET,
  COMMAND,
  DEADLINE_DUE,
  EXPIRED_HASHES,
  PREVIOUS_RELEASE,
  UPLOAD_TEXT,
  VALID_HASH
} from "./PreviousRelease.ts"

const put = (key: string, value: string) => transact(() => store.put(key, value))

/** The store as the previous release left it, brought to the current layout; builds of layout 2 could count wrongly. */
const upgraded = (layout?: string) =>
  Effect.gen(function* () {
    for (const [key, value] of PREVIOUS_RELEASE) yield* put(key, value)
    if (layout !== undefined) yield* put("meta/layout", layout)
    if (layout === "2") yield* put("kept/upload", "-5")
    yield* Layout.upgrade
    yield* Time.restore
  })

const rowAt = (key: string) => transact(() => store.get(key))

const issuedHashes = Effect.map(
  transact(() => Collections.credentials.list([])),
  (all) => all.filter(({ kind }) => kind === "bearer").map(({ token_hash }) => token_hash)
)

const tests: Parameters<typeof describeOnEachStore>[1] = (test) => {
  for (const layout of [undefined, "1", "2"]) {
    test(
      `gets its indexes and loses the rows that nothing reads (layout ${layout ?? "absent"})`,
      Effect.gen(function* () {
        yield* upgraded(layout)
        const keys = (yield* rows).map(([key]) => key)
        const count = (prefix: string) => keys.filter((key) => key.startsWith(prefix)).length
        assert.strictEqual(count("command.name/"), 1)
        assert.strictEqual(count("credential.issued/"), EXPIRED_HASHES.length + 1)
        assert.strictEqual(count("deadline_name/"), 0)
        assert.strictEqual(count("kept/"), 0)
        assert.strictEqual(count("deadline/"), 1)
      })
    )
  }

  test(
    "loses all of those rows, however many there are",
    Effect.gen(function* () {
      yield* transact(() =>
        Body.forEach(
          Array.from({ length: 600 }, (_, i) => `deadline_name/${i}`),
          (key) => store.put(key, "")
        )
      )
      yield* upgraded()
      assert.isFalse((yield* rows).some(([key]) => key.startsWith("deadline_name/")))
    })
  )

  test(
    "keeps its bot's token, and a POST of a name that it holds upserts",
    Effect.gen(function* () {
      yield* upgraded()
      assert.strictEqual((yield* Entering.identify(`Bot ${BOT_TOKEN}`)).application.id, ARCADE)
      const { status, command } = yield* create(slash("play", { nsfw: true }))
      assert.deepStrictEqual([status, command.id], ["updated", COMMAND])
      assert.deepStrictEqual(names(yield* list()), ["play"])
    })
  )

  test(
    "loses its expired tokens as new ones are issued",
    Effect.gen(function* () {
      yield* upgraded()
      yield* OAuthTokens.issue({
        grant_type: "client_credentials",
        scope: "identify",
        client_id: ARCADE,
        client_secrets: [CLIENT_SECRET]
      })
      const hashes = yield* issuedHashes
      assert.lengthOf(hashes, 2)
      assert.include(hashes, VALID_HASH)
    })
  )

  test(
    "counts the uploads that it holds when one is added",
    Effect.gen(function* () {
      yield* upgraded()
      const added = upload("500000000000000002")
      yield* transact(() => Retention.putUpload(added))
      assert.strictEqual(Number(yield* rowAt("kept/upload")), UPLOAD_TEXT.length + added.base64.length)
    })
  )

  test(
    "counts no fewer uploads than none when one goes with its interaction",
    Effect.gen(function* () {
      yield* upgraded()
      yield* put("kept/interaction", JSON.stringify({ count: bounds.interactions, passed: 0, after: null }))
      yield* transact(() => Retention.countInteraction)
      assert.deepStrictEqual(yield* transact(() => Collections.uploads.list([])), [])
      assert.strictEqual(yield* rowAt("kept/upload"), "0")
    })
  )

  test(
    "completes its deadlines",
    Effect.gen(function* () {
      yield* upgraded()
      const before = notes.length
      yield* Time.change({ now: DEADLINE_DUE })
      yield* (yield* Deadlines).runDue
      assert.deepStrictEqual(notes.slice(before), ["reminded"])
      assert.isFalse((yield* rows).some(([key]) => key.startsWith("deadline")))
    })
  )

  test(
    "gets the entry points of its applications by a reset",
    Effect.gen(function* () {
      yield* upgraded()
      yield* Worlds.reset("real")
      assert.deepStrictEqual(names(yield* list()), ["Launch"])
    })
  )
}

describeOnEachStore("a store of the previous release", tests, { on: ["memory", "file"] })

describeOnEachStore("a store of a later layout", (test) => {
  for (const layout of ["9", "10", "new"]) {
    test(
      `is refused, and stays as it is (${layout})`,
      Effect.gen(function* () {
        for (const [key, value] of PREVIOUS_RELEASE) yield* put(key, value)
        yield* put("meta/layout", layout)
        const before = yield* rows
        const error = yield* Effect.flip(Layout.upgrade)
        assert.instanceOf(error, StorageError)
        assert.match(error.message, /^The stored data was written by a newer Backlot; use that release/)
        assert.deepStrictEqual(yield* rows, before)
      })
    )
  }
})
