/**
 * Shrinks a failed play to the smallest one that fails in the same way: first with fewer and smaller operations, each
 * try on a server that was reset; then in a smaller world, each try on its own server.
 */

import { elapsed } from "@backlot/domain/base/Elapsed"
import type { StageFailed, Stages } from "@backlot/player/stage/Stage"
import { Effect, type Scope } from "effect"
import type { Operation } from "../model/Operation.ts"
import { type RandomWorld, randomWorldOf } from "../model/RandomWorld.ts"
import * as Performer from "./RandomPerformer.ts"
import { type Difference, listed, type Played, playOperations } from "./RandomPlay.ts"
import { reductions, shrink } from "./Shrink.ts"
import { partsOf, withParts } from "./WorldParts.ts"

export interface Shrunk {
  readonly world: RandomWorld
  readonly played: Played
  readonly difference: Difference
}

/** @param until real time at which shrinking ends */
export const shrinkPlay = Effect.fnUntraced(function* (
  world: RandomWorld,
  seed: number,
  failed: Played,
  difference: Difference,
  { until, onTry }: { readonly until: number; readonly onTry: (tries: number, smallest: number) => Effect.Effect<void> }
): Effect.fn.Return<Shrunk, StageFailed, Stages | Scope.Scope> {
  let best: Shrunk = { world, played: failed, difference }
  let tries = 0
  const attempt = Effect.fnUntraced(function* <E, R>(smaller: RandomWorld, play: Effect.Effect<Played, E, R>) {
    yield* onTry(++tries, best.played.operations.length)
    const played = yield* play
    if (played.difference === undefined || !isAlike(played.difference, difference)) return false
    best = { world: smaller, played, difference: played.difference }
    return true
  })
  const mayGoOn = () => Effect.map(elapsed, (now) => now < until)
  const replay = yield* replayer(world, seed)
  const again = (operations: ReadonlyArray<Operation>) => attempt(world, replay(operations))
  yield* shrink(failed.operations, again, mayGoOn)
  yield* reduceEach(() => best.played.operations, again, mayGoOn)
  yield* shrinkWorld(world, (smaller) => attempt(smaller, playIn(smaller, seed, best.played.operations)), mayGoOn)
  return best
}, Effect.scoped)

/** Leaves out parts of the world that the failure does not need. */
const shrinkWorld = <E, R>(
  world: RandomWorld,
  attempt: (smaller: RandomWorld) => Effect.Effect<boolean, E, R>,
  mayGoOn: () => Effect.Effect<boolean>
) => {
  const whole = world.model()
  const smaller = (parts: ReadonlyArray<string>) => withParts(whole, (part) => parts.includes(part))
  return shrink(partsOf(whole), (parts) => attempt(randomWorldOf(smaller(parts), world)), mayGoOn)
}

/** Plays on its own server; if no server starts with that world, nothing differs. */
const playIn = (world: RandomWorld, seed: number, operations: ReadonlyArray<Operation>) =>
  Performer.openStage(world, seed).pipe(
    Effect.flatMap(Performer.make),
    Effect.flatMap((performer) => playOperations(world, performer, listed(operations))),
    Effect.catch(() => Effect.succeed<Played>({ operations: [], steps: [], difference: undefined })),
    Effect.scoped
  )

/** Shrinks each operation as far as possible. */
const reduceEach = Effect.fnUntraced(function* <E>(
  smallest: () => ReadonlyArray<Operation>,
  attempt: (operations: ReadonlyArray<Operation>) => Effect.Effect<boolean, E>,
  mayGoOn: () => Effect.Effect<boolean>
) {
  const reduce = Effect.fnUntraced(function* (at: number, operation: Operation) {
    for (const less of reductions(operation)) {
      if (!(yield* mayGoOn())) return false
      if (yield* attempt(smallest().with(at, less))) return true
    }
    return false
  })
  for (let at = smallest().length - 1; at >= 0; at--) {
    let operation = smallest()[at]
    while (operation !== undefined) operation = (yield* reduce(at, operation)) ? smallest()[at] : undefined
  }
})

/** Another kind of operation, another part of the answer, or another status is a different failure. */
const isAlike = (one: Difference, other: Difference): boolean =>
  one.operation.kind === other.operation.kind && one.came === other.came && placeOf(one) === placeOf(other)

const placeOf = ({ said }: Difference) => said[0]?.split(":")[0]

/** Plays lists one after the other on one server, with a reset in between; a lost server is replaced. */
const replayer = Effect.fnUntraced(function* (
  world: RandomWorld,
  seed: number
): Effect.fn.Return<
  (operations: ReadonlyArray<Operation>) => Effect.Effect<Played, StageFailed>,
  StageFailed,
  Stages | Scope.Scope
> {
  const context = yield* Effect.context<Stages | Scope.Scope>()
  const begin = Effect.provideContext(Effect.flatMap(Performer.openStage(world, seed), Performer.make), context)
  let performer = yield* begin
  let isFresh = true
  return Effect.fnUntraced(function* (operations) {
    if (!isFresh) {
      performer.forget()
      const reset = yield* Effect.result(performer.perform({ server: "reset" }))
      if (reset._tag === "Failure") performer = yield* begin
    }
    isFresh = false
    return yield* playOperations(world, performer, listed(operations))
  })
})
