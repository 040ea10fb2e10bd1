import { retention as bounds } from "@backlot/domain/base/KeptLimits"
import { oauth } from "@backlot/domain/base/Limits"
import type { InteractionRecord } from "@backlot/domain/interaction/Interaction"
import type { MessageRecord } from "@backlot/domain/message/Message"
import * as Body from "@backlot/ports/Body"
import { Secrets } from "@backlot/ports/Secrets"
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import * as Time from "../../src/event/Time.ts"
import * as Trace from "../../src/interaction/Trace.ts"
import * as OAuthTokens from "../../src/oauth/OAuthTokens.ts"
import * as Collection from "../../src/store/Collection.ts"
import * as Collections from "../../src/store/Collections.ts"
import * as Retention from "../../src/store/Retention.ts"
import { GENERAL, HIDDEN, PET_SHOP, settle, UPDATE_TOKEN } from "../fixture/Harbour.ts"
import { describeOnEachStore, transact } from "../fixture/Stores.ts"
import { open, record, saying, settled, upload, use, withApp } from "../fixture/Using.ts"

const numbered = (number: number) => String(1_000 + number)

const ATTACHMENT = 11

/** A file given with an option, or with a modal. */
const holding = (file: string, inOption: boolean): Partial<InteractionRecord> => {
  if (inOption) return { options: [{ name: "picture", type: ATTACHMENT, value: file }] }
  const component = { type: 19, id: 2, custom_id: "files", values: [file] }
  return { options: [], submitted: { custom_id: "survey", components: [{ type: 18, id: 1, component }] } }
}

/** Puts interactions as a use does, numbered `from` to below `to`, each with a trace and an upload. */
const pile = (like: InteractionRecord, state: InteractionRecord["state"], from: number, to: number) =>
  transact(function* () {
    for (let number = from; number < to; number++) {
      const id = numbered(number)
      yield* Retention.putUpload(upload(id))
      yield* Trace.append({ ...like, id }, [{ at: 0, what: "made", detail: null }])
      yield* Collections.interactions.put({ ...like, id, state, ...holding(id, number % 2 === 0) })
      yield* Retention.countInteraction
    }
  })

const found = (number: number) =>
  transact(function* () {
    const id = numbered(number)
    const trace = yield* Trace.read(id)
    const kept = [
      yield* Collections.interactions.get(Collection.id(id)),
      trace[0],
      yield* Collections.uploads.get(Collection.id(id))
    ]
    return kept.map((value) => value !== undefined)
  })

const WHOLE = [true, true, true]
const GONE = [false, false, false]

const count = Effect.map(
  transact(() => Collections.interactions.list([])),
  (all) => all.length
)

/** A use of `/adopt` that has ended. */
const ended = Effect.gen(function* () {
  yield* open()
  const { id } = yield* use({})
  yield* settled(id)
  return (yield* record(id)) ?? (yield* Effect.die(new Error("the interaction is gone")))
})

const retention: Parameters<typeof describeOnEachStore>[1] = (test) => {
  test(
    "keeps the newest interactions; a use takes the oldest that has ended away, with its trace and uploads",
    withApp(
      () => Effect.succeed(saying("done")),
      Effect.fnUntraced(function* () {
        const like = yield* ended
        yield* pile(like, "responded", 0, bounds.interactions - 1)
        assert.strictEqual(yield* count, bounds.interactions)
        const { id } = yield* use({})
        yield* use({})
        assert.strictEqual(yield* count, bounds.interactions)
        assert.deepStrictEqual(yield* found(0), GONE)
        assert.deepStrictEqual(yield* found(1), GONE)
        assert.deepStrictEqual(yield* found(2), WHOLE)
        assert.isDefined(yield* record(id))
      })
    )
  )

  test(
    "passes over interactions that wait for an answer, and comes back to them once they have ended",
    withApp(
      () => Effect.succeed(saying("done")),
      Effect.fnUntraced(function* () {
        const waiting = 3 * bounds.perUse
        const like = yield* ended
        yield* pile(like, "pending", 0, waiting)
        yield* pile(like, "deferred", waiting, 2 * waiting)
        yield* pile(like, "responded", 2 * waiting, bounds.interactions + 3 * waiting)
        for (let number = 0; number < 2 * waiting; number++) assert.deepStrictEqual(yield* found(number), WHOLE)
        assert.deepStrictEqual(yield* found(2 * waiting), GONE)
        assert.isAtMost(yield* count, bounds.interactions + 3 * waiting)
        yield* transact(() =>
          Body.forEach(
            Array.from({ length: 2 * waiting }, (_, number) => numbered(number)),
            (id) => Collections.interactions.put({ ...like, id, state: "timed_out" })
          )
        )
        yield* pile(like, "responded", bounds.interactions + 3 * waiting, bounds.interactions + 6 * waiting)
        assert.deepStrictEqual((yield* found(0))[0], false)
        assert.strictEqual(yield* count, bounds.interactions)
      })
    )
  )

  test(
    "keeps the newest messages of each channel, however often they are edited",
    Effect.gen(function* () {
      yield* settle()
      const put = (channel_id: string, number: number) => Retention.putMessage(message(channel_id, number))
      const list = (channel: string) => transact(() => Collections.messages.list([Collection.id(channel)]))
      yield* transact(() => put(HIDDEN, 0))
      yield* transact(function* () {
        for (let number = 0; number < bounds.messagesPerChannel; number++) yield* put(GENERAL, number)
        for (let again = 0; again < 10; again++) yield* put(GENERAL, 5)
        yield* Retention.deleteMessage(GENERAL, numbered(7))
        yield* Retention.deleteMessage(GENERAL, numbered(7))
        yield* put(GENERAL, bounds.messagesPerChannel)
      })
      assert.strictEqual((yield* list(GENERAL)).length, bounds.messagesPerChannel)
      assert.strictEqual((yield* list(GENERAL))[0]?.id, numbered(0))
      yield* transact(() => put(GENERAL, bounds.messagesPerChannel + 1))
      assert.strictEqual((yield* list(GENERAL)).length, bounds.messagesPerChannel)
      assert.strictEqual((yield* list(GENERAL))[0]?.id, numbered(1))
      assert.strictEqual((yield* list(HIDDEN)).length, 1)
    })
  )

  test(
    "an issued token takes a few expired ones of its application away, and no fixture of the world",
    Effect.gen(function* () {
      yield* settle()
      const before = yield* tokens
      yield* Effect.replicateEffect(issue, 2 * bounds.perUse)
      yield* Time.change({ advance_ms: oauth.expiresInSeconds * 1000 })
      yield* issue
      assert.strictEqual((yield* tokens).length, before.length + bounds.perUse + 1)
      yield* issue
      assert.strictEqual((yield* tokens).length, before.length + 2)
      assert.isTrue((yield* tokens).some(({ token }) => token === UPDATE_TOKEN))
    })
  )

  test(
    "keeps the newest refresh tokens of an application, though none expires, and counts right what a refresh ends",
    Effect.gen(function* () {
      yield* settle()
      const refreshing = { kind: "refresh", application_id: PET_SHOP, scopes: [], expires_at: null } as const
      const put = (number: number) =>
        Retention.putIssuedToken({ ...refreshing, token_hash: numbered(number), issued_at: number }, number)
      const kept = Effect.map(tokens, (all) => all.filter(({ kind }) => kind === "refresh"))
      yield* transact(function* () {
        for (let number = 0; number < bounds.tokensPerApplication; number++) yield* put(number)
        const [oldest] = yield* Collections.credentials.firstBy("refresh", [Collection.id(PET_SHOP)], 1)
        assert.strictEqual(oldest?.token_hash, numbered(0))
        yield* Retention.removeTokens(PET_SHOP, oldest === undefined ? [] : [oldest])
        yield* put(bounds.tokensPerApplication)
      })
      assert.strictEqual((yield* kept).length, bounds.tokensPerApplication)
      yield* transact(() => put(bounds.tokensPerApplication + 1))
      assert.strictEqual((yield* kept).length, bounds.tokensPerApplication)
      assert.isFalse((yield* kept).some(({ token_hash }) => token_hash === numbered(1)))
      yield* issue
    })
  )

  test(
    "keeps the newest issued tokens of an application",
    Effect.gen(function* () {
      yield* settle()
      const { sha256 } = yield* Secrets
      const oldest = sha256((yield* issue).access_token)
      const isKept = Effect.map(tokens, (all) => all.some(({ token_hash }) => token_hash === oldest))
      const expires_at = (yield* Time.read).now + oauth.expiresInSeconds * 1000
      const issued = { kind: "bearer", application_id: PET_SHOP, scopes: [SCOPE] } as const
      yield* transact(function* () {
        for (let number = 1; number < bounds.tokensPerApplication; number++) {
          const token = { ...issued, token_hash: numbered(number), expires_at: expires_at + number }
          yield* Retention.putIssuedToken(token, expires_at - 1)
        }
      })
      assert.isTrue(yield* isKept)
      yield* issue
      assert.isFalse(yield* isKept)
    })
  )
}

describeOnEachStore("retention", retention, { on: ["memory", "file"] })

const SCOPE = "applications.commands.update"

const issue = OAuthTokens.issue({
  grant_type: "client_credentials",
  scope: SCOPE,
  client_id: PET_SHOP,
  client_secrets: ["pet-shop-secret"]
})

const tokens = transact(() => Collections.credentials.list([]))

const message = (channel_id: string, number: number): MessageRecord => ({
  id: numbered(number),
  channel_id,
  visible_to: null,
  // No test here reads it.
  message: {} as MessageRecord["message"]
})
