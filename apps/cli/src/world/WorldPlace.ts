/** Decides whether a `world` command reads a running server, a data file or a database. Source: product.md "First minute". */
import { Effect, type Redacted } from "effect"
import { baseOf } from "../control/ControlAsk.ts"
import { databaseUrl, file, httpUrl, token } from "../given/FlagKinds.ts"
import { exclusive, type flagsOf, type Values, type Variables } from "../given/Given.ts"
import { shownPath } from "../given/ShownPath.ts"

export type WorldPlace =
  | { readonly kind: "server"; readonly url: string; readonly token: string | undefined }
  | { readonly kind: "data"; readonly file: string }
  | { readonly kind: "database"; readonly url: Redacted.Redacted }

/**
 * The default is the address where `serve` listens, because a running server locks its data file. Our choice:
 * docs/choices.md "Command line".
 */
export const DEFAULT_SERVER = "http://127.0.0.1:6780"

export const PLACE_FLAGS = {
  server: [httpUrl, `A running server (default ${DEFAULT_SERVER}, without --data and --database-url)`],
  controlToken: [token, "The server's control token, if it has one"],
  data: [file, "A data file that no server has open"],
  databaseUrl: [databaseUrl, "A PostgreSQL database that no server uses"]
} as const

type PlaceFlags = Values<(variables: Variables) => ReturnType<typeof flagsOf<typeof PLACE_FLAGS>>>

/** Fails with a usage error when one source, flags or environment, gives several; a flag wins over the environment. */
export const worldPlace = Effect.fnUntraced(function* ({ server, controlToken, data, databaseUrl }: PlaceFlags) {
  const given = Object.entries({ server, data, "database-url": databaseUrl }).flatMap(([name, one]) =>
    one === undefined ? [] : [{ name, by: one.by }]
  )
  const by = given.some((one) => one.by === "flag") ? "flag" : "environment"
  const [chosen, other] = given.filter((one) => one.by === by)
  if (chosen !== undefined && other !== undefined) return yield* exclusive(by, chosen.name, other.name)
  if (chosen !== undefined && chosen.name !== "server" && by === "flag" && controlToken?.by === "flag")
    return yield* exclusive("flag", "control-token", chosen.name)
  const place: WorldPlace =
    data !== undefined && chosen?.name === "data"
      ? { kind: "data", file: shownPath(data.value) }
      : databaseUrl !== undefined && chosen?.name === "database-url"
        ? { kind: "database", url: databaseUrl.value }
        : { kind: "server", url: baseOf(server?.value ?? DEFAULT_SERVER), token: controlToken?.value }
  return place
})
