/** Inspectors see who authorized which application. Our choice: docs/choices.md "Control plane". */
import * as EmbeddedServer from "@backlot/testkit/EmbeddedServer"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { ALICE, APP, BOB, CLIENT_SECRET, harbour, STRANGER } from "../Harbour.ts"
import { handsOn, type Reply } from "../Stage.ts"

const FIXTURES = [
  { token: "alice-reads", application_id: APP, user_id: ALICE, scopes: ["identify"] },
  {
    token: "alice-writes",
    application_id: APP,
    user_id: ALICE,
    scopes: ["identify", "guilds"],
    expires_at: "2089-01-01"
  },
  { token: "alice-past", application_id: STRANGER, user_id: ALICE, scopes: ["email"], expires_at: "2015-02-01" },
  { token: "bob-reads", application_id: STRANGER, user_id: BOB, scopes: ["identify"], expires_at: "2089-01-01" }
]

interface Given {
  readonly application_id: string
  readonly user_id: string | null
  readonly ends_at: string | null
}

const started = Effect.gen(function* () {
  const world = { ...harbour(null), tokens: FIXTURES }
  const { addresses } = yield* EmbeddedServer.start({ world, clock: "frozen" })
  const { control } = handsOn(addresses.url)
  const list = (query: string) => Effect.map(control(`/authorizations${query}`), givenIn)
  return { url: addresses.url, control, list }
})

const givenIn = ({ text }: Reply) => (JSON.parse(text) as { authorizations: ReadonlyArray<Given> }).authorizations
const who = (all: ReadonlyArray<Given>) => all.map(({ application_id, user_id }) => [application_id, user_id])

describe("the authorizations", () => {
  it.live("say what a user granted, in which tokens, and when the last one ends", () =>
    Effect.gen(function* () {
      const { list } = yield* started
      const end = "2089-01-01T00:00:00.000Z"
      const [alice] = yield* list(`?application_id=${APP}&user_id=${ALICE}`)
      const { tokens, ...rest } = Object(alice)
      assert.deepStrictEqual(rest, { application_id: APP, user_id: ALICE, scopes: rest.scopes, ends_at: null })
      assert.sameMembers(rest.scopes, ["identify", "guilds"])
      assert.sameDeepMembers(tokens, [
        { kind: "bearer", scopes: ["identify"], expires_at: null, fixture: true },
        { kind: "bearer", scopes: ["identify", "guilds"], expires_at: end, fixture: true }
      ])
      const [bob] = yield* list(`?user_id=${BOB}`)
      assert.deepInclude(bob, { application_id: STRANGER, ends_at: end })
    })
  )

  it.live("leave out what has ended, and are those of one application or user where asked", () =>
    Effect.gen(function* () {
      const { list } = yield* started
      assert.deepStrictEqual(who(yield* list("")), [
        [APP, ALICE],
        [STRANGER, BOB]
      ])
      assert.deepStrictEqual(who(yield* list(`?application_id=${STRANGER}`)), [[STRANGER, BOB]])
      assert.deepStrictEqual(who(yield* list(`?application_id=${APP}&user_id=${BOB}`)), [])
    })
  )

  it.live("have what an application got for itself, and no token at all", () =>
    Effect.gen(function* () {
      const { url, control } = yield* started
      const authorization = `Basic ${Buffer.from(`${APP}:${CLIENT_SECRET}`).toString("base64")}`
      const body = new URLSearchParams({ grant_type: "client_credentials", scope: "identify" })
      const issued = yield* Effect.promise(async (signal) => {
        const answer = await fetch(`${url}/api/v10/oauth2/token`, {
          method: "POST",
          headers: { authorization },
          body,
          signal
        })
        return String(Object(await answer.json()).access_token)
      })
      const reply = yield* control(`/authorizations?application_id=${APP}`)
      assert.deepStrictEqual(who(givenIn(reply)), [
        [APP, null],
        [APP, ALICE]
      ])
      for (const token of [issued, ...FIXTURES.map(({ token }) => token)]) assert.notInclude(reply.text, token)
      assert.notMatch(reply.text, /hash|family/)
    })
  )
})
