/** What ids in a conversation are called, for one person in one place. */
import type { APIUser } from "discord-api-types/v10"
import { type CSSProperties, useMemo } from "react"
import { useMembers, useView, useWorld, type World } from "../../api/Queries.ts"
import { nameOf, type Place, rolesOf } from "../../place/Places.ts"
import type { SeenGuild, View } from "../../place/Seen.ts"

export interface Person {
  readonly id: string
  readonly name: string
  readonly username: string
  readonly bot: boolean
  /** Of the highest role that has one, such as `#ff8800`. */
  readonly colour: string | undefined
  readonly role_ids: ReadonlyArray<string>
  /** Whether they are a member of the guild, or take part in the direct channel. */
  readonly here: boolean
}

export interface NamedRole {
  readonly id: string
  readonly name: string
  readonly colour: string | undefined
}

export interface NamedChannel {
  readonly id: string
  readonly name: string
  readonly type: number
  readonly guild_id: string
}

export interface People {
  readonly users: ReadonlyMap<string, Person>
  /** The highest first. */
  readonly roles: ReadonlyMap<string, NamedRole>
  readonly channels: ReadonlyMap<string, NamedChannel>
}

export const usePeople = (user_id: string, place: Place): People => {
  const { data: world } = useWorld()
  const { data: view } = useView(user_id)
  const { data: members } = useMembers(user_id, place.guild?.id ?? null)
  const { guild, direct } = place
  return useMemo(
    () => peopleOf({ world, view, members: members?.members ?? [], guild, recipients: direct?.recipients ?? [] }),
    [world, view, members, guild, direct]
  )
}

interface Known {
  readonly world: World | undefined
  readonly view: View | undefined
  readonly members: NonNullable<ReturnType<typeof useMembers>["data"]>["members"]
  readonly guild: SeenGuild | undefined
  readonly recipients: ReadonlyArray<{ readonly id: string; readonly username: string; readonly bot?: unknown }>
}

export const peopleOf = ({ world, view, members, guild, recipients }: Known): People => {
  const users = new Map<string, Person>()
  const add = (
    user: Pick<Person, "id" | "username"> & { readonly global_name?: string | null },
    more: Partial<Person>
  ) =>
    users.set(user.id, {
      id: user.id,
      name: nameOf(user),
      username: user.username,
      bot: false,
      colour: undefined,
      role_ids: [],
      here: false,
      ...more
    })
  for (const user of world?.users ?? []) add(user, {})
  for (const { id, name, bot } of world?.applications ?? [])
    add({ id: bot.id ?? id, username: bot.username ?? name }, { bot: true })
  for (const user of recipients) add(user, { bot: user.bot === true, here: true })
  if (guild === undefined && view !== undefined) add(view.user, { here: true })
  const roles = guild === undefined ? [] : [...rolesOf(guild)].sort((a, b) => b.position - a.position)
  for (const { user, nick, roles: role_ids, bot } of members) {
    const coloured = roles.find(({ id, color }) => color !== 0 && role_ids.includes(id))
    add(user, { name: nick ?? nameOf(user), bot, role_ids, colour: hexOf(coloured?.color), here: true })
  }
  return {
    users,
    roles: new Map(roles.map(({ id, name, color }) => [id, { id, name, colour: hexOf(color) }])),
    channels: new Map(
      (view?.guilds ?? []).flatMap((each) =>
        each.channels.map(({ id, name, type }) => [id, { id, name, type, guild_id: each.id }] as const)
      )
    )
  }
}

/** The author of a message, who may no longer be known here. A webhook has a name of its own each time. */
export const authorOf = (
  people: People,
  user: APIUser,
  webhook: boolean
): Pick<Person, "id" | "name" | "bot" | "colour"> => {
  const known = webhook ? undefined : people.users.get(user.id)
  return known ?? { id: user.id, name: nameOf(user), bot: user.bot === true || webhook, colour: undefined }
}

export const hexOf = (colour: number | null | undefined): string | undefined =>
  colour == null || colour === 0 ? undefined : `#${(colour & 0xffffff).toString(16).padStart(6, "0")}`

/** For an element of the class `role`. */
export const coloured = (colour: string | undefined) =>
  colour === undefined ? {} : { className: "role", style: { "--role": colour } as CSSProperties }
