/** Opens what a player needs, on any machine. */
import { Effect, Scope } from "effect"
import * as EventStream from "./stage/EventStream.ts"
import * as GatewayWatch from "./stage/GatewayWatch.ts"
import { nameBook } from "./turn/NameBook.ts"
import { applicationOf, controlOf, type Edges, memory, type Playing, type PlayingOptions } from "./turn/Playing.ts"
import { agreesOnClock } from "./turn/ServiceClock.ts"

export interface PlayerOptions extends PlayingOptions {
  /** Variables that are known before the first step. */
  readonly variables?: Readonly<Record<string, unknown>> | undefined
  /** Opens a gateway session before the first step; else the first step about `gateway` does, and misses earlier ones. */
  readonly watch?: boolean | undefined
  /** False: the player opens no stream of events, and cannot wait for messages, states and events. Default: true. */
  readonly events?: boolean | undefined
}

export const openOn = Effect.fnUntraced(function* (
  { http, readFile }: Edges,
  options: PlayerOptions
): Effect.fn.Return<Playing, never, Scope.Scope> {
  const { stage, restart, application, answers_within_ms, folder, refused_before = 0 } = options
  const scope = yield* Effect.scope
  const control = controlOf(http, stage)
  const watches = new Map<string, GatewayWatch.GatewayWatch>()
  const names = nameBook(control)
  const remembered = memory()
  const notice = (event: EventStream.StageEvent): void => {
    names.notice(event)
    const { type, data } = event
    const isOther = type === "clock.changed" && !agreesOnClock(remembered.clock, data)
    if (type === "world.replaced" || isOther) remembered.clock = undefined
  }
  const playing: Playing = {
    stage,
    restart,
    application,
    answers_within_ms,
    folder,
    http,
    readFile,
    control,
    names,
    memory: remembered,
    tokens: new Map(),
    own: { refused: [], lacking: new Set() },
    heard: { after: refused_before, calls: [], lacking: new Map() },
    watches,
    events: options.events === false ? undefined : yield* EventStream.open(http, stage, notice),
    gateway: Effect.fnUntraced(function* (id) {
      const open = watches.get(id)
      if (open !== undefined) return yield* Effect.as(open.ready, open)
      const { bot, flags } = yield* applicationOf(playing, id, ["application"])
      // Another step may have opened it in the meantime.
      const there = watches.get(id)
      if (there !== undefined) return yield* Effect.as(there.ready, there)
      const watched = { gateway_url: stage.gateway_url, token: bot.token, flags }
      const watch = yield* GatewayWatch.open(watched).pipe(Effect.provideService(Scope.Scope, scope))
      watches.set(id, watch)
      return yield* Effect.as(watch.ready, watch)
    })
  }
  return playing
})
