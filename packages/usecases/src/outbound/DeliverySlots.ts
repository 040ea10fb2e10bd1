/** Turns of deliveries: a hanging endpoint delays only its own. Source: architecture.md "Time, chance, limits". */
import type { Snowflake } from "@backlot/domain/base/Snowflake"
import { Data, Effect, Semaphore } from "effect"

interface SlotLimits {
  /** At the same time. */
  readonly concurrent: number
  /** At the same time, to one application. */
  readonly perApplication: number
  /** Waiting for their turn. */
  readonly waiting: number
  /** Of all that run or wait. Beyond it none is queued. */
  readonly bytes?: number
}

/** The queue of waiting deliveries is full. */
export class QueueFull extends Data.TaggedError("QueueFull")<{}> {}

export type DeliverySlots = ReturnType<typeof makeSlots>

interface Application {
  readonly slots: Semaphore.Semaphore
  /** Running and waiting. */
  users: number
}

export const makeSlots = (limits: SlotLimits) => {
  const all = Semaphore.makeUnsafe(limits.concurrent)
  const applications = new Map<Snowflake, Application>()
  let users = 0
  let running = 0
  let held = 0

  const enter = (id: Snowflake, bytes: number): Application => {
    const application = applications.get(id) ?? { slots: Semaphore.makeUnsafe(limits.perApplication), users: 0 }
    applications.set(id, application)
    application.users++
    users++
    held += bytes
    return application
  }
  const leave = (id: Snowflake, application: Application, bytes: number) => {
    users--
    held -= bytes
    application.users--
    if (application.users === 0) applications.delete(id)
  }

  const counted = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    Effect.acquireUseRelease(
      Effect.sync(() => running++),
      () => effect,
      () => Effect.sync(() => running--)
    )

  return {
    /** Whether a delivery could start at once. */
    isFree: (id: Snowflake) =>
      (applications.get(id)?.users ?? 0) < limits.perApplication && running < limits.concurrent,
    /** Runs `effect`, which holds so many bytes, when its turn comes; `queued` runs before if it has to wait. */
    take: <A, E, R, R2>(
      id: Snowflake,
      queued: Effect.Effect<void, never, R2>,
      effect: Effect.Effect<A, E, R>,
      bytes = 0
    ) =>
      Effect.acquireUseRelease(
        Effect.sync(() => enter(id, bytes)),
        (application): Effect.Effect<A, E | QueueFull, R | R2> => {
          // The application's slot first, so that waiting for it takes no slot from others.
          const turn = application.slots.withPermit(all.withPermit(counted(effect)))
          const atOnce = application.users <= limits.perApplication && running < limits.concurrent
          if (atOnce) return turn
          const isFull = users - running > limits.waiting || held > (limits.bytes ?? Number.POSITIVE_INFINITY)
          return isFull ? Effect.fail(new QueueFull()) : Effect.andThen(queued, turn)
        },
        (application) => Effect.sync(() => leave(id, application, bytes))
      )
  }
}
