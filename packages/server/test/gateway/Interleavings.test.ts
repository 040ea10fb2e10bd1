/**
 * A session receives exactly the events of the log after its snapshot, each once and in order, for any interleaving of
 * commits, logins, lost connections and resumes. The model is the log itself.
 */
import { gateway } from "@backlot/domain/base/Limits"
import { EventLog } from "@backlot/usecases/event/EventLog"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import * as fc from "fast-check"
import { APP } from "../fixture/Running.ts"
import { type Frame, fields } from "./Bot.ts"
import { interact, type Line, pass, rename, replaceWorld, services, simulated, steady } from "./SimulatedGateway.ts"
import { HARBOUR } from "./World.ts"

const SEED = Number(process.env["BACKLOT_GATEWAY_SEED"] ?? 20_260_101)
const RUNS = Number(process.env["BACKLOT_GATEWAY_RUNS"] ?? ((process.env["BACKLOT_DEEP"] ?? "") === "" ? 60 : 3_000))

type Step =
  | { readonly do: "rename" | "interact" | "login" | "replace" }
  | { readonly do: "burst"; readonly count: number }
  | { readonly do: "cut"; readonly bot: number }
  | { readonly do: "resume"; readonly bot: number; readonly lost: number }
  | { readonly do: "pass"; readonly turns: number }

const bot = fc.nat({ max: 4 })
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom<Step>({ do: "rename" }, { do: "interact" }) },
  { weight: 4, arbitrary: fc.constant<Step>({ do: "login" }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("cut" as const), bot }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant("resume" as const), bot, lost: fc.nat({ max: 3 }) }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constant("pass" as const), turns: fc.nat({ max: 60 }) }) },
  { weight: 1, arbitrary: fc.constant<Step>({ do: "replace" }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("burst" as const), count: fc.constantFrom(5, 1_100) }) }
)

const NONE = [0, 0] as const
const turn = fc.tuple(fc.nat({ max: 20 }), fc.nat({ max: 20 }))

/** A client that keeps its dispatches by number, over all its connections. */
class Client {
  line: Line
  /** The dispatches that it has; later frames were lost with a connection. */
  has = 0
  readonly #frames = new Map<number, Frame>()
  /** Its session ended (op 9 false), with these dispatches. */
  isOver = false
  #read = 0

  constructor(line: Line) {
    this.line = line
  }

  get id(): string {
    return String(fields(this.#frames.get(1) ?? { op: 0, d: {}, s: 1, t: null })["session_id"])
  }

  /** Takes the frames of its connection. */
  read(): void {
    for (const frame of this.line.frames.slice(this.#read)) {
      this.#read += 1
      if (frame.op === 9) this.isOver = true
      if (frame.s === null) continue
      assert.strictEqual(frame.s, this.has + 1, "numbers go up by one")
      this.has = frame.s
      const before = this.#frames.get(frame.s)
      if (before !== undefined) assert.deepStrictEqual(frame, before, "a replay is what was sent before")
      this.#frames.set(frame.s, frame)
    }
  }

  /** Loses the last frames and resumes over another connection. */
  moveTo(line: Line, lost: number): void {
    this.read()
    this.has = Math.max(this.has - lost, 1)
    this.line = line
    this.#read = 0
  }

  /** All dispatches by number. */
  get story(): ReadonlyArray<Frame> {
    return Array.from({ length: this.#frames.size }, (_, i) => this.#frames.get(i + 1)).filter((f) => f !== undefined)
  }
}

/** The position of the event of a dispatch; for a guild, of its last change. */
const positionOf = (frame: Frame): number | undefined => {
  if (frame.t === "INTERACTION_CREATE") return Number(fields(frame)["id"])
  const { id, name } = fields(frame)
  const isGuild = frame.t === "GUILD_UPDATE" || (frame.t === "GUILD_CREATE" && id === HARBOUR)
  return isGuild ? Number(name) || 0 : undefined
}

/** After `hurry`, transactions take no turns. */
const play = Effect.fnUntraced(function* (steps: ReadonlyArray<Step>, hurry: () => void) {
  const { registry, connect, identify, resume } = yield* simulated
  const clients: Array<Client> = []
  /** Each interaction with the sessions that existed at that time. */
  const interactions = new Map<number, ReadonlySet<string>>()
  const fibers: Array<Fiber.Fiber<unknown, unknown>> = []
  const start = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    Effect.map(Effect.forkChild(effect), (fiber) => void fibers.push(fiber))
  const idle = Effect.suspend(() => Effect.forEach(fibers.splice(0), Fiber.join))
  const login = Effect.suspend(() => {
    const client = new Client(connect())
    clients.push(client)
    return start(identify(client.line))
  })
  const comeBack = Effect.fnUntraced(function* (client: Client, lost: number) {
    client.read()
    if (client.isOver || client.story.length === 0) return
    const { id } = client
    const line = connect()
    client.moveTo(line, lost)
    yield* start(resume(line, id, client.has))
  })

  const run = Effect.fnUntraced(function* (step: Step) {
    switch (step.do) {
      case "rename":
        return yield* start(rename())
      case "burst":
        return yield* start(rename(step.count))
      case "interact":
        return yield* start(
          interact((at) => interactions.set(at, new Set([...registry.botSessions(APP)].map(({ id }) => id))))
        )
      case "replace":
        return yield* start(replaceWorld)
      case "login":
        return yield* login
      case "cut":
        return clients[step.bot]?.line.connection.closed(1006)
      case "resume": {
        const client = clients[step.bot]
        return client === undefined ? undefined : yield* comeBack(client, step.lost)
      }
      case "pass":
        return yield* pass(step.turns)
    }
  })
  for (const each of steps) yield* run(each)
  yield* idle

  hurry()
  // A client that has the last event has all of them.
  const last = new Client(connect())
  yield* identify(last.line)
  yield* rename()
  const log = yield* (yield* EventLog).since(0, 10_000)
  const end = log.at(-1)?.seq ?? 0
  const isTold = () => last.line.frames.some((frame) => positionOf(frame) === end)
  for (let turns = 0; !isTold(); turns++) {
    assert.isBelow(turns, 100_000, "the dispatcher comes to the end of the log")
    yield* Effect.yieldNow
  }
  for (const client of clients) yield* comeBack(client, 0)
  yield* idle
  for (const client of clients) check(client, log, interactions)
})

const check = (
  client: Client,
  log: ReadonlyArray<{ readonly seq: number; readonly type: string }>,
  interactions: ReadonlyMap<number, ReadonlySet<string>>
) => {
  client.read()
  const { story, id } = client
  if (story.length === 0) return
  assert.deepStrictEqual([story[0]?.t, story[1]?.t], ["READY", "GUILD_CREATE"])
  const [known = 0, ...told] = story.flatMap((frame) => positionOf(frame) ?? [])
  const due = log
    .filter(({ seq, type }) =>
      type === "guild.updated" ? seq > known : type === "interaction.created" && interactions.get(seq)?.has(id) === true
    )
    .map(({ seq }) => seq)
  // An ended session received everything up to some position.
  const until = client.isOver ? (told.at(-1) ?? 0) : Number.POSITIVE_INFINITY
  assert.deepStrictEqual(
    told.filter((seq) => due.includes(seq)),
    due.filter((seq) => seq <= until),
    "each event once, in order"
  )
  assert.isTrue(
    told.every((seq) => log.some((event) => event.seq === seq)),
    "nothing else"
  )
  if (client.isOver) {
    const missed = due.filter((seq) => seq > until).length
    assert.isTrue(missed > gateway.replay || log.some(({ type }) => type === "world.replaced"), "it ended for a reason")
  }
}

describe("what a session is sent", () => {
  it("is what the log holds behind its snapshot: each event once and in order", { timeout: 300_000 }, async () => {
    const cases = fc.asyncProperty(
      fc.array(step, { minLength: 5, maxLength: 40 }),
      fc.array(turn, { minLength: 1, maxLength: 30 }),
      (steps, given) => {
        let at = 0
        const turns = { ...steady(), next: () => given[at++ % given.length] ?? NONE }
        const hurry = () => {
          turns.next = () => NONE
        }
        return Effect.runPromise(play(steps, hurry).pipe(Effect.scoped, Effect.provide(services(turns))))
      }
    )
    await fc.assert(cases, { seed: SEED, numRuns: RUNS })
  })
})
