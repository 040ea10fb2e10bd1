/** What ids are called, and links to where they are. */
import { useMemo } from "react"
import { Button } from "react-aria-components"
import { useWorld, type World } from "../../api/Queries.ts"
import { nameOf } from "../../place/Places.ts"
import { useScreen } from "../../state/Screen.ts"
import { Avatar } from "../../ui/Avatar.tsx"
import classes from "./Names.module.css"

export interface Names {
  readonly user: (id: string) => string
  readonly application: (id: string) => string
  readonly channel: (id: string) => string
  readonly guild: (id: string) => string
  readonly role: (id: string) => string
  /** Whatever has this id. */
  readonly any: (id: string) => string | undefined
  readonly guildOf: (channel_id: string) => string | undefined
}

export const namesOf = (world: World | undefined): Names => {
  const apps = new Map(world?.applications.map(({ id, name }) => [id, name]))
  const people = new Map(world?.users.map((user) => [user.id, nameOf(user)]))
  for (const { id, name, bot } of world?.applications ?? []) people.set(bot.id ?? id, name)
  const guilds = new Map(world?.guilds.map(({ id, name }) => [id, name]))
  const roles = new Map(world?.guilds.flatMap(({ roles }) => roles.map(({ id, name }) => [id, name] as const)))
  const channels = new Map<string, string>()
  const places = new Map<string, string>()
  for (const guild of world?.guilds ?? []) {
    for (const { id, name } of guild.channels) {
      channels.set(id, `#${name}`)
      places.set(id, guild.id)
    }
  }
  for (const { id, recipients } of world?.direct_channels ?? [])
    channels.set(id, recipients.map((each) => people.get(each) ?? each).join(", "))
  return {
    user: (id) => people.get(id) ?? id,
    application: (id) => apps.get(id) ?? id,
    channel: (id) => channels.get(id) ?? id,
    guild: (id) => guilds.get(id) ?? id,
    role: (id) => roles.get(id) ?? id,
    any: (id) => people.get(id) ?? apps.get(id) ?? channels.get(id) ?? guilds.get(id) ?? roles.get(id),
    guildOf: (id) => places.get(id)
  }
}

export const useNames = (): Names => {
  const { data } = useWorld()
  return useMemo(() => namesOf(data), [data])
}

export const Who = ({ id, size = 18 }: { readonly id: string; readonly size?: number }) => {
  const names = useNames()
  const name = names.user(id)
  return (
    <span className={classes["who"]}>
      <Avatar id={id} name={name} size={size} />
      {name}
    </span>
  )
}

/** A link that shows the channel in the focused pane. */
export const Where = ({ id, user_id }: { readonly id: string; readonly user_id?: string }) => {
  const names = useNames()
  const go = () =>
    useScreen
      .getState()
      .go({ guild_id: names.guildOf(id) ?? null, channel_id: id, ...(user_id === undefined ? {} : { user_id }) })
  return (
    <Button className={classes["where"] ?? ""} onPress={go}>
      {names.channel(id)}
    </Button>
  )
}
