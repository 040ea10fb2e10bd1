/** The guilds of the person in the focused pane, and their direct messages. */
import { MessageCircle, Plus } from "lucide-react"
import { Button, Tooltip, TooltipTrigger } from "react-aria-components"
import { ActMenu } from "../act/ActMenu.tsx"
import { OF_JOINING } from "../act/Acts.ts"
import { useView } from "../api/Queries.ts"
import { type Count, unreadOf, useUnread } from "../live/Unread.ts"
import { useFocused, useScreen } from "../state/Screen.ts"
import { Avatar } from "../ui/Avatar.tsx"
import { IconButton } from "../ui/IconButton.tsx"
import classes from "./GuildRail.module.css"

export const GuildRail = () => {
  const { user_id, guild_id } = useFocused()
  const { data: view } = useView(user_id)
  const go = useScreen((screen) => screen.go)
  const unread = useUnread()
  const countOf = (channels: ReadonlyArray<{ readonly id: string }>) =>
    channels.reduce(
      (sum, { id }) => {
        const { messages, mentions } = unreadOf(unread, user_id, id)
        return { messages: sum.messages + messages, mentions: sum.mentions + mentions }
      },
      { messages: 0, mentions: 0 }
    )
  const show = (id: string | null) => () => go({ guild_id: id, channel_id: undefined })
  return (
    <nav className={classes["rail"]} aria-label="Guilds">
      <Place
        name="Direct messages"
        unread={countOf(view?.direct_channels ?? [])}
        chosen={guild_id === null}
        onPress={show(null)}
      >
        <span className={classes["direct"]}>
          <MessageCircle size={22} aria-hidden />
        </span>
      </Place>
      <hr className={classes["line"]} />
      {view?.guilds.map(({ id, name, channels }) => (
        <Place key={id} name={name} unread={countOf(channels)} chosen={guild_id === id} onPress={show(id)}>
          <Avatar id={id} name={name} size={44} square />
        </Place>
      ))}
      <ActMenu label="Join a guild" acts={OF_JOINING} of={{ user_id }}>
        <IconButton icon={Plus} label="Join a guild" size={22} />
      </ActMenu>
    </nav>
  )
}

interface OfPlace {
  readonly name: string
  readonly unread: Count
  readonly chosen: boolean
  readonly onPress: () => void
  readonly children: React.ReactNode
}

const Place = ({ name, unread, chosen, onPress, children }: OfPlace) => (
  <TooltipTrigger delay={300}>
    <Button
      className={classes["place"] ?? ""}
      aria-label={unread.messages === 0 ? name : `${name}, unread`}
      data-unread={unread.messages > 0 || undefined}
      {...(chosen ? { "aria-current": "true" as const } : {})}
      onPress={onPress}
    >
      {children}
      {unread.mentions === 0 ? null : <b className={classes["mentions"]}>{unread.mentions}</b>}
    </Button>
    <Tooltip placement="right" className={classes["tip"] ?? ""} offset={8}>
      {name}
    </Tooltip>
  </TooltipTrigger>
)
