import { trace as limits } from "@backlot/domain/base/KeptLimits"
import { Storage, StorageError } from "@backlot/ports/Storage"
import { assert } from "@effect/vitest"
import { Effect, type Result } from "effect"
import * as Time from "../../src/event/Time.ts"
import * as InteractionCalls from "../../src/interaction/InteractionCalls.ts"
import * as Interactions from "../../src/interaction/Interactions.ts"
import * as InteractionWebhooks from "../../src/interaction/InteractionWebhooks.ts"
import * as Trace from "../../src/interaction/Trace.ts"
import * as Collection from "../../src/store/Collection.ts"
import * as Collections from "../../src/store/Collections.ts"
import { ALICE, CAROL, NOBODY, PET_SHOP, WEATHER } from "../fixture/Harbour.ts"
import { countTransactions, describeOnEachStore, rows, transact } from "../fixture/Stores.ts"
import {
  ACCEPTED,
  DEFERRAL,
  hook,
  open,
  record,
  saying,
  settled,
  steps,
  traced,
  use,
  withApp
} from "../fixture/Using.ts"

const HI = { type: 4, data: { content: "hi" } }
const REFUSAL = { status: 400, code: 50006, message: "Cannot send an empty message" }

/** An interaction that waits for a callback. */
const waiting = Effect.gen(function* () {
  const command = yield* open()
  const { id, token } = yield* use({ command_id: command.id })
  yield* traced(id, "awaiting_callback")
  return { id, token, address: { interaction_id: id, token } }
})

/** An interaction that was answered by HTTP. */
const answered = Effect.gen(function* () {
  const command = yield* open()
  const { id, token } = yield* use({ command_id: command.id })
  yield* settled(id)
  return { id, address: hook(token) }
})

const linesOf = (id: string) => Effect.map(Interactions.read(id), ({ trace }) => trace)
const calls = (id: string) =>
  Effect.map(linesOf(id), (lines) => lines.filter(({ what }) => what === "called").map(({ detail }) => detail))

const tagOf = (result: Result.Result<unknown, { readonly _tag: string }>) =>
  result._tag === "Failure" ? result.failure._tag : "taken"
const outcome = <A, R>(effect: Effect.Effect<A, { readonly _tag: string }, R>) =>
  Effect.map(Effect.result(effect), tagOf)

describeOnEachStore("a callback", (test) => {
  test(
    "stands in the trace with its body, before what it changed",
    withApp(
      () => Effect.succeed(ACCEPTED),
      Effect.fnUntraced(function* () {
        const { id, address } = yield* waiting
        yield* InteractionCalls.respond(address, HI)
        assert.deepStrictEqual(yield* calls(id), [
          { channel: "callback", method: "POST", body: JSON.stringify(HI), outcome: "accepted" }
        ])
        assert.deepStrictEqual((yield* steps(id)).slice(-2), ["called", "acknowledged"])
      })
    )
  )

  test(
    "that is refused stands there too, and the interaction can still be answered",
    withApp(
      () => Effect.succeed(ACCEPTED),
      Effect.fnUntraced(function* () {
        const { id, address } = yield* waiting
        assert.strictEqual(yield* outcome(InteractionCalls.respond(address, { type: 4, data: {} })), "EmptyMessage")
        const body = { type: 4, data: {} }
        yield* InteractionCalls.noteRefused(address, { channel: "callback", method: "POST", body }, REFUSAL)
        assert.deepStrictEqual(yield* calls(id), [
          { channel: "callback", method: "POST", body: JSON.stringify(body), outcome: "refused", ...REFUSAL }
        ])
        assert.strictEqual(yield* outcome(InteractionCalls.respond(address, HI)), "taken")
      })
    )
  )

  test(
    "is admitted by its ids, its token and the state alone, before there is a body",
    withApp(
      () => Effect.succeed(ACCEPTED),
      Effect.fnUntraced(function* () {
        const { address } = yield* waiting
        const admit = (changes: object) => outcome(InteractionCalls.admit({ ...address, ...changes }))
        assert.deepStrictEqual(
          [
            yield* admit({}),
            yield* admit({ token: "other" }),
            yield* admit({ interaction_id: NOBODY }),
            yield* admit({ interaction_id: "../x" })
          ],
          ["taken", "UnknownInteraction", "UnknownInteraction", "UnknownInteraction"]
        )
        yield* InteractionCalls.respond(address, HI)
        assert.strictEqual(yield* admit({}), "AlreadyAcknowledged")
      })
    )
  )

  test(
    "mentions those whom its content names, and looks up nobody else",
    withApp(
      () => Effect.succeed(ACCEPTED),
      Effect.fnUntraced(function* () {
        const { address } = yield* waiting
        const title = Array.from({ length: 80 }, (_, i) => `<@${i}>`)
          .join("")
          .slice(0, 256)
        const data = { content: `<@${CAROL}> <@${PET_SHOP}> <@${NOBODY}>`, embeds: [{ title }] }
        const { resource } = yield* InteractionCalls.respond(address, { type: 4, data })
        assert.deepStrictEqual(
          resource?.message?.mentions.map(({ id }) => id),
          [CAROL, PET_SHOP]
        )
      })
    )
  )
})

describeOnEachStore("a webhook call", (test) => {
  test(
    "stands in the trace, and so does the change from deferred to responded",
    withApp(
      () => Effect.succeed(DEFERRAL),
      Effect.fnUntraced(function* () {
        const { id, address } = yield* answered
        const body = { content: "done" }
        yield* InteractionWebhooks.getMessage(address, "@original")
        yield* InteractionWebhooks.editMessage(address, "@original", body)
        yield* InteractionWebhooks.followUp(address, body)
        yield* InteractionWebhooks.deleteMessage(address, "@original")
        yield* InteractionWebhooks.webhook(address)
        const call = (method: string, more: object) => ({ channel: "webhook", method, ...more, outcome: "accepted" })
        assert.deepStrictEqual(yield* calls(id), [
          call("GET", { message_id: "@original" }),
          call("PATCH", { message_id: "@original", body: JSON.stringify(body) }),
          call("POST", { body: JSON.stringify(body) }),
          call("DELETE", { message_id: "@original" }),
          call("GET", {})
        ])
        assert.deepStrictEqual((yield* steps(id)).slice(5), [
          "called",
          "called",
          "message_edited",
          "responded",
          "called",
          "follow_up",
          "called",
          "message_deleted",
          "called"
        ])
      })
    )
  )

  test(
    "is admitted by its token, the application and the message alone, before there is a body",
    withApp(
      () => Effect.succeed(saying("hi")),
      Effect.fnUntraced(function* () {
        const { address } = yield* answered
        const admit = (changes: object = {}) => outcome(InteractionWebhooks.admit({ ...address, ...changes }))
        const admitMessage = (id: string) => outcome(InteractionWebhooks.admitMessage(address, id))
        assert.deepStrictEqual(
          [yield* admit(), yield* admit({ token: "x" }), yield* admit({ application_id: WEATHER })],
          ["taken", "InvalidWebhookToken", "InvalidWebhookToken"]
        )
        assert.deepStrictEqual(
          [yield* admitMessage("@original"), yield* admitMessage(NOBODY), yield* admitMessage("../x")],
          ["taken", "UnknownMessage", "UnknownMessage"]
        )
        yield* Time.change({ advance_ms: 900_000 })
        assert.deepStrictEqual(
          [yield* admit(), yield* admitMessage("../x")],
          ["InvalidWebhookToken", "InvalidWebhookToken"]
        )
      })
    )
  )

  test(
    "before any answer finds no webhook",
    withApp(
      () => Effect.succeed(ACCEPTED),
      Effect.fnUntraced(function* () {
        const { token } = yield* waiting
        assert.strictEqual(yield* outcome(InteractionWebhooks.admit(hook(token))), "UnknownWebhook")
      })
    )
  )

  for (const [sentence, changes, limited] of [
    ["of an app that only the user brought is one of five follow-ups", { guildInstall: false }, true],
    ["of an app that is installed in the guild too is one of many", { guildInstall: true }, false]
  ] as const) {
    test(
      sentence,
      withApp(
        () => Effect.succeed(saying("hi")),
        Effect.fnUntraced(function* () {
          const command = yield* open({ integration_types: [1] })
          if (!changes.guildInstall) {
            yield* transact(function* () {
              for (const install of yield* Collections.guildInstalls.list([])) {
                const { guild_id, application_id } = install
                yield* Collections.guildInstalls.delete(Collection.id(guild_id), Collection.id(application_id))
              }
            })
          }
          const { id, token } = yield* use({ command_id: command.id })
          yield* settled(id)
          assert.deepStrictEqual((yield* record(id))?.authorizing_integration_owners, { "1": ALICE })
          const follow = outcome(InteractionWebhooks.followUp(hook(token), { content: "more" }))
          const outcomes = []
          for (let i = 0; i < 6; i++) outcomes.push(yield* follow)
          assert.deepStrictEqual(outcomes, [...Array(5).fill("taken"), limited ? "FollowUpLimit" : "taken"])
        })
      )
    )
  }
})

describeOnEachStore("a trace", (test) => {
  test(
    "shows the beginning of a long body",
    withApp(
      () => Effect.succeed(ACCEPTED),
      Effect.fnUntraced(function* () {
        const { id, address } = yield* waiting
        const body = { type: 99, data: "x".repeat(2 * limits.bodyCharacters) }
        yield* InteractionCalls.noteRefused(address, { channel: "callback", method: "POST", body }, REFUSAL)
        const [shown] = (yield* calls(id)) as ReadonlyArray<{ readonly body: string }>
        assert.strictEqual(shown?.body, `${JSON.stringify(body).slice(0, limits.bodyCharacters)}…`)
      })
    )
  )

  test(
    "keeps no more lines than it may, and says so in the last one",
    withApp(
      () => Effect.succeed(ACCEPTED),
      Effect.fnUntraced(function* () {
        const { id } = yield* waiting
        const line = { at: 0, what: "noise", detail: null }
        yield* transact(() => Trace.append({ id, application_id: PET_SHOP }, Array(2 * limits.lines).fill(line)))
        yield* transact(() => Trace.append({ id, application_id: PET_SHOP }, [line]))
        const lines = yield* linesOf(id)
        assert.strictEqual(lines.length, limits.lines)
        assert.deepStrictEqual(
          lines.slice(-2).map(({ what }) => what),
          ["noise", "cut_off"]
        )
      })
    )
  )

  test(
    "has no line of a call that names no interaction",
    Effect.gen(function* () {
      yield* open()
      const before = yield* rows
      for (const address of [{ interaction_id: NOBODY, token: "x" }, { interaction_id: "x", token: "x" }, hook("x")]) {
        yield* InteractionCalls.noteRefused(address, { channel: "callback", method: "POST" }, REFUSAL)
      }
      yield* Trace.note(NOBODY, "queued", null)
      assert.deepStrictEqual(yield* rows, before)
    })
  )

  test(
    "that cannot be written fails nothing",
    withApp(
      () => Effect.succeed(ACCEPTED),
      Effect.fnUntraced(function* () {
        const { id, address } = yield* waiting
        const full = { transaction: () => Effect.fail(new StorageError({ message: "the disk is full" })) }
        const broken = { transaction: () => Effect.die(new Error("a bug")) }
        for (const storage of [full, broken]) {
          const refused = InteractionCalls.noteRefused(address, { channel: "callback", method: "POST" }, REFUSAL)
          yield* Effect.provideService(refused, Storage, storage)
          yield* Effect.provideService(Trace.note(id, "queued", null), Storage, storage)
        }
        assert.deepStrictEqual(yield* calls(id), [])
      })
    )
  )

  test(
    "of a call that only reads costs one more transaction",
    withApp(
      () => Effect.succeed(saying("hi")),
      Effect.fnUntraced(function* () {
        const { address } = yield* answered
        const { transactions } = yield* countTransactions(InteractionWebhooks.getMessage(address, "@original"))
        assert.strictEqual(transactions, 2)
      })
    )
  )
})
