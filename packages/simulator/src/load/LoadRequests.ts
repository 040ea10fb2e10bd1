/**
 * Sends the requests of one play over the connections of the load, instead of the player's own. The last request of a
 * step is the step; earlier ones are lookups.
 */
import { StageLost } from "@backlot/player/stage/Failure"
import type { Stage } from "@backlot/player/stage/Stage"
import { type Answer, guarded, NoAnswer, type StageHttp } from "@backlot/player/stage/StageHttp"
import type { Playing } from "@backlot/player/turn/Playing"
import type { SeenMessage } from "@backlot/scenario/Outcome"
import type { Step } from "@backlot/scenario/Step"
import { Effect } from "effect"
import { type Wire, WireLost, type WireRequest } from "./LoadWire.ts"

/** The address of the control plane, and the headers of every request. */
export interface ControlTarget {
  readonly origin: string
  /** Prefix of each path. */
  readonly prefix: string
  readonly headers: ReadonlyArray<string>
  readonly jsonHeaders: ReadonlyArray<string>
}

export const targetOf = (stage: Stage): ControlTarget => {
  const { origin, pathname } = new URL(stage.control_url)
  const headers = Object.entries(guarded(stage)).flat()
  return { origin, prefix: pathname, headers, jsonHeaders: [...headers, "content-type", "application/json"] }
}

/** A request to the control plane. */
export const requestTo = (
  { origin, prefix, headers, jsonHeaders }: ControlTarget,
  method: string,
  path: string,
  body: unknown
): WireRequest => ({
  ...{ method, origin, path: `${prefix}${path}`, body: body === undefined ? undefined : JSON.stringify(body) },
  headers: body === undefined ? headers : jsonHeaders
})

export interface RequestsShared {
  readonly target: ControlTarget
  readonly wire: Wire
  readonly elapsed: () => number
}

/** Mutable; one per play, which plays one step at a time. */
export class LoadRequests {
  /** When the last request of this step was sent. */
  sent: number | undefined
  /** Whether a lookup came before it. */
  lookedUp = false
  /** Why it had no answer. */
  lost: WireLost | undefined
  /** The current step, with its variables replaced. */
  step: Step | undefined
  readonly #shared: RequestsShared
  /** The messages that answered this play, oldest first. */
  #own: ReadonlyArray<SeenMessage> = []

  constructor(shared: RequestsShared) {
    this.#shared = shared
  }

  begin(): void {
    Object.assign(this, { sent: undefined, lookedUp: false, lost: undefined, step: undefined })
  }

  /** Remembers the message for later presses; an update replaces the earlier version. */
  answered(message: SeenMessage): void {
    this.#own = [...this.#own.filter(({ id }) => id !== message.id), message]
  }

  readonly control: Playing["control"] = (method, path, body) => {
    if (method === "GET" && this.#isOwn(path))
      return Effect.succeed({ status: 200, headers: {}, body: { messages: this.#own } })
    const request = requestTo(this.#shared.target, method, path, body)
    return Effect.mapError(this.send(request), ({ message }) => new StageLost({ message }))
  }

  http(shared: StageHttp): StageHttp {
    return {
      ...shared,
      send: ({ method, url, headers = {}, body }) => {
        const { origin, pathname, search } = new URL(url)
        const path = `${pathname}${search}`
        const text = typeof body === "string" ? body : undefined
        const request = { method, origin, path, body: text, headers: Object.entries(headers).flat() }
        return Effect.mapError(this.send(request), ({ message }) => new NoAnswer({ message }))
      }
    }
  }

  /**
   * A press without `on` means an answer of this play, if there is one, rather than that of another user. The play's
   * own answers stay known even after newer messages push them out of the channel's list. Our choice: docs/choices.md
   * "Load".
   */
  #isOwn(path: string): boolean {
    const { press, select, on } = this.step ?? {}
    const isComponent = press !== undefined || select !== undefined
    const isMeant = on === undefined ? this.#own.length > 0 : this.#own.some(({ id }) => id === on)
    return isComponent && isMeant && path.endsWith("/messages")
  }

  send(request: WireRequest): Effect.Effect<Answer, WireLost> {
    return Effect.suspend(() => {
      if (this.sent !== undefined) this.lookedUp = true
      this.sent = this.#shared.elapsed()
      return Effect.flatMap(this.#shared.wire.send(request), (answer) => {
        if (!(answer instanceof WireLost)) return Effect.succeed(answer)
        this.lost = answer
        return Effect.fail(answer)
      })
    })
  }
}
