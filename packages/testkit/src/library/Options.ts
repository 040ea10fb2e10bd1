/** Options of a Backlot. */
import type { App } from "@backlot/scenario/Scenario"
import type { AppHandle } from "./AppHandle.ts"
import type { AppFunction } from "./InProcessApp.ts"

/** A program under test, run by the shell: `command`, `cwd`, `env`, `ready`, as in scenario files. */
export type AppProgram = Omit<typeof App.Type, "application">

/** A function of the test that answers interactions, or a program. */
export type AppUnderTest = AppFunction<AppHandle> | AppProgram

export interface BacklotOptions extends ServerOptions {
  /** The app under test. Absent: the test starts it itself, with `backlot.app().env`. */
  readonly app?: AppUnderTest
  /** Several apps, by name or id of their applications. */
  readonly apps?: Readonly<Record<string, AppUnderTest>>
  /** Commands that are registered for everyone before anything else happens. */
  readonly commands?: ReadonlyArray<unknown>
}

/** Options of the server of a Backlot. */
export interface ServerOptions {
  /**
   * A value in the shape of a world file, or the path of one, YAML or JSON. Default: the demo world, in which alice (an
   * administrator), bob (a moderator) and carol are in the channels of the guild Harbour, with the application Pet Shop.
   * `{}` is an empty one.
   */
  readonly world?: string | object
  /** The application of `app` and `commands`, by name or id. Default: the first of the world. */
  readonly application?: string
  /** frozen: only `advance` moves the time, so an answer on a slow machine is never late. Default: frozen. */
  readonly clock?: "real" | "frozen"
  /** file: a data file in a temporary folder, which survives `restart`. Default: memory. */
  readonly storage?: "memory" | "file"
  /** Whether rate limits refuse requests. Default: observe on a frozen clock, enforce on a real one. */
  readonly limits?: "enforce" | "observe" | "off"
  /** clock: ids follow the service clock, and are the same each time. Default: wall. */
  readonly ids?: "wall" | "clock"
  /** Makes tokens and keys reproducible. */
  readonly seed?: number
  /** Reports unknown fields of requests as warnings. Default: false. */
  readonly strict?: boolean
  /** Opens a gateway session of the application before the first act, for `until({ gateway })`. Default: false. */
  readonly watchGateway?: boolean
  /** Receives each warning of the server, such as a call that is not implemented. Default: written to stderr. */
  readonly warn?: (line: string) => void
}
