/**
 * Byte budgets beside the counts of `Retention`: one rule for every kind of thing that clients can make large. A store
 * adds up what this process writes of each kind. When that could exceed the budget, it weighs all things of the kind,
 * a page at a time, and deletes the oldest of those owners that hold most, down to seven eighths of the budget. So a
 * write reads no row for it, and no count is kept that could go wrong. With several processes a store can exceed a
 * budget by an eighth for each. Our choice: docs/choices.md "Storage and time".
 */
import { excess } from "@backlot/domain/base/FairShare"
import { budget } from "@backlot/domain/base/KeptLimits"
import * as Body from "@backlot/ports/Body"
import { store } from "@backlot/ports/Body"
import { type Entry, Storage, type StorageError, type Watch } from "@backlot/ports/Storage"
import { Effect, Layer, Semaphore } from "effect"
import * as Collections from "./Collections.ts"
import * as Retention from "./Retention.ts"
import { quietly } from "./Transact.ts"
import * as Weights from "./Weights.ts"

export type Budgets = Readonly<Record<keyof typeof budget, number>>

/** A kind of things, whose keys begin with its name. */
interface Kind {
  readonly name: keyof Budgets
  /** One row for each thing begins so, the oldest first. */
  readonly prefix: string
  readonly weigh: (row: Entry) => Weights.Weight
  /** Deletes the thing of this row. */
  readonly remove: (key: string) => Body.Body<void>
  /** Rows that are held in memory at once. */
  readonly page: number
}

/** Rows that are the things themselves can have a megabyte each. */
const WHOLE = { weigh: ([, text]: Entry) => Weights.weigh(text), page: 32 }
const SHORT = { page: 1_000 }

const behind = (prefix: string, key: string) => key.slice(prefix.length)

const KINDS: ReadonlyArray<Kind> = [
  {
    name: "message",
    prefix: "message.id/",
    ...SHORT,
    weigh: ([, entry]) => Weights.read(entry),
    remove: (key) => {
      const [, channel = "", id = ""] = behind(">", key.slice(key.indexOf(">"))).split("/")
      return Retention.deleteMessage(channel, id)
    }
  },
  {
    name: "trace",
    prefix: "trace_weight/",
    ...SHORT,
    // Only `Retention.weighTrace` writes these rows.
    weigh: ([, text]) => JSON.parse(text) as Collections.TraceWeight,
    remove: (key) => Retention.dropTrace(behind("trace_weight/", key))
  },
  {
    name: "interaction",
    prefix: "interaction/",
    ...WHOLE,
    remove: (key) => Retention.dropInteraction(behind("interaction/", key))
  },
  {
    name: "event",
    prefix: Weights.EVENT_WEIGHTS,
    ...SHORT,
    weigh: ([, entry]) => Weights.read(entry),
    remove: function* (key) {
      yield* store.delete(`${Weights.EVENTS}${behind(Weights.EVENT_WEIGHTS, key)}`)
      yield* store.delete(key)
    }
  },
  {
    name: "undelivered",
    prefix: "undelivered/",
    ...WHOLE,
    remove: (key) => Collections.undelivered.delete(behind("undelivered/", key))
  },
  {
    name: "webhook_event",
    prefix: "webhook_event/",
    ...WHOLE,
    remove: (key) => Collections.webhookEvents.delete(behind("webhook_event/", key))
  }
]

/** A kind in one store. */
interface Account extends Kind {
  readonly most: number
  /** Bytes that this process can put until they are counted again. */
  room: number
}

/** The same store, within its budgets. Counts what is there already. */
export const layer = (budgets: Budgets = budget): Layer.Layer<Storage, StorageError, Storage> =>
  Layer.effect(
    Storage,
    Effect.gen(function* () {
      const storage = yield* Storage
      const accounts = yield* Effect.forEach(KINDS, (kind) =>
        Effect.map(
          count(storage, kind),
          (held): Account => ({
            ...kind,
            most: budgets[kind.name],
            room: budgets[kind.name] - sum(held)
          })
        )
      )
      return within(storage, accounts)
    })
  )

const within = (storage: Storage["Service"], accounts: ReadonlyArray<Account>): Storage["Service"] => {
  const accountOf = new Map<string, Account>(accounts.map((account) => [account.name, account]))
  const one = Semaphore.makeUnsafe(1)
  let due = false

  /** Adds up what is put. A transaction that runs again, or fails, only leads to an earlier count. */
  const add = (key: string, value: string | undefined) => {
    if (value === undefined) return
    const account = accountOf.get(key.slice(0, key.indexOf("/")))
    if (account === undefined) return
    account.room -= Weights.bytesOf(value.length)
    due ||= account.room < 0
  }

  const counting: Watch = { wrote: add }

  const settle = quietly("What exceeds a budget of bytes could not be deleted")(
    one.withPermit(
      Effect.suspend(() => {
        due = false
        return Effect.forEach(
          accounts.filter(({ room }) => room < 0),
          (account) => shrink(storage, account),
          { discard: true }
        )
      })
    )
  )

  const { transaction, inTurn } = storage
  const both = (watch: Watch) => ({ ...watch, wrote: together(watch, add) })
  const settled = () => (due ? settle : Effect.void)
  return {
    ...storage,
    transaction: (body, watch) => Effect.tap(transaction(body, watch === undefined ? counting : both(watch)), settled),
    ...(inTurn && {
      inTurn: (body, last, watch, ahead) =>
        Effect.tap(inTurn(body, last, watch === undefined ? counting : both(watch), ahead), settled)
    })
  }
}

const together =
  ({ wrote }: Watch, add: (key: string, value: string | undefined) => void) =>
  (key: string, value: string | undefined) => {
    add(key, value)
    wrote?.(key, value)
  }

/** Counts a kind, and deletes what its owners hold too much. After a failure it waits for as much as after a success. */
const shrink = (storage: Storage["Service"], account: Account) => {
  const { room } = account
  const most = (account.most * 7) / 8
  let held = most
  return Effect.gen(function* () {
    const found = yield* count(storage, account)
    yield* drop(storage, account, excess(found, most))
    held = Math.min(most, sum(found))
  }).pipe(
    Effect.ensuring(
      Effect.sync(() => {
        // What was put meanwhile stays subtracted.
        account.room += account.most - held - room
      })
    )
  )
}

const sum = (held: ReadonlyMap<string, number>): number => [...held.values()].reduce((all, bytes) => all + bytes, 0)

/** Bytes by owner. */
const count = Effect.fnUntraced(function* (storage: Storage["Service"], account: Kind) {
  const held = new Map<string, number>()
  const weigh = (rows: ReadonlyArray<Entry>) => Body.succeed(rows.map(account.weigh))
  yield* walk(storage, account, weigh, (weights) => {
    for (const { owner, bytes } of weights) held.set(owner, (held.get(owner) ?? 0) + bytes)
    return true
  })
  return held
})

/** Deletes the oldest things of each owner until their bytes are as many as given. */
const drop = Effect.fnUntraced(function* (
  storage: Storage["Service"],
  account: Account,
  bytes: ReadonlyMap<string, number>
) {
  if (bytes.size === 0) return
  let left = bytes
  const dropFrom = function* (rows: ReadonlyArray<Entry>) {
    const still = new Map(left)
    for (const row of rows) {
      const weight = account.weigh(row)
      const much = still.get(weight.owner) ?? 0
      if (much <= 0) continue
      yield* account.remove(row[0])
      still.set(weight.owner, much - weight.bytes)
    }
    return still
  }
  yield* walk(storage, account, dropFrom, (still) => {
    left = still
    return [...still.values()].some((much) => much > 0)
  })
})

/** Visits all rows of a kind, each page in a transaction of its own; `then` sees what was committed, and may end it. */
const walk = Effect.fnUntraced(function* <Y extends Body.Step, A>(
  storage: Storage["Service"],
  { prefix, page }: Kind,
  visit: (rows: ReadonlyArray<Entry>) => Iterable<Y, A, unknown>,
  then: (visited: A) => boolean
) {
  let after: string | undefined
  do {
    const { last, visited } = yield* storage.transaction(function* () {
      const rows = yield* store.list({ prefix }, { limit: page, after })
      return { last: rows.length === page ? rows.at(-1)?.[0] : undefined, visited: yield* visit(rows) }
    })
    after = then(visited) ? last : undefined
    yield* Effect.yieldNow
  } while (after !== undefined)
})
