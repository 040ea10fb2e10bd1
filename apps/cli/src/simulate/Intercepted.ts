/** `simulate --intercept`: for programs whose file does not say. Source: docs/interception.md. */

import type { LoadedScenario } from "@backlot/scenario/file/LoadedScenario"
import type { App } from "@backlot/scenario/Scenario"
import type { SimulateFlags } from "./SimulateFlags.ts"

type AppOf = typeof App.Type

export const intercepted = (
  loaded: LoadedScenario,
  flags: Pick<SimulateFlags, "intercept" | "outside">
): LoadedScenario => {
  const outside = flags.outside?.value ?? []
  if (flags.intercept === undefined && outside.length === 0) return loaded
  const led = ({ intercept = flags.intercept?.value, ...app }: AppOf): AppOf => ({
    ...app,
    ...(intercept === undefined ? {} : { intercept }),
    ...(outside.length === 0 ? {} : { outside: [...(app.outside ?? []), ...outside] })
  })
  const { app, apps, ...scenario } = loaded.scenario
  return {
    ...loaded,
    scenario: {
      ...scenario,
      ...(app === undefined ? {} : { app: led(app) }),
      ...(apps === undefined ? {} : { apps: apps.map(led) })
    }
  }
}
