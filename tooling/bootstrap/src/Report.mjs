/** What the bootstrap tells a person: one line each, on stderr, so that a program's stdout stays its own. */

/** @param {string} line */
export const say = (line) => {
  process.stderr.write(`backlot: ${line}\n`)
}

/** An expected end: `message` is one line that says what is wrong and what to do. */
export class Stop extends Error {
  /**
   * @param {string} message
   * @param {number} [exitCode]
   */
  constructor(message, exitCode = 1) {
    super(message)
    this.exitCode = exitCode
  }
}
