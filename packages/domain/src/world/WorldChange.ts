/** What is different between two worlds, element by element: what to write, and what happened. */
import { canonicalJson } from "../base/CanonicalJson.ts"
import type { World } from "../record/World.ts"

/** New without `before`, removed without `after`. */
export interface Change<A> {
  readonly before?: A
  readonly after?: A
}

/** Messages are left out: they go with their channels and lobbies, and nothing else here touches them. */
type Listed = Exclude<keyof World, "now" | "automatic_launch" | "messages">

export type Changes = { readonly [L in Listed]: ReadonlyArray<Change<World[L][number]>> }

/** In the order of the world after; what was removed comes last. */
export const changesBetween = (before: World, after: World): Changes => ({
  applications: changed(before.applications, after.applications, ({ id }) => id),
  users: changed(before.users, after.users, ({ id }) => id),
  user_installs: changed(before.user_installs, after.user_installs, (i) => `${i.user_id}/${i.application_id}`),
  guilds: changed(before.guilds, after.guilds, ({ id }) => id),
  roles: changed(before.roles, after.roles, (r) => `${r.guild_id}/${r.id}`),
  channels: changed(before.channels, after.channels, ({ id }) => id),
  members: changed(before.members, after.members, (m) => `${m.guild_id}/${m.user_id}`),
  guild_installs: changed(before.guild_installs, after.guild_installs, (i) => `${i.guild_id}/${i.application_id}`),
  direct_channels: changed(before.direct_channels, after.direct_channels, ({ id }) => id),
  tokens: changed(before.tokens, after.tokens, (t) => t.token_hash),
  rate_limits: changed(before.rate_limits, after.rate_limits, (r) => r.application_id),
  commands: changed(before.commands, after.commands, ({ id }) => id),
  command_permissions: changed(
    before.command_permissions,
    after.command_permissions,
    (p) => `${p.guild_id}/${p.application_id}/${p.id}`
  ),
  lobbies: changed(before.lobbies, after.lobbies, ({ id }) => id)
})

const changed = <A extends object>(
  before: ReadonlyArray<A>,
  after: ReadonlyArray<A>,
  key: (item: A) => string
): ReadonlyArray<Change<A>> => {
  if (before === after) return []
  const there = new Map(before.map((item) => [key(item), item]))
  const stay = new Set(after.map(key))
  return [
    ...after.flatMap((item): ReadonlyArray<Change<A>> => {
      const was = there.get(key(item))
      if (was === undefined) return [{ after: item }]
      return was === item || canonicalJson(was) === canonicalJson(item) ? [] : [{ before: was, after: item }]
    }),
    ...before.flatMap((item) => (stay.has(key(item)) ? [] : [{ before: item }]))
  ]
}
