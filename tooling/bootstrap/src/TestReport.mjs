/** What a test run's log records amount to. Pure. */

/** @typedef {{ source: string, level: string, text: string }} LogRecord one line of `turbo run --json` */

/**
 * @param {string} line
 * @returns {LogRecord | undefined} nothing for a line that is no record
 */
export const parseRecord = (line) => {
  if (!line.startsWith("{")) return undefined
  try {
    const { source, level, text } = JSON.parse(line)
    return typeof source === "string" && typeof text === "string" ? { source, level, text: plain(text) } : undefined
  } catch {
    return undefined
  }
}

/**
 * The counts in vitest's closing line, e.g. `Tests  1 failed | 11 passed | 2 skipped (14)`.
 * @param {string} text
 * @returns {{ passed: number, failed: number } | undefined}
 */
export const testCounts = (text) => {
  const parts = /^\s*Tests {2}(\d+ \w+(?: \| \d+ \w+)*) \(\d+\)\s*$/.exec(text)?.[1]
  if (parts === undefined) return undefined
  const count = (/** @type {string} */ word) => Number(new RegExp(`(\\d+) ${word}`).exec(parts)?.[1] ?? 0)
  return { passed: count("passed"), failed: count("failed") }
}

/**
 * What `tests/judges` tells of one test file: how many answers the official document judged.
 * @typedef {{ judged: number, undescribed: number, unjudged: number }} Judged
 */

const JUDGED = /^\s*Official document: (\d+) answers judged, (\d+) not described by it, (\d+) not judged\s*$/

/**
 * The sum over a whole run, as a line for a person, and what is wrong with it: a document that was given judges.
 * @param {ReadonlyArray<string>} lines
 * @param {boolean} given
 * @returns {{ line: string, fault: string | undefined }}
 */
export const officialCheck = (lines, given) => {
  const found = lines.flatMap((line) => {
    const match = JUDGED.exec(line)
    return match === null ? [] : [match.slice(1).map(Number)]
  })
  const [judged = 0, undescribed, unjudged = 0] = [0, 1, 2].map((i) => sum(found.map((counts) => counts[i] ?? 0)))
  const line = given
    ? `official OpenAPI document: ${judged} answers judged, ${undescribed} of operations it does not describe`
    : `official OpenAPI document: not given, so ${unjudged} answers were not judged by it; set BACKLOT_OFFICIAL_OPENAPI to its path`
  const idle = given && (judged === 0 || unjudged > 0)
  return {
    line,
    fault: idle ? `the official document was given, but ${unjudged} answers were not judged by it` : undefined
  }
}

/** The records of one run, by task: `@backlot/domain#test` and the like. */
export class TaskLogs {
  /** @type {Map<string, Array<string>>} */
  #tasks = new Map()
  /** @type {Array<LogRecord>} */
  #turbo = []

  /** @param {LogRecord} record */
  add(record) {
    if (record.source === "turbo") this.#turbo.push(record)
    else this.#tasks.set(record.source, [...this.of(record.source), record.text])
  }

  /** @param {string} task */
  of(task) {
    return this.#tasks.get(task) ?? []
  }

  /** @param {string} task */
  isTest(task) {
    return task.endsWith("#test") || task.endsWith("#conformance")
  }

  /** Every line of every test task. */
  testLines() {
    return this.testTasks().flatMap((task) => this.of(task))
  }

  /** The tasks that have to end with counts. */
  testTasks() {
    return [...this.#tasks.keys()].filter((task) => this.isTest(task)).sort()
  }

  /** Turbo names them in its closing `Failed:` line. */
  failedTasks() {
    const line = this.#turbo.find(({ text }) => /^\s*Failed:/.test(text))
    return line === undefined
      ? []
      : line.text
          .replace(/^\s*Failed:/, "")
          .split(",")
          .map((task) => task.trim())
  }

  /** Turbo's own errors, for when it could not run the tasks at all. */
  complaints() {
    return this.failedTasks().length > 0 ? [] : this.#turbo.filter((r) => r.level === "error").map((r) => r.text)
  }
}

/**
 * Sums the counts of all test tasks. A task that failed without a failed test (a type error, a crash, no counts)
 * counts as one failure, and so does a run that turbo ended in error without naming a task.
 * @param {TaskLogs} logs
 * @param {number} code turbo's exit code
 * @returns {{ passed: number, failed: number, faults: ReadonlyArray<string> }}
 */
export const outcome = (logs, code) => {
  const results = logs.testTasks().map((task) => ({ task, counts: lastCounts(logs.of(task)) }))
  const failing = results.filter(({ counts }) => counts !== undefined && counts.failed > 0)
  const explained = new Set(failing.map(({ task }) => task))
  const broken = logs.failedTasks().filter((task) => !explained.has(task))
  const silent = results.filter(({ task, counts }) => counts === undefined && !broken.includes(task))
  const faults = [
    ...failing.map(({ task, counts }) => `${task}: ${counts?.failed} failed`),
    ...broken.map((task) => `${task}: ended in error`),
    ...silent.map(({ task }) => `${task}: reported no tests`)
  ]
  const passed = sum(results.map(({ counts }) => counts?.passed ?? 0))
  if (faults.length === 0 && code !== 0) faults.push(`turbo ended with exit code ${code}`)
  if (faults.length === 0 && passed === 0) faults.push("no test ran")
  const failedTests = sum(failing.map(({ counts }) => counts?.failed ?? 0))
  return { passed, failed: failedTests + faults.length - failing.length, faults }
}

/**
 * @param {number} passed
 * @param {number} failed
 */
export const closingLine = (passed, failed) => `${passed} passed, ${failed} failed`

/** @param {ReadonlyArray<string>} lines */
const lastCounts = (lines) => lines.map(testCounts).findLast((counts) => counts !== undefined)

/** @param {ReadonlyArray<number>} numbers */
const sum = (numbers) => numbers.reduce((total, n) => total + n, 0)

/** @param {string} text */
const plain = (text) =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: ANSI colour sequences begin with one.
  text.replace(/\u001b\[[\d;]*m/g, "")
