/** The part of an exported world that has names. Source: product.md "World file". */
import type { CommandOption } from "@backlot/domain/record/ApplicationCommand"

interface Named {
  readonly id: string
  readonly name: string
}

export interface NamedApplication extends Named {
  readonly bot: { readonly id: string; readonly username: string; readonly token: string }
  readonly client_secret: string
  readonly redirect_uris: ReadonlyArray<string>
  readonly flags: ReadonlyArray<string>
  /** What it sells. */
  readonly skus?: ReadonlyArray<Named & { readonly slug: string }>
}

interface NamedUser {
  readonly id: string
  readonly username: string
  readonly global_name: string | null
  readonly locale: string
}

export type NamedRole = Named

interface NamedChannel extends Named {
  readonly type: number
  /** Of a forum. */
  readonly available_tags?: ReadonlyArray<Named>
}

export interface NamedGuild extends Named {
  readonly owner_id: string
  readonly roles: ReadonlyArray<NamedRole>
  readonly channels: ReadonlyArray<NamedChannel>
  readonly members: ReadonlyArray<{ readonly user_id: string }>
  /** Absent in worlds of earlier releases. */
  readonly scheduled_events?: ReadonlyArray<Named>
}

interface NamedDirectChannel {
  readonly id: string
  /** 1 between two users, 3 in a group. */
  readonly type: number
  readonly recipients: ReadonlyArray<string>
}

export interface NamedCommand extends Named {
  readonly application_id: string
  readonly guild_id?: string
  readonly type: number
  readonly version: string
  readonly options?: ReadonlyArray<CommandOption>
}

export interface WorldNames {
  readonly applications: ReadonlyArray<NamedApplication>
  readonly users: ReadonlyArray<NamedUser>
  readonly guilds: ReadonlyArray<NamedGuild>
  readonly direct_channels: ReadonlyArray<NamedDirectChannel>
  readonly commands: ReadonlyArray<NamedCommand>
}

const NOTHING: WorldNames = { applications: [], users: [], guilds: [], direct_channels: [], commands: [] }

/** Reads the answer to GET /control/v1/world; absent lists are empty. */
export const worldNames = (exported: unknown): WorldNames =>
  // The service answers a world in the shape of the world file. The defaults fill in absent lists.
  ({ ...NOTHING, ...(typeof exported === "object" ? exported : {}) }) as WorldNames
