/** Writes a model's world as a world file. Source: product.md "World file". */
import { DateTime } from "effect"
import type { ModelCommand, Scope } from "./ModelCommands.ts"
import * as Limits from "./ModelLimits.ts"
import { type ModelGuild, type ModelOverwrite, type ModelWorld, THREADS, USER_SCOPES } from "./ModelWorld.ts"

export const iso = (ms: number): string => DateTime.formatIso(DateTime.makeUnsafe(ms))

export interface WorldToken {
  readonly token: string
}

/** Further fields are those of a world file. */
export interface RandomWorldFile extends Readonly<Record<string, unknown>> {
  readonly tokens: ReadonlyArray<WorldToken>
  readonly direct_channels: ReadonlyArray<{ readonly id: string }>
}

/** Nothing listens there: every delivery is refused at once. */
const CLOSED = "http://127.0.0.1:9/"

export const worldFileOf = (
  { applications, users, guilds, direct_channels }: ModelWorld,
  commands: ReadonlyArray<{ readonly scope: Scope; readonly command: ModelCommand }>,
  { now_ms, tokens }: { readonly now_ms: number; readonly tokens: ReadonlyArray<WorldToken> }
): RandomWorldFile => ({
  now: iso(now_ms),
  // The entry point is one of the commands.
  automatic_launch: false,
  applications: applications.map(({ id, name, token, owner_id, integration_types, embedded, discoverable }) => ({
    ...{ id, name, owner_id, bot: { token }, client_secret: `secret-${id}`, integration_types, discoverable },
    private_key: id.slice(0, 1).repeat(64),
    interactions_endpoint_url: CLOSED,
    flags: embedded ? ["EMBEDDED"] : []
  })),
  users: users.map(({ installs, ...user }) => ({
    ...user,
    installs: installs.map((application_id) => ({ application_id, scopes: USER_SCOPES }))
  })),
  guilds: guilds.map(guildOf),
  direct_channels,
  tokens,
  // One application has the same fields as all.
  rate_limits: Object.fromEntries(
    applications
      .filter(({ per_second }) => per_second !== Limits.calls.all.limit)
      .map(({ id, per_second }) => [id, { per_second }])
  ),
  commands: commands.map(({ command: { id, version, record } }) => ({
    ...{ id, version, application_id: record["application_id"] },
    ...{ type: record["type"], name: record["name"], handler: record["handler"] }
  }))
})

export const writtenOverwrite = ({ allow, deny, ...target }: ModelOverwrite) => {
  return { ...target, allow: String(allow), deny: String(deny) }
}

export const writtenMember = (user_id: string) => ({ user_id })

const guildOf = ({ id, name, owner_id, roles, channels, members, installs }: ModelGuild) => ({
  id,
  name,
  owner_id,
  roles: roles.map(({ id: role, permissions, position }) => ({
    id: role,
    name: role === id ? "@everyone" : `role-${role.slice(-3)}`,
    permissions: String(permissions),
    ...(role === id ? {} : { position })
  })),
  channels: channels.map(({ permission_overwrites, archived, locked, members: inThread, ...channel }) => ({
    ...channel,
    permission_overwrites: permission_overwrites.map(writtenOverwrite),
    ...(THREADS.includes(channel.type) ? { archived, locked, members: inThread.map(writtenMember) } : {})
  })),
  members,
  installs: [...installs].map(([application_id, scopes]) => ({ application_id, scopes, permissions: "0" }))
})
