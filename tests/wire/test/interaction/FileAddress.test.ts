/** The address of a file over a restart. */
import * as EmbeddedServer from "@backlot/testkit/EmbeddedServer"
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { bytesAt, sendForm } from "../Forms.ts"
import { BOT_TOKEN, GENERAL, harbour } from "../Harbour.ts"

const NOTE = { name: "files[0]", filename: "note.txt", type: "text/plain", value: Buffer.from("woof") }

it.live("a file has the same proof in its address after the first restart as before", () =>
  Effect.gen(function* () {
    const storage = { folder: yield* EmbeddedServer.temporaryFolder }
    const start = EmbeddedServer.start({ world: harbour(null), clock: "frozen", storage })
    const address = yield* Effect.scoped(
      Effect.gen(function* () {
        const place = `${(yield* start).addresses.rest_url}/v10/channels/${GENERAL}/messages`
        const { body } = yield* sendForm(place, "POST", [NOTE], { authorization: `Bot ${BOT_TOKEN}` })
        return new URL(body.attachments[0]?.url ?? "")
      })
    )
    const { addresses } = yield* start
    const found = yield* bytesAt(`${addresses.url}${address.pathname}${address.search}`)
    assert.strictEqual(found.status, 200)
  })
)
