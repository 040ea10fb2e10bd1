/**
 * A client that waits on rate limits as discord.py does (`discord/http.py`: `Ratelimit`, `HTTPClient.request`): a lock
 * with a count for each route, kept by `X-Ratelimit-Remaining` and `-Reset-After`, one for the whole API, and at a 429
 * five tries that sleep `retry_after` of the body, but only if the answer has a `Via`.
 */
import { setTimeout as sleep } from "node:timers/promises"

const TRIES = 5

export class HTTPException extends Error {}

/** A 429 that was waited on. */
export interface Refusal {
  readonly headers: Headers
  readonly data: unknown
}

export interface DiscordPyClient {
  /** The parsed body of a success; throws for everything else. */
  readonly request: (method: string, path: string) => Promise<unknown>
  readonly refusals: ReadonlyArray<Refusal>
}

/** `base` stands where discord.py has `Route.BASE`. */
export const discordPyOf = (base: string, token: string): DiscordPyClient => {
  const routes = new Map<string, Ratelimit>()
  const refusals: Array<Refusal> = []
  let globalUntil = 0

  const attempt = async (ratelimit: Ratelimit, method: string, path: string) => {
    for (let tries = 0; tries < TRIES; tries++) {
      while (globalUntil > performance.now()) await sleep(globalUntil - performance.now())
      const response = await fetch(`${base}${path}`, { method, headers: { authorization: `Bot ${token}` } })
      const data = await jsonOrText(response)
      if (response.status !== 429) ratelimit.update(response.headers)
      if (response.ok) return data
      if (response.status !== 429) throw new HTTPException(`${response.status} ${JSON.stringify(data)}`)
      if (!response.headers.has("via") || typeof data === "string") throw new HTTPException(`429 ${data}`)
      refusals.push({ headers: response.headers, data })
      const retryMs = data.retry_after * 1_000
      if (data.global) globalUntil = performance.now() + retryMs
      await sleep(retryMs)
    }
    throw new HTTPException(`429 at each of ${TRIES} tries`)
  }

  const request = async (method: string, path: string) => {
    const key = `${method} ${path}`
    const ratelimit = routes.get(key) ?? new Ratelimit()
    routes.set(key, ratelimit)
    await ratelimit.acquire()
    try {
      return await attempt(ratelimit, method, path)
    } finally {
      ratelimit.release()
    }
  }
  return { request, refusals }
}

/** Compares the whole content type; anything else stays text (wire-rest.md §0, 1). */
const jsonOrText = async (response: Response) => {
  const text = await response.text()
  return response.headers.get("content-type") === "application/json" ? JSON.parse(text) : text
}

class Ratelimit {
  #limit = 1
  #remaining = 1
  #outgoing = 0
  #resetAfterMs = 0
  #expires: number | undefined
  /** Set by an answer that showed a window. */
  #dirty = false
  #refreshing: Promise<void> | undefined

  async acquire() {
    if (this.#expires !== undefined && performance.now() > this.#expires) this.#reset()
    while (this.#remaining <= 0) await this.#refreshed()
    this.#remaining--
    this.#outgoing++
  }

  release() {
    this.#outgoing--
  }

  update(headers: Headers) {
    const remaining = headers.get("x-ratelimit-remaining")
    if (remaining === null) return
    this.#limit = Number(headers.get("x-ratelimit-limit") ?? 1)
    this.#remaining = this.#dirty ? Math.min(Number(remaining), this.#limit - this.#outgoing) : Number(remaining)
    this.#dirty = true
    this.#resetAfterMs = Number(headers.get("x-ratelimit-reset-after")) * 1_000
    this.#expires = performance.now() + this.#resetAfterMs
  }

  /** All that wait share one sleep, or the answer to the first request, before any window is known. */
  async #refreshed() {
    this.#refreshing ??= (async () => {
      if (this.#expires === undefined) while (!this.#dirty && this.#outgoing > 0) await sleep(1)
      else {
        await sleep(this.#resetAfterMs)
        this.#reset()
      }
    })().finally(() => {
      this.#refreshing = undefined
    })
    await this.#refreshing
  }

  #reset() {
    this.#remaining = this.#limit - this.#outgoing
    this.#expires = undefined
    this.#resetAfterMs = 0
    this.#dirty = false
  }
}
