/** Registering commands of Pet Shop, as its bot does. */
import type { ApplicationCommand, Scope } from "@backlot/domain/ApplicationCommand"
import { compare } from "@backlot/domain/Snowflake"
import * as Commands from "@backlot/usecases/Commands"
import { Effect } from "effect"
import { PET_SHOP, target } from "./Harbour.ts"
import { events } from "./Stores.ts"

export const create = (body: unknown, scope: Scope = "global") =>
  Effect.flatMap(target(scope), (where) => Commands.create(where, body))
export const made = (body: unknown, scope: Scope = "global") =>
  Effect.map(create(body, scope), ({ command }) => command)
export const edit = (id: string, body: unknown, scope: Scope = "global") =>
  Effect.flatMap(target(scope), (where) => Commands.edit(where, id, body))
export const remove = (id: string, scope: Scope = "global") =>
  Effect.flatMap(target(scope), (where) => Commands.remove(where, id))
export const overwrite = (body: unknown, scope: Scope = "global") =>
  Effect.flatMap(target(scope), (where) => Commands.overwrite(where, body))
export const list = (scope: Scope = "global", id = PET_SHOP) => Effect.flatMap(target(scope, id), Commands.list)
export const get = (id: string, scope: Scope = "global") =>
  Effect.flatMap(target(scope), (where) => Commands.get(where, id))

export const names = (commands: ReadonlyArray<ApplicationCommand>) => commands.map(({ name }) => name)
export const newer = (a: ApplicationCommand, b: ApplicationCommand) => compare(a.version, b.version) > 0

export const commandEvents = Effect.map(events, (all) =>
  all
    .filter(({ type }) => type.startsWith("command."))
    // The decisions write command records into these events.
    .map(({ type, data }) => `${type} ${(data as ApplicationCommand).name}`)
)
