/** Options of a Backlot. */
import type { App } from "@backlot/scenario/Scenario"
import type { AppHandle } from "./AppHandle.ts"
import type { AppFunction } from "./InProcessApp.ts"
import type { ServerOptions } from "./ServerOptions.ts"

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
