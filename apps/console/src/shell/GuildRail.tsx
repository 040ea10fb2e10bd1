/** The guilds of the person in the focused pane, and their direct messages. */
import { MessageCircle } from "lucide-react"
import { Button, Tooltip, TooltipTrigger } from "react-aria-components"
import { useView } from "../api/Queries.ts"
import { useFocused, useScreen } from "../state/Screen.ts"
import { Avatar } from "../ui/Avatar.tsx"
import classes from "./GuildRail.module.css"

export const GuildRail = () => {
  const { user_id, guild_id } = useFocused()
  const { data: view } = useView(user_id)
  const go = useScreen((screen) => screen.go)
  const show = (id: string | null) => () => go({ guild_id: id, channel_id: undefined })
  return (
    <nav className={classes["rail"]} aria-label="Guilds">
      <Place name="Direct messages" chosen={guild_id === null} onPress={show(null)}>
        <span className={classes["direct"]}>
          <MessageCircle size={22} aria-hidden />
        </span>
      </Place>
      <hr className={classes["line"]} />
      {view?.guilds.map(({ id, name }) => (
        <Place key={id} name={name} chosen={guild_id === id} onPress={show(id)}>
          <Avatar id={id} name={name} size={44} square />
        </Place>
      ))}
    </nav>
  )
}

interface OfPlace {
  readonly name: string
  readonly chosen: boolean
  readonly onPress: () => void
  readonly children: React.ReactNode
}

const Place = ({ name, chosen, onPress, children }: OfPlace) => (
  <TooltipTrigger delay={300}>
    <Button
      className={classes["place"] ?? ""}
      aria-label={name}
      {...(chosen ? { "aria-current": "true" as const } : {})}
      onPress={onPress}
    >
      {children}
    </Button>
    <Tooltip placement="right" className={classes["tip"] ?? ""} offset={8}>
      {name}
    </Tooltip>
  </TooltipTrigger>
)
