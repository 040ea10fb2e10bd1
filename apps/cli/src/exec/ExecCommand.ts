/** `backlot exec`: a server for the time of one command. Source: product.md "First minute" (other commands). */
import { Effect } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { type Variables, variableOf } from "../Given.ts"
import { type ServeFlags, serveFlags } from "../ServeFlags.ts"

/** What says where a server for everybody stands means no other: ours. */
const NOT_INHERITED = ["host", "port", "data", "memory", "ready-file", "reset"].map(variableOf)

export const execCommand = (variables: Variables) => {
  const inherited = Object.fromEntries(Object.entries(variables).filter(([name]) => !NOT_INHERITED.includes(name)))
  const command = Argument.String("CMD").pipe(
    Argument.withDescription("The command and its arguments, behind --"),
    Argument.atLeast(1)
  )
  const flags = serveFlags(inherited)
  const own = {
    port: flags.port.pipe(Flag.withDescription("Port to listen on (default: any free one)")),
    data: flags.data.pipe(Flag.withDescription("Data file, made when missing (default: none, all is kept in memory)")),
    memory: flags.memory.pipe(Flag.withDescription("Keep everything in memory, which is the default without --data"))
  }
  return Command.make("exec", { ...flags, ...own, command }, ({ command, ...flags }) =>
    // Loaded only when it is asked for: `serve` starts without it.
    Effect.flatMap(
      Effect.promise(() => import("./Exec.ts")),
      ({ exec }) => exec(command, withDefaults(flags), variables)
    )
  ).pipe(
    Command.withDescription(
      "Start a server on a free port, in memory, run a command with BACKLOT_APP_REST_URL, _GATEWAY_URL, _ID, _TOKEN, _SECRET, _PUBLIC_KEY, _CONTROL_URL and _CONTROL_TOKEN in its environment, stop the server, and end with the command's exit code"
    ),
    Command.withExamples([
      { command: "backlot exec -- npm test", description: "Your tests against a server of their own" },
      { command: "backlot exec --world world.yaml --clock frozen --seed 1 -- node bot.test.js" }
    ])
  )
}

const withDefaults = (flags: ServeFlags): ServeFlags => ({
  ...flags,
  port: flags.port ?? { value: 0, by: "environment" },
  memory: flags.memory ?? (flags.data === undefined ? { value: true, by: "environment" } : undefined)
})
