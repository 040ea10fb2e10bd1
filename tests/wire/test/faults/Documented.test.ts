import { readFileSync } from "node:fs"
import * as EmbeddedServer from "@backlot/testkit/EmbeddedServer"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { harbour } from "../Harbour.ts"
import { handsOn } from "../Stage.ts"
import { planning } from "./Planning.ts"

const page = readFileSync(new URL("../../../../docs/faults.md", import.meta.url), "utf8")
const bodies = [...page.matchAll(/ -d '([^']*)'$/gm)].map(([, body = ""]): unknown => JSON.parse(body))

describe("docs/faults.md", () => {
  it("shows every action", () => {
    const shown = new Set(bodies.flatMap((body) => Object.keys(Object(body))))
    const actions = ["status", "body", "headers", "rate_limit", "delay_ms", "drop", "disconnect"]
    assert.includeMembers([...shown], [...actions, "invalid_session", "reconnect", "heartbeats"])
  })

  it.live.each(bodies)("plans %j", (body) =>
    Effect.gen(function* () {
      const { addresses } = yield* EmbeddedServer.start({ world: harbour(null) })
      yield* planning(handsOn(addresses.url)).plan(body)
    })
  )
})
