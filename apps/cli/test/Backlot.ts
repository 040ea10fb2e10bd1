/** The bundled program, as a child process in a folder of its own. */
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync } from "node:fs"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, beforeEach, inject } from "vitest"
import { type Ended, runInProcess } from "./InProcess.ts"

/** Where the program of this run lies: bundled once, by GlobalSetup.ts. */
export const bundled = inject("program")

/** No child lives longer, whatever happens. */
const capMs = 60_000

export interface Launched {
  readonly child: ChildProcess
  /** The text that ends a line of stdout or stderr which matches, once there is one. */
  readonly line: (pattern: RegExp) => Promise<string>
  readonly ended: Promise<Ended>
}

export class Backlot {
  private readonly root: string
  #folder: string

  private constructor(root: string) {
    this.root = root
    this.#folder = root
  }

  /** In one folder, until it is removed. */
  static async make(): Promise<Backlot> {
    const backlot = new Backlot(await mkdtemp(join(tmpdir(), "backlot-cli-")))
    await backlot.begin()
    return backlot
  }

  /** In an empty folder for each test of the file that calls this, and one before them; they go after the last. */
  static inEachTest(): Backlot {
    const backlot = new Backlot(mkdtempSync(join(tmpdir(), "backlot-cli-")))
    beforeAll(() => backlot.begin())
    beforeEach(() => backlot.begin())
    afterAll(() => backlot.remove())
    return backlot
  }

  /** An empty folder from here on. */
  async begin(): Promise<void> {
    this.#folder = await mkdtemp(join(this.root, "folder-"))
  }

  /** The current directory of what is launched. */
  get folder(): string {
    return this.#folder
  }

  remove = () => rm(this.root, { recursive: true, force: true })

  path = (name: string): string => join(this.folder, name)

  /** What starts it, as words. */
  command = (args: ReadonlyArray<string>): [program: string, ...args: Array<string>] => [
    process.execPath,
    join(bundled, "dist/main.js"),
    ...args
  ]

  launch = (args: ReadonlyArray<string>, variables: Record<string, string> = {}): Launched =>
    this.launchProgram(this.command(args), variables)

  /** Another program in the same folder. `alone`: in a session of its own, which has no terminal. */
  launchProgram = (
    [program, ...args]: readonly [program: string, ...args: ReadonlyArray<string>],
    variables: Record<string, string> = {},
    { alone = false, stdin = "ignore" }: { readonly alone?: boolean; readonly stdin?: "ignore" | "pipe" } = {}
  ): Launched => {
    const child = spawn(program, args, {
      cwd: this.folder,
      env: variables,
      stdio: [stdin, "pipe", "pipe"],
      detached: alone,
      timeout: capMs,
      killSignal: "SIGKILL"
    })
    const output = { stdout: "", stderr: "" }
    for (const name of ["stdout", "stderr"] as const) {
      child[name]?.setEncoding("utf8").on("data", (text: string) => {
        output[name] += text
        child.emit("output")
      })
    }
    const ended = once(child, "close").then(([code]): Ended => ({ code, ...output }))
    const line = async (pattern: RegExp): Promise<string> => {
      for (;;) {
        const found = `${output.stdout}\n${output.stderr}`.split("\n").find((text) => pattern.test(text))
        if (found !== undefined) return found
        const over = await Promise.race([once(child, "output").then(() => false), ended.then(() => true)])
        if (over) throw new Error(`ended without ${pattern}:\n${output.stdout}\n${output.stderr}`)
      }
    }
    return { child, line, ended }
  }

  /** Runs it to its end, in this process. */
  run = (args: ReadonlyArray<string>, variables: Record<string, string> = {}): Promise<Ended> =>
    runInProcess(args, variables, this.folder)

  /** Runs it to its end as a process of its own, with a terminal's signals and its real exit code. */
  spawn = (args: ReadonlyArray<string>, variables?: Record<string, string>): Promise<Ended> =>
    this.launch(args, variables).ended
}

/** Asks a running program to end, and waits for it. */
export const stop = ({ child, ended }: Launched, signal: NodeJS.Signals = "SIGTERM"): Promise<Ended> => {
  child.kill(signal)
  return ended
}
