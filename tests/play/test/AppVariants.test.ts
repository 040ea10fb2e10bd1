import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { ALICE_HERE, BOB, playing, SHOP, saying } from "./PetShop.ts"

const hello = () => saying("hello")
const ISLAND_GENERAL = "200000000000000031"
const COMMANDS = "/applications/{application}/commands"

/** Answers with the request itself. */
const echo = Effect.map(
  Effect.acquireRelease(
    Effect.promise(async () => {
      const server = createServer(({ url, headers }, response) => {
        response
          .writeHead(200, { "content-type": "application/json" })
          .end(JSON.stringify({ asked: url, headers, code: 7 }))
      })
      await once(server.listen(0, "127.0.0.1"), "listening")
      return server
    }),
    (server) => Effect.sync(() => server.close().closeAllConnections())
  ),
  // A TCP listener has an address with a port.
  (server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`
)

describe("a call of an application", () => {
  it.live("sends its own headers and its query, lists too, to whatever address it says", () =>
    Effect.gen(function* () {
      const { perform } = yield* playing(hello)
      const url = yield* echo
      const { body } = yield* perform({
        app: {
          get: `${url}/pets?of={user:bob}`,
          query: { kind: ["dog", "cat"], limit: 1, name: "a b&c" },
          headers: { Authorization: "Bot other", "X-Audit-Log-Reason": "for {user:bob}" }
        }
      })
      assert.deepInclude(body, { asked: `/pets?of=${BOB}&kind=dog&kind=cat&limit=1&name=a%20b%26c` })
      assert.deepInclude(Object(body).headers, { authorization: "Bot other", "x-audit-log-reason": `for ${BOB}` })
    })
  )

  it.live("has a code only where it failed", () =>
    Effect.gen(function* () {
      const { perform } = yield* playing(hello)
      const good = yield* perform({ app: { get: yield* echo } })
      assert.deepInclude(good.body, { code: 7 })
      assert.notProperty(good, "code")
      yield* perform({ app: { get: "/guilds/1" }, expect: { status: 404, code: 10004 } })
    })
  )

  it.live("is told when its window ends, in seconds", () =>
    Effect.gen(function* () {
      const { perform } = yield* playing(hello)
      const soon = { $above: 0, $atMost: 60 }
      yield* perform({ app: { get: "/guilds/{guild:Harbour}" }, expect: { rate_limit: { reset_after: soon } } })
    })
  )

  it.live("names roles and commands of the guild that the step is in", () =>
    Effect.gen(function* () {
      const { play } = yield* playing(hello)
      yield* play(
        { world: { put: "/guilds/Island/roles/200000000000000041", body: { name: "Sailor", position: 1 } } },
        { world: { put: `/guilds/Island/installs/${SHOP}`, body: { scopes: ["bot", "applications.commands"] } } },
        {
          in: "Island/general",
          app: { get: "/guilds/{guild:Island}/roles/{role:Sailor}" },
          expect: { body: { id: "200000000000000041" } }
        },
        {
          app: {
            post: "/applications/{application}/guilds/{guild:Island}/commands",
            body: { name: "row", description: "Rows" }
          }
        },
        { app: { get: "/applications/{application}/guilds/{guild:Island}/commands/{command:row}" } },
        { in: ISLAND_GENERAL, app: { get: "/channels/{channel:Island/beach}" }, expect: { body: { name: "beach" } } }
      )
    })
  )

  it.live("that renames something is known to the next step, without the stream of events", () =>
    Effect.gen(function* () {
      const { play } = yield* playing(hello, { events: false })
      yield* play(
        { app: { get: `${COMMANDS}/{command:ban}` }, capture: { first: "body.id" } },
        { app: { patch: `${COMMANDS}/{command:ban}`, body: { name: "banish" } } },
        { app: { post: COMMANDS, body: { name: "ban", description: "Another one" } } },
        { app: { get: `${COMMANDS}/{command:ban}` }, expect: { body: { id: { $not: "${first}" } } } }
      )
    })
  )

  it.live("needs what its placeholders stand for", () =>
    Effect.gen(function* () {
      const { failing, perform } = yield* playing(hello)
      assert.match(
        (yield* failing({ app: { get: "/lobbies/{lobby}" } })).message,
        /^there is no \{lobby\}: no lobby was/
      )
      yield* perform({ ...ALICE_HERE, use: "/ban" })
      yield* perform({
        app: { post: "/webhooks/{application}/{token}", body: { content: "{interaction}" } },
        expect: { body: { content: "/^\\d{17,}$/" } }
      })
    })
  )
})
