/** A handle on a thread or process of this program that runs servers, and the messages between the two. */
import { fork } from "node:child_process"
import { join } from "node:path"
import { Worker } from "node:worker_threads"
import { type Stage, StageFailed, type StageRequest, type WorldFault } from "@backlot/player/stage/Stage"
import { BOUNDS, formatBound } from "@backlot/scenario/Bounds"
import { Context, Deferred, Effect } from "effect"

export interface Host {
  readonly open: (asked: Omit<OpenServer, "type" | "id">) => Effect.Effect<HostedServer, StageFailed>
  /** Ends it at once, with all its servers. */
  readonly kill: Effect.Effect<void>
  readonly isOver: () => boolean
  /** How many users it has now: each counts itself before it opens a server. */
  users: number
}

export interface HostedServer {
  readonly stage: Extract<FromHost, { readonly type: "opened" }>["stage"]
  readonly close: Effect.Effect<void>
}

/** The build puts this file beside the program: see build.mjs. */
const program = join(import.meta.dirname, "StageHost.js")

/** A thread of this process. Killing it ends its servers without notice. */
export const thread = (): Host => {
  const worker = new Worker(program)
  return host({
    send: (message) => worker.postMessage(message),
    onMessage: (take) => worker.on("message", take),
    onEnd: (over) => {
      worker.on("error", (error) => over(error instanceof Error ? error.message : String(error)))
      worker.on("exit", (code) => over(`exit code ${code}`))
    },
    kill: () => void worker.terminate()
  })
}

/** A separate process, which can be killed as by a crash. */
export const child = (): Host => {
  const forked = fork(program, { execArgv: [], stdio: ["ignore", "ignore", "inherit", "ipc"] })
  return host({
    send: (message) => void forked.send(message, () => {}),
    onMessage: (take) => forked.on("message", (message) => take(message as FromHost)),
    onEnd: (over) => {
      forked.on("error", ({ message }) => over(message))
      forked.on("exit", (code, signal) => over(signal ?? `exit code ${code}`))
    },
    kill: () => void forked.kill("SIGKILL")
  })
}

/** Starts hosts. */
export const Hosts = Context.Reference<{ readonly thread: () => Host; readonly child: () => Host }>(
  "@backlot/cli/Hosts",
  { defaultValue: () => ({ thread, child }) }
)

/** The two directions of messages between program and host. */
export interface Carrier {
  readonly send: (message: ToHost) => void
  readonly onMessage: (take: (message: FromHost) => void) => void
  readonly onEnd: (over: (how: string) => void) => void
  readonly kill: () => void
}

export const host = ({ send, onMessage, onEnd, kill }: Carrier): Host => {
  const waiting = new Map<number, Deferred.Deferred<FromHost, StageFailed>>()
  const ended = Deferred.makeUnsafe<void>()
  let isOver = false
  let ids = 0
  onMessage((message) => {
    const asked = waiting.get(message.id)
    waiting.delete(message.id)
    if (asked !== undefined) Deferred.doneUnsafe(asked, Effect.succeed(message))
  })
  onEnd((how) => {
    isOver = true
    const failed = Effect.fail(new StageFailed({ message: `The server's host ended: ${how}` }))
    for (const asked of waiting.values()) Deferred.doneUnsafe(asked, failed)
    waiting.clear()
    Deferred.doneUnsafe(ended, Effect.void)
  })
  const ask = (message: ToHost): Effect.Effect<FromHost, StageFailed> =>
    Effect.suspend(() => {
      if (isOver) return Effect.fail(new StageFailed({ message: "The server's host has ended" }))
      const answer = Deferred.makeUnsafe<FromHost, StageFailed>()
      waiting.set(message.id, answer)
      send(message)
      return Deferred.await(answer)
    })
  return {
    isOver: () => isOver,
    users: 0,
    kill: Effect.suspend(() => {
      if (isOver) return Effect.void
      kill()
      return Deferred.await(ended)
    }),
    open: (asked) =>
      Effect.suspend(() => {
        const id = ++ids
        const close = Effect.ignore(inTime(ask({ type: "close", id })))
        return inTime(ask({ type: "open", id, ...asked })).pipe(
          Effect.flatMap((answer) =>
            answer.type === "opened"
              ? Effect.succeed({ stage: answer.stage, close })
              : Effect.fail(new StageFailed(answer.type === "refused" ? answer : { message: "" }))
          ),
          // Close a server that opens after its user stopped waiting: the host handles messages in order.
          Effect.onError(() => close)
        )
      })
  }
}

const inTime = <A>(asked: Effect.Effect<A, StageFailed>): Effect.Effect<A, StageFailed> =>
  Effect.timeoutOrElse(asked, { duration: BOUNDS.server.value, orElse: () => Effect.fail(noAnswer) })

const noAnswer = new StageFailed({ message: `The server's host did not answer within ${formatBound(BOUNDS.server)}` })

/** `port` 0 takes any free port. `file` holds the data; undefined keeps them in memory. */
export interface OpenServer {
  readonly type: "open"
  readonly id: number
  readonly request: StageRequest
  readonly port: number
  readonly file: string | undefined
}

/** Ends the server that was opened as `id`. */
interface CloseServer {
  readonly type: "close"
  readonly id: number
}

export type ToHost = OpenServer | CloseServer

export type FromHost =
  | { readonly type: "opened"; readonly id: number; readonly stage: Stage }
  | {
      readonly type: "refused"
      readonly id: number
      readonly message: string
      readonly faults: ReadonlyArray<WorldFault> | undefined
    }
  | { readonly type: "closed"; readonly id: number }
