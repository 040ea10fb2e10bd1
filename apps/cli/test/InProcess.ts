/** The program in the test's own process: its arguments, variables and folder, its output and its exit code. */
import { Console as NodeConsole } from "node:console"
import { Writable } from "node:stream"
import { Console, Effect } from "effect"
import { exitCodeOf, program } from "../src/Run.ts"
import { type FromHost, type Host, Hosts, host } from "../src/stage/Host.ts"
import { answering } from "../src/stage/HostedServers.ts"

export interface Ended {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** One after the other: a process has one folder and one output. */
let turn: Promise<unknown> = Promise.resolve()

export const runInProcess = (
  args: ReadonlyArray<string>,
  variables: Readonly<Record<string, string>>,
  folder: string
): Promise<Ended> => {
  const ended = turn.then(() => run(args, variables, folder))
  turn = ended.catch(() => undefined)
  return ended
}

const run = async (
  args: ReadonlyArray<string>,
  variables: Readonly<Record<string, string>>,
  folder: string
): Promise<Ended> => {
  const [stdout, stderr] = [collected(), collected()]
  const before = process.cwd()
  const [console_, { stdout: out, stderr: err }] = [globalThis.console, process]
  process.chdir(folder)
  globalThis.console = new NodeConsole(stdout.stream, stderr.stream)
  const [writeOut, writeErr] = [out.write, err.write]
  out.write = stdout.write
  err.write = stderr.write
  try {
    const exit = await program(args, variables).pipe(
      Effect.provideService(Hosts, HERE),
      Effect.provideService(Console.Console, globalThis.console),
      Effect.runPromiseExit
    )
    return { code: exitCodeOf(exit), stdout: stdout.text(), stderr: stderr.text() }
  } finally {
    out.write = writeOut
    err.write = writeErr
    globalThis.console = console_
    process.chdir(before)
  }
}

const collected = () => {
  let text = ""
  const write = (chunk: string | Uint8Array, ...rest: ReadonlyArray<unknown>): boolean => {
    text += typeof chunk === "string" ? chunk : Buffer.from(chunk).toString()
    const done = rest.find((one) => typeof one === "function")
    // A callback, as of `Writable.write`.
    if (done !== undefined) (done as () => void)()
    return true
  }
  const stream = new Writable({
    write: (chunk, _, done) => {
      write(chunk)
      done()
    }
  })
  return { write, stream, text: () => text }
}

/** Servers in this process; only a crash of theirs needs a process of their own. */
const here = (): Host => {
  let take: (message: FromHost) => void = () => {}
  let over: (how: string) => void = () => {}
  return host({
    send: answering((message) => take(message)),
    onMessage: (listener) => {
      take = listener
    },
    onEnd: (listener) => {
      over = listener
    },
    kill: () => over("killed")
  })
}

const HERE = { thread: here, child: here }
