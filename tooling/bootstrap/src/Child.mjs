/**
 * Child processes that never outlive us. Each leads its own process group, so that a signal reaches it exactly once,
 * from here: a terminal signals the whole foreground group, npm signals again, and a second SIGINT makes many programs
 * stop without cleaning up.
 */
import { spawn } from "node:child_process"
import { constants } from "node:os"
import { basename, delimiter, join } from "node:path"
import { say } from "./Report.mjs"

/** The time for an orderly end after the first signal. */
const graceMs = 10_000

/** How often we check that npm, our parent, still runs. */
const parentCheckMs = 500

/** @type {Map<import("node:child_process").ChildProcess, "child" | "group">} which of them gets signals */
const children = new Map()
/** @type {NodeJS.Signals | undefined} */
let ending

/**
 * Forwards the first ending signal to every child, and kills the remaining ones after the grace period. npm may die
 * without signalling us; that counts as SIGTERM.
 */
export const endChildrenWithUs = () => {
  for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"])) {
    process.on(signal, () => endAll(signal))
  }
  process.on("exit", () => {
    for (const child of children.keys()) signalGroup(child, "SIGKILL")
  })
  const parent = process.ppid
  const checkParent = () => {
    if (process.ppid !== parent) endAll("SIGTERM")
  }
  if (process.env["npm_lifecycle_event"] !== undefined) setInterval(checkParent, parentCheckMs).unref()
}

/** @param {NodeJS.Signals} signal */
const endAll = (signal) => {
  if (ending !== undefined) return
  ending = signal
  if (children.size === 0) process.exit(exitCode(null, signal))
  for (const [child, who] of children) signalChild(child, who, signal)
  setTimeout(() => process.exit(exitCode(null, signal)), graceMs).unref()
}

/**
 * @param {import("node:child_process").ChildProcess} child
 * @param {"child" | "group"} who
 * @param {NodeJS.Signals} signal
 */
const signalChild = (child, who, signal) => (who === "group" ? signalGroup(child, signal) : child.kill(signal))

/**
 * @param {import("node:child_process").ChildProcess} child
 * @param {NodeJS.Signals} signal
 */
const signalGroup = (child, signal) => {
  try {
    if (child.pid !== undefined) process.kill(-child.pid, signal)
  } catch {
    // The group has ended already.
  }
}

/**
 * The exit code that a shell would give: 128 + n for a process ended by signal n.
 * @param {number | null} code
 * @param {NodeJS.Signals | null} signal
 */
export const exitCode = (code, signal) => code ?? 128 + (signal === null ? 0 : constants.signals[signal])

/**
 * Runs a child to its end and returns its exit code. Fails only when the child cannot be started.
 * @param {string} command
 * @param {ReadonlyArray<string>} args
 * @param {import("node:child_process").SpawnOptions & ChildOptions} options
 * @returns {Promise<number>}
 *
 * @typedef {object} ChildOptions
 * @property {"child" | "group"} [signals] gets our signals: a program that ends its own children, or the group
 * @property {(line: string) => void} [onLine] gets stdout and stderr line by line when they are piped
 * @property {number} [capMs] after this long the child is ended
 */
export const runChild = (command, args, { signals = "group", onLine, capMs, ...options }) =>
  new Promise((resolve, reject) => {
    if (ending !== undefined) return resolve(exitCode(null, ending))
    const child = spawn(command, args, { ...options, detached: true })
    children.set(child, signals)
    if (onLine !== undefined) for (const stream of [child.stdout, child.stderr]) eachLine(stream, onLine)
    const cap = capMs === undefined ? [] : endLate(child, capMs)
    const over = () => {
      for (const timer of cap) clearTimeout(timer)
      children.delete(child)
    }
    child.on("error", (error) => {
      over()
      reject(error)
    })
    child.on("close", (code, signal) => {
      over()
      resolve(exitCode(code, signal))
    })
  })

/**
 * @param {import("node:child_process").ChildProcess} child
 * @param {number} capMs
 */
const endLate = (child, capMs) => {
  const end = () => {
    say(`${basename(child.spawnfile)} still ran after ${Math.round(capMs / 1000)} s and is being ended`)
    signalGroup(child, "SIGTERM")
  }
  return [setTimeout(end, capMs), setTimeout(() => signalGroup(child, "SIGKILL"), capMs + graceMs)]
}

/**
 * @param {import("node:stream").Readable | null} stream
 * @param {(line: string) => void} onLine
 */
const eachLine = (stream, onLine) => {
  let rest = ""
  stream?.setEncoding("utf8")
  stream?.on("data", (chunk) => {
    const lines = (rest + chunk).split(/\r?\n/)
    rest = lines.pop() ?? ""
    for (const line of lines) onLine(line)
  })
  stream?.on("end", () => {
    if (rest !== "") onLine(rest)
  })
}

/**
 * The environment of development tools: the repository's own programs come first (also the pinned Node), and telemetry
 * and update checks are off.
 * @param {string} root
 */
export const toolEnvironment = (root) => ({
  ...process.env,
  PATH: [join(root, "node_modules/.bin"), process.env["PATH"]].join(delimiter),
  DO_NOT_TRACK: "1",
  TURBO_TELEMETRY_DISABLED: "1",
  TURBO_NO_UPDATE_NOTIFIER: "1",
  NPM_CONFIG_UPDATE_NOTIFIER: "false"
})

/**
 * @param {string} root
 * @param {string} name
 */
export const tool = (root, name) => join(root, "node_modules/.bin", name)
