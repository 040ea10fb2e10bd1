/** Byte budgets of the store: what floods it goes first, oldest first. Our choice: docs/choices.md "Storage and time". */
import { trace as limits } from "@backlot/domain/base/KeptLimits"
import { assert } from "@effect/vitest"
import { Effect, Schedule } from "effect"
import * as Commands from "../../src/command/Commands.ts"
import * as InteractionCalls from "../../src/interaction/InteractionCalls.ts"
import * as Interactions from "../../src/interaction/Interactions.ts"
import * as InteractionWebhooks from "../../src/interaction/InteractionWebhooks.ts"
import * as Collections from "../../src/store/Collections.ts"
import { BOB, PET_SHOP, settle, target, WEATHER } from "../fixture/Harbour.ts"
import { describeOnEachStore, rows, transact } from "../fixture/Stores.ts"
import { ACCEPTED, eventsOf, filling, hook, open, record, saying, settled, use, withApp } from "../fixture/Using.ts"

const MIB = 2 ** 20
const budgets = { message: 2 * MIB, trace: MIB, interaction: MIB, event: 2 * MIB, undelivered: MIB, webhook_event: MIB }

/** Characters outside Latin-1 that take two units each. */
const wide = (length: number) => "😀".repeat(length)

/** The largest that a message can be in text that users see: content, ten embeds, and five selects. */
const WORST = {
  content: wide(2_000),
  embeds: Array.from({ length: 10 }, () => ({
    description: wide(600),
    url: `https://example.com/${"x".repeat(2_000)}`,
    image: { url: `https://example.com/${"x".repeat(2_000)}` }
  })),
  components: Array.from({ length: 5 }, (_, row) => ({
    type: 1,
    components: [
      {
        type: 3,
        custom_id: `select-${row}`,
        options: Array.from({ length: 25 }, (_, option) => ({
          label: wide(100),
          value: `${option}${wide(90)}`,
          description: wide(100)
        }))
      }
    ]
  }))
}

/** Bytes of all rows whose keys begin with one of these. */
const bytesOf = (...prefixes: ReadonlyArray<string>) =>
  Effect.map(rows, (all) =>
    all
      .filter(([key]) => prefixes.some((prefix) => key.startsWith(prefix)))
      .reduce((sum, [, text]) => sum + 2 * text.length, 0)
  )

/** One interaction of Weather, answered before anything floods. */
const quiet = Effect.gen(function* () {
  const { command } = yield* Effect.flatMap(target("global", WEATHER), (where) =>
    Commands.create(where, { name: "forecast", description: "Rain" })
  )
  const { id } = yield* use({ user_id: BOB, command_id: command.id })
  yield* settled(id)
  return id
})

/** Everything of Weather is still there. */
const isWhole = Effect.fnUntraced(function* (id: string) {
  const found = yield* Interactions.read(id)
  assert.isDefined(found.message)
  assert.deepStrictEqual(
    found.trace.filter(({ what }) => what === "cut_off"),
    []
  )
  assert.isAbove(found.trace.length, 2)
  const named = (yield* eventsOf("interaction.created")).map(
    ({ data }) => (data as { interaction_id: string }).interaction_id
  )
  assert.include(named, id)
})

describeOnEachStore(
  "a store with byte budgets",
  (test) => {
    test(
      "keeps messages and events within them, however many follow-ups and edits one token makes",
      withApp(
        () => Effect.succeed(saying("done")),
        Effect.fnUntraced(function* () {
          const command = yield* open({})
          const other = yield* quiet
          const { id, token } = yield* use({ command_id: command.id })
          yield* settled(id)
          const address = hook(token)
          let last = ""
          for (let number = 0; number < 40; number++) {
            last = (yield* InteractionWebhooks.followUp(address, WORST)).id
            yield* InteractionWebhooks.editMessage(address, last, { ...WORST, content: `${number}${wide(1_900)}` })
            // It reads every row.
            if (number % 8 !== 7) continue
            assert.isAtMost(yield* bytesOf("message/"), budgets.message)
            assert.isAtMost(yield* bytesOf("event/"), budgets.event)
          }
          assert.isAbove(yield* bytesOf("message/"), budgets.message / 2)
          assert.isAbove(yield* bytesOf("event/"), budgets.event / 2)
          assert.isDefined(yield* InteractionWebhooks.getMessage(address, last))
          yield* isWhole(other)
        })
      )
    )

    test(
      "keeps a trace within its own bound, and all traces within theirs",
      withApp(
        () => Effect.succeed(saying("done")),
        Effect.fnUntraced(function* () {
          const command = yield* open({})
          const other = yield* quiet
          const call = { channel: "callback", method: "POST", body: { content: wide(limits.bodyCharacters) } } as const
          const refusal = { status: 400, code: 50_035, message: "Invalid Form Body" }
          for (let number = 0; number < 12; number++) {
            const { id, token } = yield* use({ command_id: command.id })
            yield* settled(id)
            yield* Effect.repeat(
              InteractionCalls.noteRefused({ interaction_id: id, token }, call, refusal),
              Schedule.recurs(20)
            )
            assert.isAtMost(yield* bytesOf("trace/"), budgets.trace)
          }
          assert.isAbove(yield* bytesOf("trace/"), budgets.trace / 2)
          yield* isWhole(other)
        })
      )
    )

    test(
      "keeps interactions within them, also those that wait for an answer, and ends their tokens",
      withApp(
        // Only Weather answers at once.
        ({ body }) => Effect.succeed(body.includes(WEATHER) ? saying("done") : ACCEPTED),
        Effect.fnUntraced(function* () {
          const options = Array.from({ length: 5 }, (_, i) => ({ type: 3, name: `text-${i}`, description: "A text" }))
          const command = yield* open({ options })
          const other = yield* quiet
          const input = filling(options.map(({ name, type }) => ({ name, type, value: wide(3_000) })))
          const used = []
          for (let number = 0; number < 20; number++) {
            used.push(yield* use({ command_id: command.id, input }))
            assert.isAtMost(yield* bytesOf("interaction/"), budgets.interaction)
          }
          assert.isAbove(yield* bytesOf("interaction/"), budgets.interaction / 2)
          assert.isUndefined(yield* record(used[0]?.id ?? ""))
          assert.isDefined(yield* record(used.at(-1)?.id ?? ""))
          const deadlines = (yield* rows).filter(([key]) => /^deadline\/\d+\/(?!thread)/.test(key))
          const interactions = (yield* rows).filter(([key]) => key.startsWith("interaction/"))
          assert.strictEqual(deadlines.length, interactions.length - 1)
          yield* isWhole(other)
        })
      )
    )

    test(
      "keeps what waits for the gateway and for webhooks within them, an application at a time",
      Effect.gen(function* () {
        yield* settle()
        const body = wide(20_000)
        const put = (application_id: string, number: number) =>
          transact(function* () {
            const interaction_id = String(number)
            yield* Collections.undelivered.put({ interaction_id, application_id, guild_id: null, payload: body }, null)
            const event = { application_id, type: "LOBBY_MESSAGE_CREATE", body, happened_ms: 0, attempts: 0 } as const
            yield* Collections.webhookEvents.put({ ...event, seq: number, due_ms: null }, null)
          })
        yield* put(WEATHER, 1)
        for (let number = 2; number < 40; number++) yield* put(PET_SHOP, number)
        const owners = {
          undelivered: (yield* transact(() => Collections.undelivered.list([]))).map(
            ({ application_id }) => application_id
          ),
          webhook_event: (yield* transact(() => Collections.webhookEvents.list([]))).map(
            ({ application_id }) => application_id
          )
        }
        for (const kind of ["undelivered", "webhook_event"] as const) {
          assert.isAtMost(yield* bytesOf(`${kind}/`), budgets[kind])
          assert.strictEqual(owners[kind][0], WEATHER)
          assert.isAbove(owners[kind].length, 8)
        }
        assert.strictEqual(yield* transact(() => Collections.webhookEvents.count("application", WEATHER)), 1)
      })
    )
  },
  { budgets }
)
