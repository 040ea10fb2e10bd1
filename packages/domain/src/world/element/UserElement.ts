/** A user, with the applications installed on the user. */
import { Schema } from "effect"
import type { Snowflake } from "../../base/Snowflake.ts"
import type { Target } from "../../element/WorldTarget.ts"
import { DEFAULTS } from "../../guild/WorldDefaults.ts"
import type { User, World } from "../../record/World.ts"
import { Bool, field, Id, list, Text } from "../../validation/Shape.ts"
import { length, type Rules, required } from "../rule/Check.ts"
import { beside, inside, type Place, place } from "../rule/Place.ts"
import { referencesIn } from "../rule/References.ts"
import { by, type UniqueRule } from "../rule/Unique.ts"
import * as Value from "../rule/Value.ts"
import * as WorldError from "../rule/WorldError.ts"
import { uniqueAccounts, withoutAccount } from "./Account.ts"
import { type Editable, judging, type Reported, replaced, type Stored, sorted } from "./Element.ts"
import * as UserInstall from "./UserInstallElement.ts"

export const shape = Schema.Struct({
  id: field(Id),
  username: field(Text),
  global_name: field(Text),
  locale: field(Text),
  adult: field(Bool),
  nsfw_dms: field(Bool),
  email: field(Text),
  installs: field(list(UserInstall.shape))
}).annotate({ identifier: "user" })

export type Draft = typeof shape.Type

export const places = (own: ReadonlyArray<Place<Draft>>) => ({
  user: own,
  ...UserInstall.places(inside(own, "installs", (u) => u.installs))
})

export const rules = {
  user: {
    id: [required],
    username: [required, length(1, 32)],
    global_name: [length(1, 32)],
    locale: [Value.locale],
    adult: [],
    nsfw_dms: [],
    email: [length(3, 320)],
    installs: []
  } satisfies Rules<Draft>,
  ...UserInstall.rules
}

export const uniqueNames: UniqueRule<{ readonly user: ReadonlyArray<Place<Draft>> }> = {
  entries: (p) => by(p.user, "username", (u) => u.username),
  problem: WorldError.duplicateName("Each username must be unique, because scenarios call users by it.")
}

export const build = (draft: Draft): User => ({
  id: draft.id ?? "",
  username: draft.username ?? "",
  global_name: draft.global_name ?? DEFAULTS.user.global_name,
  locale: Value.localeOr(draft.locale, DEFAULTS.user.locale),
  adult: draft.adult ?? DEFAULTS.user.adult,
  nsfw_dms: draft.nsfw_dms ?? DEFAULTS.user.nsfw_dms,
  ...(draft.email ? { email: draft.email } : {})
})

export const buildInstalls = (draft: Draft) =>
  (draft.installs ?? []).map((install) => UserInstall.build(draft.id ?? "", install))

/** `installs`: in the order of ids. */
export const toFile = (user: User, installs: World["user_installs"]) => ({
  ...user,
  installs: installs.map(UserInstall.toFile)
})

type Places = ReturnType<typeof places> & {
  readonly application?: ReadonlyArray<Place<{ readonly id: string; readonly bot: { readonly id: string } }>>
}

const judge = judging<Draft, Places>({
  shape,
  places,
  rules,
  unique: [uniqueAccounts, uniqueNames, UserInstall.uniqueInstalls]
})

export const element: Stored<User> & Reported<User> & Editable<Target<"user">> = {
  collections: ["user"],
  key: (u) => [u.id],
  event: (user) => ({ user_id: user.id, user }),
  kept: ["installs"],
  lists: ["installs"],
  find: (world, { user_id }) => {
    const found = world.users.find((u) => u.id === user_id)
    const installs = world.user_installs.filter((i) => i.user_id === user_id)
    return found && toFile(found, sorted(UserInstall.element, installs))
  },
  put: (world, { user_id }, fields, mint) =>
    judge(fields, { references: () => referencesIn(world), rivals: () => rivals(world, user_id), mint }, (draft) => ({
      ...world,
      users: replaced(world.users, (u) => u.id === user_id, build(draft)),
      user_installs: [
        ...world.user_installs.filter((i) => i.user_id !== user_id),
        ...sorted(UserInstall.element, buildInstalls(draft))
      ]
    })),
  /** Only of a user who owns nothing. */
  remove: (world, { user_id }) =>
    withoutAccount(
      {
        ...world,
        users: world.users.filter((u) => u.id !== user_id),
        user_installs: world.user_installs.filter((i) => i.user_id !== user_id),
        tokens: world.tokens.filter((t) => t.user_id !== user_id),
        lobbies: world.lobbies.map((l) =>
          l.members.some((m) => m.id === user_id) ? { ...l, members: l.members.filter((m) => m.id !== user_id) } : l
        )
      },
      user_id
    ),
  obstacle: ({ guilds, applications }, { user_id }) => {
    const owned = [
      ...guilds.filter((g) => g.owner_id === user_id).map((g) => `the guild ${g.name} (${g.id})`),
      ...applications.filter((a) => a.owner_id === user_id).map((a) => `the application ${a.name} (${a.id})`)
    ]
    return owned.length === 0
      ? undefined
      : `This user owns ${owned.join(", ")}; give it another owner, or delete it first.`
  }
}

const rivals = ({ users, applications }: World, userId: Snowflake) => ({
  user: users.flatMap((u) => (u.id === userId ? [] : [place([], u)])),
  application: applications.flatMap(({ id, bot }) =>
    bot.id === userId ? [beside(`application ${id}`, { id, bot: { id: bot.id } })] : []
  )
})
