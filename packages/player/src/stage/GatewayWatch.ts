/**
 * One session per application that receives what the application is sent over the gateway, for expectations and
 * waits. While it is connected, interactions of an application without an endpoint URL count as delivered. Our
 * choice: docs/choices.md "Gateway". Source: wire-interactions.md §3.
 */
import { ALL_INTENTS, INTENTS, type IntentName, PRIVILEGED } from "@backlot/domain/gateway/GatewayIntent"
import { textOf } from "@backlot/scenario/Fields"
import { Effect, Fiber, type Scope } from "effect"
import type { StageLost } from "./Failure.ts"
import * as Feed from "./Feed.ts"
import { type Connection, keepOpen } from "./KeptOpen.ts"

export interface Dispatch {
  readonly t: string
  readonly d: unknown
}

export interface GatewayWatch {
  readonly feed: Feed.Feed<Dispatch>
  readonly ready: Effect.Effect<void, StageLost>
  /** Ends the session and begins another, after a restart of the server. */
  readonly renew: Effect.Effect<void>
  /** Its id, once it has begun. */
  readonly session: () => string | undefined
}

export interface Watched {
  readonly gateway_url: string
  readonly token: string
  /** Names of the application's flags, which allow privileged intents. */
  readonly flags: ReadonlyArray<string>
}

interface Frame {
  readonly op: number
  readonly d: unknown
  readonly s: number | null
  readonly t: string | null
}

/** In real milliseconds. */
const AGAIN_MS = 100
/** The service takes one IDENTIFY in five seconds (wire-interactions.md §3.4). */
const IDENTIFY_AGAIN_MS = 5_000

export const open = Effect.fnUntraced(function* (watched: Watched): Effect.fn.Return<GatewayWatch, never, Scope.Scope> {
  const state: SessionState = { feed: Feed.make(), seq: null, session: undefined, closed: "it did not connect" }
  const { ready, renew } = yield* keepOpen(
    (connection) => converse(watched, state, connection),
    (within) => `${watched.gateway_url} began no session within ${within}: ${state.closed}`
  )
  const end = Effect.sync(() => {
    state.session = undefined
  })
  return { feed: state.feed, ready, renew: Effect.andThen(end, renew), session: () => state.session }
})

interface SessionState {
  readonly feed: Feed.Feed<Dispatch>
  seq: number | null
  session: string | undefined
  closed: string
}

const converse = ({ gateway_url, token, flags }: Watched, state: SessionState, { signal, opened }: Connection) =>
  new Promise<number>((resolve) => {
    let pause = AGAIN_MS
    const socket = new WebSocket(`${gateway_url}?v=10&encoding=json`)
    const send = (op: number, d: unknown) => {
      if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify({ op, d }))
    }
    let beating: Fiber.Fiber<unknown> | undefined
    const end = () => {
      if (beating !== undefined) Effect.runFork(Fiber.interrupt(beating))
      resolve(pause)
    }
    const act: Readonly<Record<number, (d: unknown) => void>> = {
      1: () => send(1, state.seq),
      7: () => socket.close(4000),
      9: (resumable) => {
        pause = resumable === true ? AGAIN_MS : IDENTIFY_AGAIN_MS
        if (resumable !== true) state.session = undefined
        state.closed = "the session is invalid"
        socket.close(4000)
      },
      10: (d) => {
        // The data of HELLO (§3.3).
        const { heartbeat_interval } = d as { readonly heartbeat_interval: number }
        const beat = Effect.andThen(
          Effect.sleep(heartbeat_interval),
          Effect.sync(() => send(1, state.seq))
        )
        beating = Effect.runFork(Effect.forever(beat))
        if (state.session === undefined) send(2, { token, intents: intentsOf(flags), properties: PROPERTIES })
        else send(6, { token, session_id: state.session, seq: state.seq })
      }
    }
    socket.addEventListener("message", ({ data }) => {
      // Without compression, the gateway sends frames as text.
      const { op, d, s, t } = JSON.parse(String(data)) as Frame
      state.seq = s ?? state.seq
      if (op === 0 && t !== null) {
        if (t === "READY") state.session = textOf(d, "session_id")
        state.feed.push({ t, d })
        if (t === "READY" || t === "RESUMED") opened.openUnsafe()
      }
      act[op]?.(d)
    })
    socket.addEventListener("close", ({ code, reason }) => {
      if (code >= 4000) state.closed = `closed with ${code} ${reason}`
      // These sessions cannot be resumed (§3.8).
      if ([4003, 4004, 4006, 4007, 4009].includes(code)) state.session = undefined
      end()
    })
    socket.addEventListener("error", () => {})
    signal.addEventListener("abort", () => {
      socket.close()
      end()
    })
  })

const PROPERTIES = { os: "linux", browser: "backlot-simulator", device: "backlot-simulator" }

/** All intents that the application may have. */
const intentsOf = (flags: ReadonlyArray<string>): number =>
  Object.entries(PRIVILEGED).reduce(
    (all, [name, needed]) =>
      // The keys of the table are names of intents.
      needed.some((flag) => flags.includes(flag)) ? all : all & ~INTENTS[name as IntentName],
    ALL_INTENTS
  )
