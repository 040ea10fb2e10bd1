/** Counts what comes in a second, and says when it is too much. */
export class VoiceRate {
  readonly #perSecond: number
  #secondFrom = 0
  #inSecond = 0

  constructor(perSecond: number) {
    this.#perSecond = perSecond
  }

  /** Whether one more is within the rate. `now` are milliseconds of the real clock. */
  admits(now: number): boolean {
    if (now - this.#secondFrom >= 1_000) {
      this.#secondFrom = now
      this.#inSecond = 0
    }
    if (this.#inSecond >= this.#perSecond) return false
    this.#inSecond += 1
    return true
  }
}
