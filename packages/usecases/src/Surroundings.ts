/**
 * The people, channels and roles that a user can name in a channel, with what payloads say of them. Loaded inside a
 * transaction. Source: wire-interactions.md §1.7, §8.
 */
import { BITS, has } from "@backlot/domain/Permission"
import { type ChannelSnapshot, permissionsIn } from "@backlot/domain/Place"
import type { UserSnapshot } from "@backlot/domain/ResolvedData"
import type { Snowflake } from "@backlot/domain/Snowflake"
import { botObject, userObject } from "@backlot/domain/UserWire"
import { type DirectChannel, type GuildChannel, isDirect, isThread, type Role } from "@backlot/domain/World"
import { Effect } from "effect"
import * as Collection from "./Collection.ts"
import * as Collections from "./Collections.ts"
import type { GuildScene, Scene } from "./Scene.ts"

export interface Surroundings {
  readonly users: ReadonlyArray<UserSnapshot>
  /** Guild channels that the user can view. */
  readonly channels: ReadonlyArray<ChannelSnapshot>
  /** In direct messages: the channel itself. */
  readonly directChannel: DirectChannel | undefined
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
  return {
    users,
    channels: scene.kind === "guild" ? yield* viewable(scene, nowMs) : [],
    directChannel: scene.kind === "direct" ? scene.channel : undefined,
    roles: scene.kind === "guild" ? scene.roles : []
  } satisfies Surroundings
})

/** A user or a bot by id; in a guild with their membership. */
export const person = Effect.fnUntraced(function* (scene: Scene, id: Snowflake) {
  const user = yield* Collections.users.get(Collection.id(id))
  const [bot] = user === undefined ? yield* Collections.applications.by("bot", Collection.id(id)) : []
  const object = user !== undefined ? userObject(user) : bot !== undefined ? botObject(bot) : undefined
  if (object === undefined) return undefined
  if (scene.kind === "direct") return { user: object } satisfies UserSnapshot
  const listed = yield* Collections.members.get(Collection.id(scene.guild.id), Collection.id(id))
  const install = bot && scene.guildInstalls.find((i) => i.application_id === bot.id && i.scopes.includes("bot"))
  if (install === undefined) return { user: object, member: listed } satisfies UserSnapshot
  // An installed app's bot is a member by itself (product.md "World file"), and its managed role is not listed.
  const member = listed ?? botMember(scene, id)
  return { user: object, member, extra: BigInt(install.permissions) } satisfies UserSnapshot
})

/** The membership that an installed bot has without being listed. */
const botMember = (scene: GuildScene, id: Snowflake) => ({
  guild_id: scene.guild.id,
  user_id: id,
  nick: null,
  roles: [],
  joined_at: scene.member.joined_at,
  timed_out_until: null
})

const present = Effect.fnUntraced(function* (scene: Scene) {
  if (scene.kind === "direct") return scene.channel.recipients
  const members = yield* Collections.members.list([Collection.id(scene.guild.id)])
  const bots = []
  for (const { application_id } of scene.guildInstalls) {
    const application = yield* Collections.applications.get(Collection.id(application_id))
    if (application !== undefined) bots.push(application.bot.id)
  }
  return [...members.map((member) => member.user_id), ...bots]
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
