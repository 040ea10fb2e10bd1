/**
 * What each server alone knows is asked for when somebody wants to see it: of every other server that lives. One that does not
 * answer in time is left out, and the log says so. Our choice: docs/choices.md "Several servers".
 */
import { shared as limits } from "@backlot/domain/base/KeptLimits"
import { addressOf, Servers } from "@backlot/ports/Servers"
import { Clock, Effect, Option, type Scope, Stream } from "effect"

/** What one of the other servers said. */
export interface Said<A> {
  /** Its name (`Sharing.self`). */
  readonly server: string
  readonly said: A
}

/** Real time, also in a test with a TestClock: the others are asked over sockets. */
export const live: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R> = Effect.provideService(
  Clock.Clock,
  Clock.Clock.defaultValue()
)

/** Answers what others ask about a topic, until the scope closes. Question and answers are JSON values. */
export const answer = Effect.fnUntraced(function* <Q, A>(
  topic: string,
  by: (question: Q) => Stream.Stream<A>
): Effect.fn.Return<void, never, Scope.Scope> {
  const servers = yield* Servers
  yield* servers.answer(topic, (question) =>
    // `ask` and `follow` write the questions of a topic.
    Stream.map(by(JSON.parse(question) as Q), (said) => textOf({ server: servers.self, said }))
  )
})

/** The addresses of the other servers that live; none while the store is away. */
export const others = Effect.gen(function* () {
  const { isAlone, self, living } = yield* Servers
  if (isAlone) return []
  const own = addressOf(self)
  return yield* living.pipe(
    Effect.timeoutOption(limits.answerMs),
    Effect.map((found) => [...Option.getOrElse(found, () => new Set<string>())].filter((one) => one !== own)),
    Effect.tapError((error) => Effect.logWarning("Other servers were not asked", error)),
    Effect.orElseSucceed(() => [])
  )
}).pipe(live)

/** What the other servers answer, each in one or more parts. */
export const ask = Effect.fnUntraced(function* <A>(
  topic: string,
  question: unknown
): Effect.fn.Return<ReadonlyArray<Said<A>>> {
  const { isAlone } = yield* Servers
  if (isAlone) return []
  const asked = (address: string) =>
    Stream.runCollect(follow<A>(address, topic, question)).pipe(
      Effect.timeoutOption(limits.answerMs),
      Effect.map(Option.getOrElse(() => NOTHING)),
      Effect.orElseSucceed(() => NOTHING),
      Effect.tap((parts) => (parts.length > 0 ? Effect.void : missing(address, topic)))
    )
  return (yield* Effect.forEach(yield* others, asked, { concurrency: "unbounded" })).flat()
}, live)

const NOTHING: ReadonlyArray<never> = []

/** What the server at this address answers, until it ends or cannot be reached. */
export const follow = <A>(address: string, topic: string, question: unknown) =>
  Stream.unwrap(Effect.map(Servers, (servers) => servers.ask(address, topic, JSON.stringify(question)))).pipe(
    // `answer` writes the answers to a topic.
    Stream.map((text) => JSON.parse(text) as Said<A>)
  )

export const missing = (address: string, topic: string) =>
  Effect.annotateLogs(Effect.logWarning("A server did not answer; what it alone knows is left out"), { address, topic })

const textOf = (said: Said<unknown>): string => {
  const text = JSON.stringify(said)
  if (text.length > limits.answer) throw new Error(`An answer to other servers has ${text.length} characters`)
  return text
}
