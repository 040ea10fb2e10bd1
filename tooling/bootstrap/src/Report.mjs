/** Prints the messages of the bootstrap: one line each on stderr, so that stdout holds only the program's output. */

/** @param {string} line */
export const say = (line) => {
  process.stderr.write(`backlot: ${line}\n`)
}

/** An expected failure: `message` is one line with the problem and the remedy. */
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
