import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { ALICE_HERE, BOB, GUILD, playing, RIVAL, SHOP, saying } from "./PetShop.ts"

const hello = () => saying("hello")

describe("a call of an application", () => {
  it.live("is the bot's unless it says otherwise, and its answer is judged whole", () =>
    Effect.gen(function* () {
      const { play } = yield* playing(hello)
      yield* play(
        { app: { get: "/applications/@me" }, expect: { status: 200, body: { id: SHOP } } },
        { app: { application: "Rival", get: "/applications/@me" }, expect: { body: { id: RIVAL } } },
        { app: { get: "/applications/{application}/commands", auth: "client" }, expect: { status: 200 } },
        {
          app: { get: "/applications/@me", auth: "none" },
          expect: { status: 401, body: { message: "401: Unauthorized" } }
        },
        { app: { get: "/applications/@me", auth: "Bot rival-bot-token" }, expect: { body: { id: RIVAL } } },
        { app: { get: "/api/v9/gateway" }, expect: { status: 200, headers: { "content-type": "/json/" } } },
        { app: { get: "/applications/{application}/commands", query: { with_localizations: true } } }
      )
    })
  )

  it.live("speaks for the scenario's application, and after an interaction for that one's", () =>
    Effect.gen(function* () {
      const { play } = yield* playing(hello, { application: "Rival" })
      yield* play(
        { app: { get: "/applications/@me" }, expect: { body: { id: RIVAL } } },
        { ...ALICE_HERE, use: "/ban" },
        {
          app: { post: "/webhooks/{application}/{token}", body: { content: "by {user:bob}, {token}" } },
          expect: { status: 200, body: { application_id: SHOP, content: `by ${BOB}, {token}` } }
        }
      )
    })
  )

  it.live("names users, channels, guilds, roles and commands", () =>
    Effect.gen(function* () {
      const { perform, failing } = yield* playing(hello)
      yield* perform({
        app: { get: "/guilds/{guild:Harbour}/members/{user:bob}" },
        expect: { body: { user: { id: BOB } } }
      })
      yield* perform({
        app: { get: "/applications/{application}/commands/{command:ban}" },
        expect: { body: { name: "ban" } }
      })
      yield* perform({
        app: { get: "/guilds/{guild:Harbour}/roles/{role:Moderator}" },
        expect: { body: { name: "Moderator" } }
      })
      yield* perform({
        app: { post: "/channels/{channel:Harbour/general}/messages", body: { content: "<@{user:bob}>" } },
        expect: { body: { content: `<@${BOB}>` } }
      })
      const unknown = yield* failing({ app: { get: "/guilds/{guild:Harbor}" } })
      assert.strictEqual(unknown.message, 'there is no guild "Harbor"; did you mean "Harbour"?')
      const stray = yield* failing({ app: { get: "/guilds/{gild:Harbour}" } })
      assert.strictEqual(stray.message, "{gild:Harbour} is not a known placeholder; did you mean guild?")
      const none = yield* failing({ app: { get: "/webhooks/{application}/{token}/messages/@original" } })
      assert.match(none.message, /there is no \{token\}: no interaction was played/)
    })
  )

  it.live("fails the step by an error that was not expected", () =>
    Effect.gen(function* () {
      const { perform, failing } = yield* playing(hello)
      const failure = yield* failing({ app: { get: `/guilds/${RIVAL}` } })
      assert.match(failure.message, /status: 404 was not expected: Unknown Guild/)
      yield* perform({ app: { get: `/guilds/${RIVAL}` }, expect: { code: 10004 } })
    })
  )

  it.live("sends files as multipart", () =>
    Effect.gen(function* () {
      const { perform } = yield* playing(hello)
      yield* perform({
        app: {
          post: "/channels/{channel:Harbour/general}/messages",
          body: { content: "see" },
          files: [
            { text: "x", filename: "x.txt" },
            { base64: "AAEC", filename: "y.bin" }
          ]
        },
        expect: { status: 200, body: { content: "see", attachments: [{ filename: "x.txt", size: 1 }, { size: 3 }] } }
      })
    })
  )

  it.live("is told what the rate limits say", () =>
    Effect.gen(function* () {
      const { play } = yield* playing(hello)
      yield* play(
        {
          app: { get: `/guilds/${GUILD}` },
          expect: { rate_limit: { limit: { $above: 0 }, remaining: { $type: "number" }, bucket: "/\\w+/" } }
        },
        { fault: { match: { surface: "rest" }, rate_limit: { retry_after_ms: 2500 }, times: 1 } },
        {
          app: { get: `/guilds/${GUILD}` },
          expect: { status: 429, rate_limit: { retry_after: 2.5, scope: "user", global: false } }
        }
      )
    })
  )

  it.live("whose connection is cut has an error, and the next one is answered", () =>
    Effect.gen(function* () {
      const { play, failing } = yield* playing(hello)
      yield* play(
        { fault: { match: { surface: "rest", application: "Pet Shop" }, drop: true, times: 3 } },
        { app: { get: "/applications/@me" }, expect: { error: "/no answer/" } },
        { app: { post: "/applications/{application}/commands", body: {} }, expect: { error: "/no answer/" } }
      )
      assert.match(
        (yield* failing({ app: { delete: `/guilds/${GUILD}/members/${BOB}` } })).message,
        /error: .* was not expected/
      )
      yield* play({ app: { get: "/applications/@me" } }, { clear_faults: true })
    })
  )

  it.live("has one method", () =>
    Effect.gen(function* () {
      const { failing } = yield* playing(hello)
      const failure = yield* failing({ app: { get: "/a", post: "/b" } })
      assert.strictEqual(failure.message, "exactly one of get, post, put, patch, delete must be here, with the path")
    })
  )
})
