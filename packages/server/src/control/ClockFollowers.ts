/**
 * Programs whose own clock follows the service clock: docs/time.md. Each one asks for the clock by a long poll. Its next
 * poll says that it has done what was due and is idle. A change goes from one due timer of these programs to the next, so
 * that app and service do everything in the order of time, and it ends when all are idle.
 */

import { formatTime } from "@backlot/domain/base/IsoTime"
import { fault } from "@backlot/domain/error/Fault"
import { InvalidForm } from "@backlot/domain/error/ServiceError"
import type { ClockToFollow } from "@backlot/protocol/control/ControlClock"
import * as Time from "@backlot/usecases/event/Time"
import { Clock, Context, Data, Deferred, Effect, Semaphore } from "effect"
import type { Call } from "../http/Route.ts"
import { idling, passing } from "./AppIdle.ts"
import { byUser } from "./ByUser.ts"

/**
 * Programs that follow the clock, the length of their texts, how long a poll waits, how long a program is waited for, and
 * how many timers one change goes through. Times are real. Our choice: docs/choices.md "Storage and time".
 */
export const BOUNDS = { programs: 64, text: 300, pollMs: 20_000, idleMs: 10_000, steps: 200 } as const

/** A program did not become idle in time after the clock was changed. */
export class AppsBusy extends Data.TaggedError("AppsBusy")<{ readonly because: string }> {}

/** What a program says with each poll. */
export interface Poll {
  /** Chosen by the program, the same in all its polls. */
  readonly process: string
  readonly application_id: string | undefined
  /** The state that it has carried out; undefined at first. */
  readonly seen: string | undefined
  /** When its next timer is due, in milliseconds since 1970. */
  readonly next_ms: number | undefined
  /** Why it did not become idle. */
  readonly busy: string | undefined
}

interface Follower extends Poll {
  /** run: its timers run at the pace of real time, until the first change after its start or after a reset. */
  timers: "run" | "stand"
}

export class ClockFollowers extends Context.Service<ClockFollowers, Effect.Success<ReturnType<typeof make>>>()(
  "@backlot/server/ClockFollowers"
) {}

/** `closing` ends open polls. */
export const make = Effect.fnUntraced(function* (closing: Effect.Effect<void>) {
  /** States of an earlier process of this server have other names. */
  const epoch = yield* Clock.currentTimeMillis
  const turns = yield* Semaphore.make(1)
  const followers = new Map<string, Follower>()
  let number = 0
  let changed = Deferred.makeUnsafe<void>()
  let heard = Deferred.makeUnsafe<void>()

  const state = () => `${epoch}.${number}`
  const all = () => [...followers.values()]
  const hear = () => {
    const waiting = heard
    heard = Deferred.makeUnsafe()
    Deferred.doneUnsafe(waiting, Effect.void)
  }

  /** Answers every poll with a new state. */
  const renew = () => {
    number++
    const waiting = changed
    changed = Deferred.makeUnsafe()
    Deferred.doneUnsafe(waiting, Effect.void)
  }

  const leave = (follower: Follower) =>
    Effect.sync(() => {
      // A newer poll of the same program may have taken its place.
      if (followers.get(follower.process) === follower) followers.delete(follower.process)
      hear()
    })

  const told = Effect.fnUntraced(function* (timers: Follower["timers"]) {
    const { now, mode } = yield* Time.read
    return { state: state(), now: formatTime(now), mode, timers } satisfies ClockToFollow
  })

  const follow = Effect.fnUntraced(function* (poll: Poll) {
    const known = followers.get(poll.process)
    if (known === undefined && followers.size >= BOUNDS.programs) return yield* tooMany
    const follower: Follower = { ...poll, timers: known?.timers ?? "run" }
    followers.set(poll.process, follower)
    hear()
    const unchanged = Effect.raceFirst(Effect.raceFirst(Deferred.await(changed), closing), Effect.sleep(BOUNDS.pollMs))
    // Interrupted when the program has gone.
    if (poll.seen === state()) yield* Effect.onInterrupt(Effect.interruptible(unchanged), () => leave(follower))
    return yield* told(follower.timers)
  })

  /** Lasts until the program has gone, which is forgotten then. */
  const live = Effect.fnUntraced(function* (process: string) {
    const gone = Effect.sync(() => {
      followers.delete(process)
      hear()
    })
    yield* Effect.onInterrupt(Effect.interruptible(closing), () => gone)
    return yield* told("stand")
  })

  const idle: Effect.Effect<void, AppsBusy> = Effect.suspend(() => {
    const behind = all().some(({ seen }) => seen !== state())
    if (behind) return Effect.andThen(Deferred.await(heard), idle)
    const because = all().find(({ busy }) => busy !== undefined)?.busy
    return because === undefined ? Effect.void : Effect.fail(new AppsBusy({ because }))
  })

  /** Programs that do not come back are forgotten, until they do. */
  const late = Effect.suspend(() => {
    for (const [process, { seen }] of followers) if (seen !== state()) followers.delete(process)
    return Effect.fail(new AppsBusy({ because: "it did not ask for the clock again; its loop may be blocked" }))
  })

  /** Tells every program the time, and waits until all have done what is due. */
  const tell = Effect.suspend(() => {
    renew()
    return Effect.raceFirst(idle, Effect.andThen(passing(BOUNDS.idleMs), late))
  })

  /** Whether all programs tell truly when they are idle, as those on Node do, and their timers stand. */
  const isWatched = () =>
    followers.size > 0 && all().every((one) => one.application_id !== undefined && one.timers === "stand")

  const isBusy = () => all().some(({ busy }) => busy !== undefined)

  const setTimers = (timers: Follower["timers"]) =>
    Effect.sync(() => {
      for (const follower of followers.values()) follower.timers = timers
    })

  /** The next timer of any program behind `now`. */
  const nextAfter = (now: number) => {
    const due = all().flatMap(({ next_ms }) => (next_ms === undefined || next_ms <= now ? [] : [next_ms]))
    return due.length === 0 ? undefined : Math.min(...due)
  }

  /** Goes through the timers that are due before `target`: beyond the limit the rest is due at once, at the end. */
  const passTimersBefore = Effect.fnUntraced(function* (target: number) {
    for (let step = 0; step < BOUNDS.steps; step++) {
      const { now } = yield* Time.read
      const next = nextAfter(now)
      if (next === undefined || next >= target) return
      yield* Time.change({ now: next })
      yield* tell
    }
  })

  const carryOut = Effect.fnUntraced(function* (asked: Time.ClockChange) {
    yield* setTimers("stand")
    // They finish what they are about to do, and say when their timers are due.
    yield* tell
    const { now, mode } = yield* Time.read
    const target = "advance_ms" in asked ? now + asked.advance_ms : "now" in asked ? asked.now : now
    if (mode === "frozen") yield* passTimersBefore(target)
    const reading = yield* Time.change("mode" in asked ? asked : { now: target })
    yield* tell
    return reading
  })

  return {
    follow,
    live,
    isFollowing: (application_id: string) => all().some((one) => one.application_id === application_id),
    /** Of each program; undefined where it does not say. */
    applications: () => all().map((one) => one.application_id),
    count: () => followers.size,
    /** All programs ask for the clock again, and count anew. */
    release: Effect.sync(() => {
      followers.clear()
      renew()
      hear()
    }),
    whenIdle: idling({ isWatched, isBusy, idle: turns.withPermit(Effect.ignore(tell)) }),
    /** As `Time.change`, with all programs. */
    change: (asked: Time.ClockChange) =>
      turns.withPermit(Effect.suspend(() => (followers.size === 0 ? Time.change(asked) : carryOut(asked)))),
    /** After a new world or a reset: bots log in again, for which their timers run. */
    begin: turns.withPermit(
      Effect.suspend(() => (followers.size === 0 ? Effect.void : Effect.andThen(setTimers("run"), Effect.ignore(tell))))
    )
  }
})

export const tooMany = new InvalidForm({
  faults: [
    fault(["process"], {
      code: "BASE_TYPE_MAX_LENGTH",
      message: `At most ${BOUNDS.programs} programs follow the clock at a time.`
    })
  ]
})

/** A step of the user in the path, whom the audit log names, once the apps that follow the clock are idle. */
export const whenIdle =
  <A, E, R>(step: (call: Call) => Effect.Effect<A, E, R>) =>
  (call: Call) =>
    Effect.flatMap(ClockFollowers, (followers) => followers.whenIdle(byUser(call.params["user_id"], call)(step(call))))
