/** Programs that do not get ready: the failure says what the server knows of them. */
import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { begin, type Run } from "./Begun.ts"
import { APPLICATION, BOT } from "./Harbour.ts"

describe("an app that does not get ready", () => {
  const SOON = { within: "2s" }
  /** Those that are told at once never wait so long. */
  const LATE = { within: "1h" }
  const trouble = (text: string, app: Omit<Run, "command"> = { ready: LATE }) =>
    Effect.map(
      Effect.flatMap(begin(text, app), ({ ready }) => Effect.flip(ready)),
      ({ message }) => message.split("\n")[0]
    )
  /** It goes on running without a connection. */
  const asking = (more: string) => `${BOT.replace("intents: 0", more)}\nsetInterval(() => {}, 1e6)`

  it.live("tells of a login with an intent that it may not have, and of the flag that is missing, at once", () =>
    Effect.gen(function* () {
      expect(yield* trouble(asking(`intents: ${(1 << 1) | (1 << 15)}`), { ready: LATE })).toMatch(
        /did not get ready; the gateway refused its login with 4014: GUILD_MEMBERS needs the application flag GATEWAY_GUILD_MEMBERS or GATEWAY_GUILD_MEMBERS_LIMITED; MESSAGE_CONTENT needs/
      )
    })
  )

  it.live("tells of a login with bits that are no intents, and of one with a wrong token", () =>
    Effect.gen(function* () {
      expect(yield* trouble(asking("intents: 2 ** 40"))).toContain(
        "login with 4013: 1099511627776 has bits that are no"
      )
      expect(yield* trouble(BOT.replace("{ op: 2, d: { token,", '{ op: 2, d: { token: "no",'))).toContain(
        "login with 4004: It is the token of no bot here"
      )
    })
  )

  it.live("tells of a refused login where the app ends by itself", () =>
    Effect.gen(function* () {
      const text = `${asking("intents: 2")}\nsocket.onclose = () => process.exit(4)`
      expect(yield* trouble(text)).toMatch(
        /ended with exit code 4 before it was ready; the gateway refused .* 4014: GUILD_MEMBERS/
      )
    })
  )

  it.live("tells of calls that were refused: a wrong token, commands that are not valid", () =>
    Effect.gen(function* () {
      const call = (path: string, token: string, init = "{}") =>
        `const answer = await fetch(process.env.BACKLOT_APP_REST_URL + "/v10${path}", { ...${init}, headers: { authorization: "Bot ${token}", "content-type": "application/json" } }); process.exit(1)`
      expect(yield* trouble(call("/gateway/bot", "abc.def.ghi"))).toMatch(
        /before it was ready; GET \/gateway\/bot was answered 401: 401: Unauthorized\.$/
      )
      const put = '{ method: "PUT", body: JSON.stringify([{ name: "" }]) }'
      expect(yield* trouble(call(`/applications/${APPLICATION}/commands`, "pet-shop-bot-token", put))).toMatch(
        /; PUT \/applications\/\d+\/commands was answered 400: 50035 Invalid Form Body \{"0":\{"name"/
      )
    })
  )

  it.live("says that it never called, with the real platform in mind", () =>
    Effect.gen(function* () {
      expect(yield* trouble("setInterval(() => {}, 1e6)", { ready: SOON })).toMatch(
        /; it never called Backlot: did it call the real platform\? Its library needs BACKLOT_APP_REST_URL as its base URL\.$/
      )
    })
  )

  it.live("is not said to have never called where it did", () =>
    Effect.gen(function* () {
      const text = `await fetch(process.env.BACKLOT_APP_REST_URL + "/v10/gateway"); setInterval(() => {}, 1e6)`
      expect(yield* trouble(text, { ready: SOON })).not.toContain("never called")
    })
  )

  it.live("may be ready without a login by a condition of its own", () =>
    Effect.gen(function* () {
      const text = `${asking("intents: 2")}\nsocket.onclose = ({ code }) => console.log("closed", code)`
      yield* Effect.flatMap(begin(text, { ready: { log: "closed 4014" } }), ({ ready }) => ready)
    })
  )
})
