/** From a play that failed to the smallest that fails in the same way, each try on a server that was reset. */
import { Effect, type Scope } from "effect"
import type { OpenStage, StageFailed, Stages } from "../play/Stage.ts"
import { realMillis } from "../play/StageHttp.ts"
import type { Operation } from "./Operation.ts"
import * as Performer from "./RandomPerformer.ts"
import { type Difference, listed, type Played, playOperations } from "./RandomPlay.ts"
import { openStage } from "./RandomStage.ts"
import type { RandomWorld } from "./RandomWorld.ts"
import { reductions } from "./Reduce.ts"
import { shrink } from "./Shrink.ts"

export interface Shrunk {
  readonly played: Played
  readonly difference: Difference
}

/** @param until real time at which the smallest so far has to do */
export const shrinkPlay = Effect.fnUntraced(function* (
  world: RandomWorld,
  seed: number,
  failed: Played,
  difference: Difference,
  { until, onTry }: { readonly until: number; readonly onTry: (tries: number, smallest: number) => void }
): Effect.fn.Return<Shrunk, StageFailed, Stages | Scope.Scope> {
  let best: Shrunk = { played: failed, difference }
  let tries = 0
  const replay = yield* replayer(world, seed)
  const attempt = Effect.fnUntraced(function* (operations: ReadonlyArray<Operation>) {
    onTry(++tries, best.played.operations.length)
    const played = yield* replay(operations)
    if (played.difference === undefined || !isAlike(played.difference, difference)) return false
    best = { played, difference: played.difference }
    return true
  })
  const mayGoOn = () => Effect.map(realMillis, (now) => now < until)
  yield* shrink(failed.operations, attempt, mayGoOn)
  yield* reduceEach(() => best.played.operations, attempt, mayGoOn)
  return best
}, Effect.scoped)

/** Each operation loses what it can. */
const reduceEach = Effect.fnUntraced(function* <E>(
  smallest: () => ReadonlyArray<Operation>,
  attempt: (operations: ReadonlyArray<Operation>) => Effect.Effect<boolean, E>,
  mayGoOn: () => Effect.Effect<boolean>
) {
  for (let at = smallest().length - 1; at >= 0; at--) {
    let again = true
    while (again) {
      again = false
      const operation = smallest()[at]
      for (const less of operation === undefined ? [] : reductions(operation)) {
        if (!(yield* mayGoOn())) return
        if (yield* attempt(smallest().with(at, less))) {
          again = true
          break
        }
      }
    }
  }
})

/** Another kind of operation, or another part of the answer, is another failure. */
const isAlike = (one: Difference, other: Difference): boolean =>
  one.operation.kind === other.operation.kind && placeOf(one) === placeOf(other)

const placeOf = ({ said }: Difference) => said[0]?.split(":")[0]

/** Plays lists one after the other on one server, which is reset in between; one that is lost is replaced. */
const replayer = Effect.fnUntraced(function* (
  world: RandomWorld,
  seed: number
): Effect.fn.Return<
  (operations: ReadonlyArray<Operation>) => Effect.Effect<Played, StageFailed>,
  StageFailed,
  Stages | Scope.Scope
> {
  const context = yield* Effect.context<Stages | Scope.Scope>()
  const begin = Effect.gen(function* () {
    const open: OpenStage = yield* openStage(world, seed)
    return yield* Performer.make(open)
  }).pipe(Effect.provideContext(context))
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
