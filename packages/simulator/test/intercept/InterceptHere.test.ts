/** A test that imports its bot leads its own process, and what that starts, without a namespace. */
import { spawnSync } from "node:child_process"
import { readFileSync } from "node:fs"
import type { StageHttp } from "@backlot/player/stage/StageHttp"
import { Effect } from "effect"
import { expect, it } from "vitest"
import { interceptHere } from "../../src/intercept/Intercept.ts"

/** A server that opens any front. */
const http: StageHttp = {
  send: () => Effect.succeed({ status: 201, headers: {}, body: { id: "1", port: 1 } }),
  open: () => Promise.reject(new Error("not opened")),
  renew: Effect.void
}
const url = "http://127.0.0.1:1"
const stage = { url, rest_url: url, gateway_url: url, control_url: url, applications: [] }

it("leads the children of a test, which wait for no namespace, and names those that do not run on Node", async () => {
  const told: Array<string> = []
  const options = { stage, http, applicationId: "1", outside: [], environment: process.env }
  const option = await Effect.runPromise(
    Effect.scoped(
      Effect.gen(function* () {
        yield* interceptHere({ ...options, tell: (line) => told.push(line) })
        spawnSync("no-such-program")
        const { stdout } = spawnSync(process.execPath, ["-p", "process.env.NODE_OPTIONS"], { encoding: "utf8" })
        const file = /--require "?([^"\n]+)"?/.exec(stdout)?.[1] ?? ""
        return readFileSync(file, "utf8").split("\n")[0] ?? ""
      })
    )
  )
  const given = JSON.parse(option.replace(/^const BACKLOT = |;$/g, ""))
  expect(given).toMatchObject({ tellsOthers: true })
  expect(given).not.toHaveProperty("mirrored")
  expect(told).toEqual([expect.stringMatching(/^no-such-program was started, which does not run on Node/)])
})

it("says which port is none", async () => {
  const failed = await Effect.runPromise(
    Effect.flip(
      Effect.scoped(interceptHere({ stage, http, applicationId: "1", outside: ["db.example:99999"], tell: () => {} }))
    )
  )
  expect(failed.message).toBe('cannot be led: the port of "db.example:99999" is not between 1 and 65535')
})
