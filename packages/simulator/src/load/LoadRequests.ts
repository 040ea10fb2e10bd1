/**
 * Sends the requests of one play over the connections of the load, instead of the player's own. The last request of a
 * step is the step; earlier ones are lookups.
 */
import { StageLost } from "@backlot/player/stage/Failure"
import type { Stage } from "@backlot/player/stage/Stage"
import { type Answer, type Asked, guarded, NoAnswer, type StageHttp } from "@backlot/player/stage/StageHttp"
import type { Playing } from "@backlot/player/turn/Playing"
import type { SeenMessage } from "@backlot/scenario/Outcome"
import type { Step } from "@backlot/scenario/Step"
import { Effect } from "effect"
import type { LoadScene } from "./LoadScene.ts"
import { type Wire, WireLost, type WireRequest } from "./LoadWire.ts"

/** A request to the control plane. */
export const requestTo = (stage: Stage, method: string, path: string, body: unknown): WireRequest => {
  const type = body === undefined ? {} : { "content-type": "application/json" }
  const headers = { ...guarded(stage), ...type }
  return wireRequestOf({ method, url: `${stage.control_url}${path}`, headers, body: JSON.stringify(body) })
}

/** Loads send texts only. */
const wireRequestOf = ({ method, url, headers = {}, body }: Asked): WireRequest => {
  const { origin, pathname, search } = new URL(url)
  const text = typeof body === "string" ? body : undefined
  return { method, origin, path: `${pathname}${search}`, body: text, headers: Object.entries(headers).flat() }
}

export interface PlayShared {
  readonly scene: LoadScene
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
  readonly #shared: PlayShared
  /** The messages that answered this play, oldest first. */
  #own: ReadonlyArray<SeenMessage> = []

  constructor(shared: PlayShared) {
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
    const request = requestTo(this.#shared.scene.playing.stage, method, path, body)
    return Effect.mapError(this.send(request), ({ message }) => new StageLost({ message }))
  }

  http(shared: StageHttp): StageHttp {
    const lost = Effect.mapError(({ message }: WireLost) => new NoAnswer({ message }))
    return { ...shared, send: (asked) => lost(this.send(wireRequestOf(asked))) }
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
