/**
 * `backlot exec`: runs a server for as long as one command runs. Source: product.md "First minute" (other commands).
 */
import { Cause, Effect, Exit } from "effect"
import { Argument, type CliError, Command, Flag } from "effect/cli"
import { badUsage, flagsOf, type Variables, variableOf } from "../given/Given.ts"
import { interceptWay } from "../given/InterceptFlag.ts"
import { endInterrupted } from "../process/Ended.ts"
import { type ServeFlags, serveFlags } from "../serve/ServeFlags.ts"

/** `exec` ignores the variables that place a shared server. Our choice: docs/choices.md "Command line". */
const NOT_INHERITED = ["host", "port", "public-url", "data", "memory", "database-url", "ready-file", "reset"].map(
  variableOf
)

/** The flags of a server beside one command: on a free port and in memory, unless said otherwise. */
export const besideFlags = (variables: Variables) => {
  const inherited = Object.fromEntries(Object.entries(variables).filter(([name]) => !NOT_INHERITED.includes(name)))
  const flags = serveFlags(inherited)
  return {
    ...flags,
    port: flags.port.pipe(Flag.withDescription("Port to listen on (default: any free one)")),
    data: flags.data.pipe(Flag.withDescription("Data file, made when missing (default: none, all is kept in memory)")),
    memory: flags.memory.pipe(Flag.withDescription("Keep everything in memory, which is the default without --data")),
    ...flagsOf(inherited, {
      intercept: [
        interceptWay,
        "Lead the command to the server instead of to the platform, unchanged and with its own token; nothing else leaves the machine. Alone it is auto: preload for Node, namespace for other programs on Linux, resolver where that is not allowed; proxy is the last resort",
        "WAY"
      ],
      outside: [
        (name: string) => Flag.atLeast(Flag.String(name), 1),
        "With --intercept: a host that the command may reach besides, such as a database; repeatable",
        "HOST[:PORT]",
        (text: string) => text.split(",").map((host) => host.trim())
      ]
    } as const)
  }
}

export const execCommand = (variables: Variables) => {
  const command = Argument.String("CMD").pipe(
    Argument.withDescription("The command and its arguments, after --"),
    Argument.atLeast(1)
  )
  return Command.make("exec", { ...besideFlags(variables), command }, ({ command, intercept, outside, ...flags }) => {
    const way = intercept?.value ?? false
    if (way === false && outside?.by === "flag") return badUsage("--outside needs --intercept")
    // Loaded on demand, so that `serve` starts without it.
    return Effect.promise(() => import("./Exec.ts")).pipe(
      Effect.flatMap(({ exec }) => exec(command, withDefaults(flags), { variables, way, outside: outside?.value })),
      Effect.onExit(reportInterrupt)
    )
  }).pipe(
    Command.withDescription(
      "Run a command beside a server of its own, on a free port and in memory. The command finds the server by BACKLOT_APP_REST_URL, _GATEWAY_URL, _ID, _TOKEN, _SECRET, _PUBLIC_KEY, _CONTROL_URL and _CONTROL_TOKEN in its environment. exec ends with the command's exit code: 127 if there is no such command, 126 if it cannot be run, 128 plus the signal's number if a signal ended it. A second Ctrl-C kills the command"
    ),
    Command.withExamples([
      { command: EXAMPLE, description: "Your tests against a server of their own" },
      { command: "backlot exec --intercept -- node bot.js", description: "A bot as it is, with its own token" },
      { command: "backlot exec --world world.yaml --clock frozen --seed 1 -- node bot.test.js" }
    ])
  )
}

/** Reports that the command was interrupted, which is no success. */
const reportInterrupt = (exit: Exit.Exit<unknown, unknown>): Effect.Effect<void> =>
  Exit.isFailure(exit) && Cause.hasInterruptsOnly(exit.cause) ? endInterrupted : Effect.void

/**
 * Fails with a usage error when a flag behind the command's name could belong to the command or to `exec`, as in `exec
 * node --version`. A command without flags needs no `--`, because some shells and runners remove it.
 */
export const requireDashes = (args: ReadonlyArray<string>): Effect.Effect<void, CliError.ValidationError> => {
  const [name, ...words] = args
  if (name !== "exec" || words.includes("--")) return Effect.void
  const behind = words.slice(words.findIndex((word) => !isFlag(word)) + 1)
  const either = words.every(isFlag) ? undefined : behind.find((word) => isFlag(word) && !/^(?:-h|--help)$/.test(word))
  if (either === undefined) return Effect.void
  return badUsage(
    `${either} could be a flag of backlot or of the command: put -- before the command, as in: ${EXAMPLE}`
  )
}

const isFlag = (word: string): boolean => /^-./.test(word)

const EXAMPLE = "backlot exec -- npm test"

export const withDefaults = (flags: ServeFlags): ServeFlags => ({
  ...flags,
  port: flags.port ?? { value: 0, by: "environment" },
  memory: flags.memory ?? (flags.data === undefined ? { value: true, by: "environment" } : undefined)
})
