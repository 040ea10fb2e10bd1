/** `backlot open`: the console of a running server, in a window of its own. Source: product.md "Console". */
import { Console, Effect } from "effect"
import { Command, Flag } from "effect/cli"
import { askControl, baseOf } from "../control/ControlAsk.ts"
import { httpUrl } from "../given/FlagKinds.ts"
import { flagsOf, type Variables } from "../given/Given.ts"
import { silent } from "../process/NoServer.ts"
import { DEFAULT_SERVER } from "../world/WorldPlace.ts"
import { openerOf, startOpener } from "./AppBrowser.ts"

export const openCommand = (variables: Variables) =>
  Command.make(
    "open",
    flagsOf(variables, {
      server: [httpUrl, `A running server (default ${DEFAULT_SERVER})`],
      print: [Flag.Boolean, "Print the address instead of opening it"]
    }),
    Effect.fnUntraced(function* ({ server, print }) {
      const url = baseOf(server?.value ?? DEFAULT_SERVER)
      yield* askControl({ url, token: undefined }, "GET", "/health").pipe(
        Effect.mapError((error) => silent(url, error))
      )
      const address = `${url}/`
      const opener = openerOf(process.platform, variables)
      if (print?.value === true || opener === undefined) return yield* Console.log(address)
      const failure = yield* startOpener(opener, address)
      yield* Console.log(
        failure === undefined
          ? `Opened ${address} ${opener.asApp ? "as an app" : "in your browser"} (${opener.command[0]})`
          : `${opener.command[0]} did not start (${failure}); open ${address} in a browser`
      )
    })
  ).pipe(
    Command.withDescription("Open the console of a running server in a window of its own"),
    Command.withExamples([
      { command: "backlot open", description: "Of the server on this machine, with the browser that is installed" },
      {
        command: "backlot open --server http://127.0.0.1:7000 --print",
        description: "Only check it and print the address"
      }
    ])
  )
