/**
 * The part of the world that an edit of one element has to do with: everything that refers to it, that it refers to and
 * that could clash with it, closed under references. Loaded inside a transaction.
 */
import type { Snowflake } from "@backlot/domain/base/Snowflake"
import { isElement, type WorldTarget } from "@backlot/domain/element/WorldTarget"
import type { Application, DirectChannel, GuildChannel, World } from "@backlot/domain/record/World"
import { isDirect } from "@backlot/domain/record/World"
import { Secrets } from "@backlot/ports/Secrets"
import type { Transaction } from "@backlot/ports/Storage"
import { Effect } from "effect"
import { id, text } from "../store/Collection.ts"
import * as Collections from "../store/Collections.ts"
import * as WorldGuildParts from "./WorldGuildParts.ts"
import { idsIn } from "./WorldIds.ts"

export type Part = Partial<World>

/** What reading, putting or patching the element needs. `body` is undefined when it is only read. */
export const forEdit = Effect.fnUntraced(function* (target: WorldTarget, body: unknown) {
  const applications = yield* Collections.applications.list([])
  const near = yield* nearOf(target, body, applications)
  const ids = new Set([...idsIn(target), ...idsIn(body), ...idsIn(near)])
  const known = applications.filter((a) => ids.has(a.id) || ids.has(a.bot.id))
  const people = yield* Collections.users.getMany([...ids, ...known.map((a) => a.owner_id)].map((user) => [id(user)]))
  return {
    ...NOTHING,
    ...near,
    applications: known,
    users: [...new Map(people.flatMap((user) => (user === undefined ? [] : [[user.id, user] as const]))).values()]
  } satisfies World
})

export const NOTHING: World = {
  now: null,
  automatic_launch: false,
  applications: [],
  users: [],
  user_installs: [],
  guilds: [],
  roles: [],
  channels: [],
  members: [],
  guild_installs: [],
  direct_channels: [],
  tokens: [],
  rate_limits: [],
  commands: [],
  command_permissions: [],
  lobbies: [],
  messages: []
}

const nearOf = (
  target: WorldTarget,
  body: unknown,
  applications: ReadonlyArray<Application>
): Effect.Effect<Part, never, Transaction | Secrets> => {
  switch (target.kind) {
    case "application":
      return aroundApplication(target.application_id, body, applications)
    case "user":
      return aroundUser(target.user_id, body)
    case "user_install":
      return aroundUser(target.user_id, undefined)
    case "direct_channel":
      return aroundDirectChannel(target.channel_id, body)
    default:
      return WorldGuildParts.load(target, body, applications)
  }
}

/** Its commands, for its entry point and for discovery; and whoever has its secrets already. */
const aroundApplication = Effect.fnUntraced(function* (
  applicationId: Snowflake,
  body: unknown,
  applications: ReadonlyArray<Application>
) {
  const { sha256 } = yield* Secrets
  const field = (name: string, of: unknown = body) => (isElement(of) ? of[name] : undefined)
  const [secret, token] = [field("client_secret"), field("token", field("bot"))]
  const holder = typeof token === "string" ? yield* Collections.credentials.get(text(sha256(token))) : undefined
  return {
    applications: applications.filter((a) => a.client_secret === secret || a.bot.token === token),
    tokens: holder === undefined ? [] : Collections.tokensOf(holder),
    commands: yield* Collections.commands.list([id(applicationId)]),
    command_permissions: yield* Collections.commandPermissions.list([id(applicationId)])
  }
})

const aroundUser = Effect.fnUntraced(function* (userId: Snowflake, body: unknown) {
  const username = isElement(body) ? body["username"] : undefined
  const namesakes = typeof username === "string" ? yield* Collections.users.list([]) : []
  return {
    users: namesakes.filter((user) => user.username === username),
    user_installs: yield* Collections.userInstalls.list([id(userId)])
  }
})

const aroundDirectChannel = Effect.fnUntraced(function* (channelId: Snowflake, body: unknown) {
  const named = new Set(idsIn(body))
  const all = yield* Collections.channels.list([])
  const isNear = (c: DirectChannel) => c.id === channelId || c.recipients.every((recipient) => named.has(recipient))
  const taken = all.filter((c): c is GuildChannel => !isDirect(c) && c.id === channelId)
  const { guilds, channels } = yield* WorldGuildParts.standIns([], taken)
  return { guilds, channels, direct_channels: all.filter(isDirect).filter(isNear) }
})
