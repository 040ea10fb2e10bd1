/** A user, with the applications installed on the user. */

import { limits } from "../../application/RoleConnection.ts"
import { guild } from "../../base/Limits.ts"
import type { Snowflake } from "../../base/Snowflake.ts"
import { UnknownUser } from "../../error/ServiceError.ts"
import { limits as connected } from "../../record/Connection.ts"
import { membersOf } from "../../record/Team.ts"
import type { User, World } from "../../record/World.ts"
import { Bool, Id, Int, list, Text } from "../../validation/Shape.ts"
import * as Adorned from "../field/AdornmentFields.ts"
import { beyond } from "../field/Beyond.ts"
import * as Connected from "../field/ConnectionFields.ts"
import { goneKey } from "../field/Gone.ts"
import * as Linked from "../field/RoleConnectionFields.ts"
import { between, length, required, size } from "../rule/Check.ts"
import { fieldsOf } from "../rule/Fields.ts"
import { beside, inside, type Placed, place } from "../rule/Placed.ts"
import { by, type UniqueRule } from "../rule/Unique.ts"
import * as Value from "../rule/Value.ts"
import * as WorldError from "../rule/WorldError.ts"
import { uniqueAccounts } from "./Account.ts"
import { type RootKind, referring, sorted } from "./Element.ts"
import { element as installs } from "./UserInstallElement.ts"

const own = fieldsOf(
  "user",
  {
    id: [Id, required],
    username: [Text, required, length(1, 32)],
    global_name: [Text, length(1, 32)],
    locale: [Text, Value.locale],
    adult: [Bool],
    nsfw_dms: [Bool],
    closed_dms: [Bool],
    email: [Text, length(3, 320)],
    avatar: [Text, Value.avatar],
    banner: [Text, Value.avatar],
    accent_color: [Int, between(0, guild.colorMax)],
    flags: [Int, Value.userFlags],
    ...Adorned.fields,
    role_connections: [list(Linked.Connections.shape), size(0, limits.perUser)],
    connections: [list(Connected.Connections.shape), size(0, connected.perUser)],
    installs: [list(installs.shape)]
  },
  { installs }
)

type Draft = typeof own.shape.Type

const uniqueNames: UniqueRule<{ readonly user: ReadonlyArray<Placed<Draft>> }> = {
  entries: (p) => by(p.user, "username", (u) => u.username),
  problem: WorldError.duplicateName("Each username must be unique, because scenarios call users by it.")
}

const defaults = {
  user: {
    global_name: null,
    locale: "en-US",
    adult: true,
    nsfw_dms: false,
    closed_dms: false,
    avatar: null,
    banner: null,
    accent_color: null,
    flags: 0,
    avatar_decoration_data: null,
    primary_guild: null,
    collectibles: null,
    role_connections: [],
    connections: [],
    installs: []
  },
  ...Connected.defaults,
  ...Adorned.defaults
} as const

const build = (draft: Draft): User => ({
  id: draft.id ?? "",
  username: draft.username ?? "",
  global_name: draft.global_name ?? defaults.user.global_name,
  locale: Value.localeOr(draft.locale, defaults.user.locale),
  adult: draft.adult ?? defaults.user.adult,
  nsfw_dms: draft.nsfw_dms ?? defaults.user.nsfw_dms,
  ...(draft.closed_dms === true ? { closed_dms: true } : {}),
  ...(draft.email ? { email: draft.email } : {}),
  ...beyond(draft, ["avatar", "banner", "accent_color", "flags"], defaults.user),
  ...Adorned.build(draft),
  ...(draft.role_connections?.length ? { role_connections: draft.role_connections.map(Linked.buildConnection) } : {}),
  ...(draft.connections?.length ? { connections: draft.connections.map(Connected.build) } : {})
})

export const element = {
  list: "users",
  ...own,
  places: (all: ReadonlyArray<Placed<Draft>>) => ({
    ...own.places(all),
    role_connection: inside(all, "role_connections"),
    connection: inside(all, "connections"),
    ...Adorned.places(all)
  }),
  rules: { ...own.rules, ...Linked.Connections.rules, ...Connected.Connections.rules, ...Adorned.rules },
  defaults,
  ids: uniqueAccounts,
  unique: [uniqueNames, Linked.uniqueConnections],
  build,
  holds: { installs },
  buildHeld: (draft) => ({ user_installs: installs.buildAll(draft.installs ?? [], draft.id ?? "") }),
  collections: ["user"],
  key: (u) => [u.id],
  takes: ({ id }) => [goneKey("account", id)],
  event: (user) => ({ user_id: user.id, user }),
  edit: {
    unknown: UnknownUser,
    kept: ["installs"],
    lists: ["installs"],
    around: (world, { user_id }) => ({ ...referring(world), rivals: rivals(world, user_id) }),
    record: (_, draft) => build(draft),
    settled: (_, world, { user_id }, draft) => ({
      ...world,
      user_installs: [
        ...world.user_installs.filter((i) => i.user_id !== user_id),
        ...sorted(installs, installs.buildAll(draft.installs ?? [], user_id))
      ]
    }),
    obstacle: ({ guilds, applications }, { user_id }) => {
      const owned = [
        ...guilds.filter((g) => g.owner_id === user_id).map((g) => `the guild ${g.name} (${g.id})`),
        ...applications.filter((a) => a.owner_id === user_id).map((a) => `the application ${a.name} (${a.id})`)
      ]
      if (owned.length > 0) return `This user owns ${owned.join(", ")}; give it another owner, or delete it first.`
      const shared = applications.find(({ team }) => team && membersOf(team).some((one) => one.user_id === user_id))
      return shared && `This user is in the team of the application ${shared.name} (${shared.id}); take them out first.`
    }
  }
} satisfies RootKind<User, Draft, "user">

const rivals = ({ users, applications }: World, userId: Snowflake) => ({
  user: users.flatMap((u) => (u.id === userId ? [] : [place([], u)])),
  application: applications.flatMap(({ id, bot }) =>
    bot.id === userId ? [beside(`application ${id}`, { id, bot: { id: bot.id } })] : []
  )
})
