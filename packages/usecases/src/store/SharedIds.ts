/**
 * Snowflakes of one of several servers, made as the platform makes them: the wall clock, the number of the server, and a
 * sequence. So ids of different servers are never equal, and in the order of time as far as the servers' clocks agree.
 * Source: wire-rest.md §2 "Snowflake"; architecture.md "Time, chance, limits".
 */
import { next as nextId, type Snowflake } from "@backlot/domain/base/Snowflake"
import { store } from "@backlot/ports/Body"
import { Ids } from "@backlot/ports/Ids"
import { Servers } from "@backlot/ports/Servers"
import type { Storage, StorageError } from "@backlot/ports/Storage"
import { Clock, Effect, Layer } from "effect"
import { MARK_KEY } from "./SnowflakeIds.ts"
import { inTransaction } from "./Transact.ts"

const SEQUENCE = 12n
const MOMENT = 22n
/** Ids of one server in one millisecond. */
const MOST = 1 << Number(SEQUENCE)

/** Ids of a server alone end below a mark; these begin after it. */
export const layer: Layer.Layer<Ids, StorageError, Storage> = Layer.effect(
  Ids,
  Effect.gen(function* () {
    const { number } = yield* Servers
    return makeIds(number, BigInt((yield* inTransaction(() => store.get(MARK_KEY))) ?? 0))
  })
)

export const makeIds = (number: Effect.Effect<number>, after: bigint): Ids["Service"] => {
  let last = after

  /** The first of `count` consecutive ids, at most `MOST`. */
  const draw = (count: number, nowMs: number, server: bigint): bigint => {
    const moment = nextId(last, nowMs) >> MOMENT
    const isLater = moment > last >> MOMENT
    const follows = last + 1n
    const hasRoom =
      follows >> SEQUENCE === (follows + BigInt(count - 1)) >> SEQUENCE && (follows >> SEQUENCE) % 1024n === server
    const first = isLater
      ? (moment << MOMENT) | (server << SEQUENCE)
      : hasRoom
        ? follows
        : ((moment + 1n) << MOMENT) | (server << SEQUENCE)
    last = first + BigInt(count - 1)
    return first
  }

  const many = (count: number, nowMs: number, server: bigint): ReadonlyArray<Snowflake> => {
    const ids: Array<Snowflake> = []
    for (let left = count; left > 0; left -= MOST) {
      const first = draw(Math.min(left, MOST), nowMs, server)
      for (let i = 0; i < Math.min(left, MOST); i++) ids.push(String(first + BigInt(i)))
    }
    return ids
  }

  return {
    next: Effect.zipWith(Clock.currentTimeMillis, number, (nowMs, server) => String(draw(1, nowMs, BigInt(server)))),
    goBehind: (id) =>
      Effect.sync(() => {
        if (BigInt(id) > last) last = BigInt(id)
      }),
    many: (count) =>
      Effect.zipWith(Clock.currentTimeMillis, number, (nowMs, server) => many(count, nowMs, BigInt(server)))
  }
}
