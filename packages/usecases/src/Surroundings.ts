/**
 * The people, channels and roles that a user can name in a channel, with what payloads say of them. Loaded inside a
 * transaction. Source: wire-interactions.md §1.7, §8.
 */
import { BITS, has } from "@backlot/domain/Permission"
import { permissionsIn } from "@backlot/domain/Place"
import type { KnownChannel, UserSnapshot } from "@backlot/domain/ResolvedData"
import type { Snowflake } from "@backlot/domain/Snowflake"
import { botObject, userObject } from "@backlot/domain/UserWire"
import { type GuildChannel, isDirect, isThread, type Role } from "@backlot/domain/World"
import { Effect } from "effect"
import * as Collection from "./Collection.ts"
import * as Collections from "./Collections.ts"
import type { GuildScene, Scene } from "./Scene.ts"

export interface Surroundings {
  readonly users: ReadonlyArray<UserSnapshot>
  /** Guild channels that the user can view; in direct messages the channel itself. */
  readonly channels: ReadonlyArray<KnownChannel>
  readonly roles: ReadonlyArray<Role>
}

/** Whom to load: the users behind some ids, members or not, and perhaps everyone who can be named here. */
export interface Wanted {
  readonly ids: ReadonlyArray<Snowflake>
  readonly everyone: boolean
}

export const load = Effect.fnUntraced(function* (scene: Scene, wanted: Wanted, nowMs: number) {
  const here = wanted.everyone ? yield* present(scene) : []
  const users = []
  for (const id of new Set([...here, ...wanted.ids])) {
    const snapshot = yield* person(scene, id)
    if (snapshot !== undefined) users.push(snapshot)
  }
  const surroundings: Surroundings = {
    users,
    channels: scene.kind === "guild" ? yield* viewable(scene, nowMs) : [{ channel: scene.channel }],
    roles: scene.kind === "guild" ? scene.roles : []
  }
  return surroundings
})

/** A user or a bot by id; in a guild with their membership, which an installed app's bot has too. */
export const person = Effect.fnUntraced(function* (scene: Scene, id: Snowflake) {
  const user = yield* Collections.users.get(Collection.id(id))
  const [bot] = user === undefined ? yield* Collections.applications.by("bot", Collection.id(id)) : []
  const object = user !== undefined ? userObject(user) : bot !== undefined ? botObject(bot) : undefined
  if (object === undefined) return undefined
  if (scene.kind === "direct") return { user: object } satisfies UserSnapshot
  const member = yield* Collections.members.get(Collection.id(scene.guild.id), Collection.id(id))
  const install = bot && scene.guildInstalls.find((i) => i.application_id === bot.id && i.scopes.includes("bot"))
  // The managed role of an installed bot is not listed.
  return { user: object, member, extra: BigInt(install?.permissions ?? 0) } satisfies UserSnapshot
})

const present = Effect.fnUntraced(function* (scene: Scene) {
  if (scene.kind === "direct") return scene.channel.recipients
  const members = yield* Collections.members.list([Collection.id(scene.guild.id)])
  return members.map((member) => member.user_id)
})

const viewable = Effect.fnUntraced(function* (scene: GuildScene, nowMs: number) {
  const all = (yield* Collections.channels.by("guild", Collection.id(scene.guild.id))).filter(
    (c): c is GuildChannel => !isDirect(c)
  )
  const byId = new Map(all.map((channel) => [channel.id, channel]))
  const snapshots = all.map((channel) => ({
    channel,
    ...(isThread(channel) && channel.parent_id !== null ? { parent: byId.get(channel.parent_id) } : {})
  }))
  return snapshots.filter((where) =>
    has(permissionsIn(scene, { member: scene.member }, where, nowMs), BITS.VIEW_CHANNEL)
  )
})
