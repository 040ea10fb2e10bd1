/**
 * Programs that follow the clock may ask any of several servers for it. One of those that live, the home, has all of them; the
 * others pass on to it what comes. Our choice: docs/choices.md "Several servers".
 */
import { randomUUID } from "node:crypto"
import { shared as limits } from "@backlot/domain/base/KeptLimits"
import type { InvalidForm } from "@backlot/domain/error/ServiceError"
import { addressOf, Servers } from "@backlot/ports/Servers"
import { StorageError } from "@backlot/ports/Storage"
import type { ClockToFollow } from "@backlot/protocol/control/ControlClock"
import * as OtherServers from "@backlot/usecases/event/OtherServers"
import * as ServerNotes from "@backlot/usecases/event/ServerNotes"
import type * as Time from "@backlot/usecases/event/Time"
import { Deferred, Effect, Option, Queue, Schedule, Stream } from "effect"
import { AppsBusy, BOUNDS, type ClockFollowers, make, type Poll, tooMany } from "./ClockFollowers.ts"

const TOPIC = "clock_followers"

type Question =
  | { readonly do: "follow"; readonly poll: Poll }
  | { readonly do: "live"; readonly process: string }
  | { readonly do: "change"; readonly asked: Time.ClockChange }
  | { readonly do: "begin" }
  /** Answered when the programs are idle; the act is under way until `acted`, or nobody listens any more. */
  | { readonly do: "act"; readonly act: string }
  /** Answered when the act is not under way any more, so that an act that follows it waits. */
  | { readonly do: "acted"; readonly act: string }

interface Answer {
  readonly told?: ClockToFollow
  readonly reading?: Time.ClockReading
  /** Why it failed. */
  readonly busy?: string
  readonly full?: true
  readonly away?: string
}

/** The programs that one server has, as it tells the others. */
interface Summary {
  readonly by: string
  readonly count: number
  readonly applications: ReadonlyArray<string>
}

const LOOK = Schedule.spaced("20 millis")

type Failure = AppsBusy | InvalidForm | StorageError
type Needs = Effect.Services<ReturnType<typeof Time.change>>

/** Real time: longer than the home needs. */
const PATIENCE_MS = { follow: BOUNDS.pollMs + 5_000, act: BOUNDS.idleMs } as const

/** `closing` ends open polls. */
export const open = Effect.fnUntraced(function* (closing: Effect.Effect<void>) {
  const own = yield* make(closing)
  const { isAlone, self, living } = yield* Servers
  if (isAlone) return { followers: own, join: Effect.void }
  const services = yield* Effect.context<Needs>()
  const scope = yield* Effect.scope
  const address = addressOf(self)
  let home = address
  const summaries = new Map<string, Summary>()
  let announced = ""

  /** Every server knows it when this ends. */
  const announce = Effect.suspend(() => {
    const applications = own.applications()
    const text = JSON.stringify(applications)
    if (text === announced) return Effect.void
    announced = text
    const count = own.count()
    const known = [...new Set(applications.flatMap((one) => one ?? []))]
    return ServerNotes.tell(TOPIC, { by: self, count, applications: known } satisfies Summary)
  }).pipe(Effect.ignore({ log: "Warn" }), Effect.provideContext(services))
  const announcing = <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.ensuring(effect, announce)
  const here = {
    follow: (poll: Poll) => announcing(own.follow(poll)),
    change: (asked: Time.ClockChange) => announcing(own.change(asked))
  }

  /** Acts of other servers. */
  const acts = new Map<string, { readonly ended: Deferred.Deferred<void>; readonly over: Deferred.Deferred<void> }>()
  const underWay = Effect.fnUntraced(function* (name: string, begun: Effect.Effect<unknown>) {
    const act = { ended: yield* Deferred.make<void>(), over: yield* Deferred.make<void>() }
    acts.set(name, act)
    const gone = Effect.andThen(
      Effect.sync(() => acts.delete(name)),
      Deferred.succeed(act.over, undefined)
    )
    yield* Effect.ensuring(own.whenIdle(Effect.andThen(begun, Deferred.await(act.ended))), gone)
    // Whoever asked hears no end before.
    return yield* Effect.never
  })
  const endAct = Effect.fnUntraced(function* (name: string) {
    const act = acts.get(name)
    if (act === undefined) return
    yield* Deferred.succeed(act.ended, undefined)
    yield* Deferred.await(act.over)
  })

  const answerOf = (question: Question): Stream.Stream<Answer> => {
    if (question.do === "act") {
      return Stream.callback((queue) => underWay(question.act, Queue.offer(queue, {})))
    }
    return Stream.fromEffect(Effect.provideContext(settled(carryOut(question)), services))
  }
  const carryOut = (question: Exclude<Question, { readonly do: "act" }>): Effect.Effect<Answer, Failure, Needs> => {
    if (question.do === "follow") return Effect.map(here.follow(question.poll), (told): Answer => ({ told }))
    if (question.do === "live") return Effect.map(own.live(question.process), (told): Answer => ({ told }))
    if (question.do === "acted") return Effect.as(endAct(question.act), {})
    // Whoever asked may end meanwhile.
    if (question.do === "begin") return Effect.uninterruptible(Effect.as(own.begin, {}))
    return Effect.uninterruptible(Effect.map(here.change(question.asked), (reading): Answer => ({ reading })))
  }
  yield* OtherServers.answer(TOPIC, answerOf)

  /** What the home answers; undefined if this server must do it itself. */
  const pass = (question: Question) =>
    Effect.suspend(() => {
      if (home === address || own.count() > 0) return Effect.undefined
      return Stream.runHead(OtherServers.follow<Answer>(home, TOPIC, question)).pipe(
        Effect.map((answer) => Option.getOrUndefined(answer)?.said),
        Effect.orElseSucceed(() => undefined)
      )
    })
  /** What the home says of its programs. */
  const known = () => (home === address ? undefined : summaries.get(home))
  const isAnywhere = () => (known()?.count ?? 0) > 0

  /** Until the scope closes. */
  const actAtHome = Effect.gen(function* () {
    const idle = yield* Deferred.make<void>()
    const go = Deferred.succeed(idle, undefined)
    const [at, act] = [home, randomUUID()]
    const tell = (question: Question) => OtherServers.follow<Answer>(at, TOPIC, question)
    yield* Effect.forkScoped(Effect.andThen(Effect.ignore(Stream.runForEach(tell({ do: "act", act }), () => go)), go))
    const acted = Effect.ignore(Stream.runDrain(tell({ do: "acted", act })))
    yield* Effect.addFinalizer(() =>
      OtherServers.live(Effect.timeoutOption(Effect.interruptible(acted), limits.answerMs))
    )
    yield* Effect.timeoutOption(Deferred.await(idle), PATIENCE_MS.act)
  })

  const look = Effect.flatMap(living, (addresses) => {
    const [first = address] = [...addresses].toSorted()
    home = first
    if (home === address || own.count() === 0) return Effect.void
    // They come back, and are passed on to the new home. The log is not waited for where it may be waited with.
    return Effect.andThen(own.release, Effect.forkIn(announce, scope))
  })
  /** To be run once, when this server follows the log: then all that answer in time have the same home. */
  const join = Effect.repeat(living, { until: (addresses) => addresses.has(address), schedule: LOOK }).pipe(
    Effect.andThen(look),
    Effect.andThen(announce),
    Effect.timeoutOption(limits.answerMs),
    Effect.ignore({ log: "Warn" }),
    OtherServers.live
  )
  yield* ServerNotes.hold<Summary>(
    TOPIC,
    (summary) => void summaries.set(addressOf(summary.by), summary),
    // It may have come from a server that has just joined.
    ({ by }) => (by === self ? undefined : Effect.ignore(look))
  )
  yield* Effect.forkScoped(
    OtherServers.live(Effect.repeat(Effect.ignore(look, { log: "Warn" }), Schedule.spaced("1 second")))
  )

  const followers = {
    ...own,
    follow: (poll) =>
      Effect.flatMap(
        // It ends when the program has gone.
        Effect.interruptible(OtherServers.live(Effect.timeoutOption(pass({ do: "follow", poll }), PATIENCE_MS.follow))),
        (answer) => {
          const { told, full } = Option.getOrUndefined(answer) ?? {}
          if (full === true) return Effect.fail(tooMany)
          return told === undefined ? here.follow(poll) : Effect.succeed(told)
        }
      ),
    live: (process) =>
      Effect.flatMap(Effect.interruptible(pass({ do: "live", process })), (answer) =>
        answer?.told === undefined ? own.live(process) : Effect.succeed(answer.told)
      ),
    isFollowing: (application_id) =>
      own.isFollowing(application_id) || known()?.applications.includes(application_id) === true,
    count: () => own.count() + (known()?.count ?? 0),
    whenIdle: (act) =>
      Effect.suspend(() =>
        own.count() > 0 || !isAnywhere() ? own.whenIdle(act) : Effect.scoped(Effect.andThen(actAtHome, act))
      ),
    change: (asked) =>
      Effect.flatMap(isAnywhere() ? pass({ do: "change", asked }) : Effect.undefined, (answer) => {
        if (answer?.busy !== undefined) return Effect.fail(new AppsBusy({ because: answer.busy }))
        if (answer?.away !== undefined) return Effect.fail(away(answer.away))
        return answer?.reading === undefined ? here.change(asked) : Effect.succeed(answer.reading)
      }),
    begin: Effect.flatMap(
      Effect.suspend(() => (isAnywhere() ? pass({ do: "begin" }) : Effect.undefined)),
      (answer) => (answer === undefined ? own.begin : Effect.void)
    )
  } satisfies ClockFollowers["Service"]
  return { followers, join }
})

const away = (message: string) => new StorageError({ message, isAway: true, cause: undefined })

/** Failures as an answer. */
const settled = <R>(effect: Effect.Effect<Answer, Failure, R>) =>
  Effect.catchTags(effect, {
    AppsBusy: ({ because }) => Effect.succeed<Answer>({ busy: because }),
    // Only a program too many is refused.
    InvalidForm: () => Effect.succeed<Answer>({ full: true }),
    StorageError: ({ message }) => Effect.succeed<Answer>({ away: message })
  })
