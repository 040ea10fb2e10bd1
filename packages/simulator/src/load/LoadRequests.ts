/**
 * The requests of one play, over the connections of the load: in place of those that a player sends by itself. The last
 * one of a step is the step; what comes before it looks something up.
 */

import { StageLost } from "@backlot/player/stage/Failure"
import type { Stage } from "@backlot/player/stage/Stage"
import { type Answer, guarded, NoAnswer, type StageHttp } from "@backlot/player/stage/StageHttp"
import type { Playing } from "@backlot/player/turn/Playing"
import type { SeenMessage } from "@backlot/scenario/Outcome"
import type { Step } from "@backlot/scenario/Step"
import { Effect } from "effect"
import { type Wire, WireLost, type WireRequest } from "./LoadWire.ts"

/** Where the control plane is, and what every request to it carries. */
export interface ControlTarget {
  readonly origin: string
  /** Before each path. */
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
): WireRequest => {
  const sent = { method, origin, path: `${prefix}${path}` }
  return body === undefined
    ? { ...sent, body: undefined, headers }
    : { ...sent, body: JSON.stringify(body), headers: jsonHeaders }
}

/** Mutable, and of one play: one step after the other. */
export class LoadRequests {
  /** When the last request of this step was sent. */
  sent: number | undefined
  /** Whether something had to be looked up before it. */
  lookedUp = false
  /** Why it had no answer. */
  lost: WireLost | undefined
  /** As it is played, its variables in place. */
  step: Step | undefined
  readonly #target: ControlTarget
  readonly #wire: Wire
  readonly #elapsed: () => number
  /** What this play was answered, oldest first. */
  readonly #own: Array<SeenMessage> = []

  constructor(target: ControlTarget, wire: Wire, elapsed: () => number) {
    this.#target = target
    this.#wire = wire
    this.#elapsed = elapsed
  }

  begin(): void {
    this.sent = undefined
    this.lookedUp = false
    this.lost = undefined
    this.step = undefined
  }

  /** What comes before the request is looked up elsewhere. */
  lookUp(): void {
    this.lookedUp = true
  }

  /** Remembered for the presses that follow; an update takes the place of what it updates. */
  answered(message: SeenMessage): void {
    const known = this.#own.findIndex(({ id }) => id === message.id)
    if (known >= 0) this.#own.splice(known, 1)
    this.#own.push(message)
  }

  readonly control: Playing["control"] = (method, path, body) => {
    if (method === "GET" && this.#isOwn(path))
      return Effect.succeed({ status: 200, headers: {}, body: { messages: this.#own } })
    const request = requestTo(this.#target, method, path, body)
    return Effect.mapError(this.send(request), ({ message }) => new StageLost({ message }))
  }

  http(shared: StageHttp): StageHttp {
    return {
      ...shared,
      send: ({ method, url, headers = {}, body }) => {
        const { origin, pathname, search } = new URL(url)
        const text = typeof body === "string" ? body : undefined
        const request = {
          method,
          origin,
          path: `${pathname}${search}`,
          body: text,
          headers: Object.entries(headers).flat()
        }
        return Effect.mapError(this.send(request), ({ message }) => new NoAnswer({ message }))
      }
    }
  }

  /**
   * Ours: whoever presses without `on` means an answer of this play, if there is one, and not that of another user; and what
   * this play was answered is known, though it has long been pushed out of the channel's newest messages.
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
      this.sent = this.#elapsed()
      return Effect.flatMap(this.#wire.send(request), (answer) => {
        if (!(answer instanceof WireLost)) return Effect.succeed(answer)
        this.lost = answer
        return Effect.fail(answer)
      })
    })
  }
}
