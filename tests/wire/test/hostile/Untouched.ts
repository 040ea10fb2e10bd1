/** A scene that tests pass on for as long as nothing has changed it. */
import { Context, Effect, Exit, Layer, Scope } from "effect"
import type { HostileRequest } from "./Mutation.ts"
import { type Scene, scene } from "./Scene.ts"
import type { Answer } from "./Wire.ts"

interface Lent {
  readonly played: Scene
  /** Passes the scene on to the next test. Without it the scene ends with this one. */
  readonly passOn: Effect.Effect<void>
}

export class Untouched extends Context.Service<Untouched, { readonly take: Effect.Effect<Lent, never, Scope.Scope> }>()(
  "hostile/Untouched"
) {
  static readonly layer = Layer.effect(
    Untouched,
    Effect.gen(function* () {
      const whole = yield* Effect.scope
      const made = Effect.gen(function* () {
        const scope = yield* Scope.fork(whole)
        return { scope, played: yield* Effect.orDie(Scope.provide(scene, scope)) }
      })
      let kept: Effect.Success<typeof made> | undefined
      const take = Effect.gen(function* () {
        const own = kept ?? (yield* made)
        kept = undefined
        yield* Effect.addFinalizer(() => (kept === own ? Effect.void : Scope.close(own.scope, Exit.void)))
        return {
          played: own.played,
          passOn: Effect.sync(() => {
            kept = own
          })
        }
      })
      return { take }
    })
  )
}

const READING = new Set(["GET", "HEAD", "OPTIONS", "TRACE"])

/** Whether a scene may be another after this answer. What is refused, and what only reads, changes nothing. */
export const mayChange = ({ method }: HostileRequest, { status }: Answer): boolean =>
  status < 400 && !READING.has(method)
