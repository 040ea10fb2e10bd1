/** The automatic entry point of an application with an Activity. Source: decision 22; wire-interactions.md §7.2. */
import type { Snowflake } from "@backlot/domain/base/Snowflake"
import * as Registry from "@backlot/domain/command/CommandRegistry"
import type { Application } from "@backlot/domain/record/World"
import { Effect } from "effect"
import * as Collections from "../store/Collections.ts"
import { keep } from "./Commands.ts"

/** How many ids to draw for one application. */
export const IDS = Registry.idsNeeded(1)

/** Creates the entry point when EMBEDDED was turned on and there is none. Gives the events. In a transaction. */
export const launch = Effect.fnUntraced(function* (
  application: Application,
  before: Application | undefined,
  ids: ReadonlyArray<Snowflake>
) {
  const target = { application, scope: "global" as const }
  const globals = yield* Collections.commands.list(Collections.commandScope(application.id, "global"))
  const content = Registry.automaticLaunch(globals, before, application)
  if (content === undefined) return []
  const names = { application_id: application.id, scope: "global" as const, content }
  const decided = yield* Effect.fromResult(Registry.upsert({ sameType: 0 }, names, { ids })).pipe(Effect.orDie)
  yield* keep(target, decided, [])
  return decided.events
})
