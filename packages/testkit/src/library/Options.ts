/** What a Backlot is started with. */
import type { App } from "@backlot/scenario/Scenario"
import type { AppHandle } from "./AppHandle.ts"
import type { AppFunction } from "./InProcessApp.ts"
import type { ServerOptions } from "./ServerOptions.ts"

/** A program under test, run by the shell: `command`, `cwd`, `env`, `ready`, as in scenario files. */
export type AppProgram = Omit<typeof App.Type, "application">

/** A function of the test, which answers interactions, or a program. */
export type AppUnderTest = AppFunction<AppHandle> | AppProgram

export interface BacklotOptions extends ServerOptions {
  /** The app under test. Left out, the test starts it by itself, with `backlot.app().env`. */
  readonly app?: AppUnderTest
  /** Where there are several: by the name or id of their applications. */
  readonly apps?: Readonly<Record<string, AppUnderTest>>
  /** Registered for everyone before anything else happens. */
  readonly commands?: ReadonlyArray<unknown>
}
