/** Decides whether a `world` command reads a running server or a data file. Source: product.md "First minute". */
import { Effect } from "effect"
import { baseOf } from "../control/ControlAsk.ts"
import { file, httpUrl, token } from "../given/FlagKinds.ts"
import { exclusive, type flagsOf, type Values, type Variables } from "../given/Given.ts"
import { shownPath } from "../given/ShownPath.ts"

export type WorldPlace =
  | { readonly kind: "server"; readonly url: string; readonly token: string | undefined }
  | { readonly kind: "data"; readonly file: string }

/**
 * The default is the address where `serve` listens, because a running server locks its data file. Our choice:
 * docs/choices.md "Command line".
 */
export const DEFAULT_SERVER = "http://127.0.0.1:6780"

export const PLACE_FLAGS = {
  server: [httpUrl, `A running server (default ${DEFAULT_SERVER}, without --data)`],
  controlToken: [token, "The server's control token, if it has one"],
  data: [file, "A data file that no server has open"]
} as const

type PlaceFlags = Values<(variables: Variables) => ReturnType<typeof flagsOf<typeof PLACE_FLAGS>>>

/** Fails with a usage error when one source, flags or environment, gives both; a flag wins over the environment. */
export const worldPlace = Effect.fnUntraced(function* ({ server, controlToken, data }: PlaceFlags) {
  if (data !== undefined && data.by === server?.by) return yield* exclusive(data.by, "server", "data")
  if (data?.by === "flag" && controlToken?.by === "flag") return yield* exclusive("flag", "control-token", "data")
  const place: WorldPlace =
    data === undefined || server?.by === "flag"
      ? { kind: "server", url: baseOf(server?.value ?? DEFAULT_SERVER), token: controlToken?.value }
      : { kind: "data", file: shownPath(data.value) }
  return place
})
