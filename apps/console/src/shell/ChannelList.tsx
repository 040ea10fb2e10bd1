/** The channels that the person of a pane sees: by category, with threads below theirs; or their direct messages. */
import { useState } from "react"
import { Button } from "react-aria-components"
import { useView } from "../api/Queries.ts"
import { type Count, unreadOf, useUnread } from "../live/Unread.ts"
import { ChannelIcon } from "../place/ChannelIcon.tsx"
import { type Section, sectionsOf } from "../place/Channels.ts"
import { directName, guildOf, placeOf } from "../place/Places.ts"
import { type Pane, useScreen } from "../state/Screen.ts"
import { Avatar } from "../ui/Avatar.tsx"
import classes from "./ChannelList.module.css"
import { NewConversation } from "./NewConversation.tsx"
import { UserBar } from "./UserBar.tsx"

export const ChannelList = ({ pane }: { readonly pane: Pane }) => {
  const { data: view } = useView(pane.user_id)
  const go = useScreen((screen) => screen.go)
  const guild = guildOf(view, pane.guild_id)
  const here = placeOf(view, pane)?.id
  const unread = useUnread()
  return (
    <aside className={classes["list"]}>
      <header className={classes["head"]}>
        <h2>{guild?.name ?? "Direct messages"}</h2>
        {guild === undefined ? <NewConversation user_id={pane.user_id} /> : null}
      </header>
      <nav className={classes["channels"]} aria-label={guild === undefined ? "Direct messages" : "Channels"}>
        {guild === undefined
          ? view?.direct_channels.map((channel) => (
              <Row
                key={channel.id}
                chosen={channel.id === here}
                onPress={() => go({ channel_id: channel.id })}
                name={directName(channel, pane.user_id)}
                unread={unreadOf(unread, pane.user_id, channel.id)}
                icon={
                  <Avatar
                    id={channel.recipients[0]?.id ?? channel.id}
                    name={directName(channel, pane.user_id)}
                    size={26}
                  />
                }
              />
            ))
          : sectionsOf(guild.channels).map((section) => (
              <Category key={section.id} section={section} user_id={pane.user_id} here={here} />
            ))}
        {guild === undefined && view?.direct_channels.length === 0 ? (
          <p className={classes["empty"]}>There is no conversation yet. The plus sign begins one.</p>
        ) : null}
      </nav>
      <UserBar pane={pane} />
    </aside>
  )
}

interface OfCategory {
  readonly section: Section
  readonly user_id: string
  /** The channel of the pane. */
  readonly here: string | undefined
}

const Category = ({ section, user_id, here }: OfCategory) => {
  const [open, setOpen] = useState(true)
  const unread = useUnread()
  const go = useScreen((screen) => screen.go)
  return (
    <section>
      {section.name === undefined ? null : (
        <Button className={classes["category"] ?? ""} aria-expanded={open} onPress={() => setOpen(!open)}>
          {section.name}
        </Button>
      )}
      {section.rows
        .filter(({ channel }) => open || channel.id === here)
        .map(({ channel, thread }) => (
          <Row
            key={channel.id}
            thread={thread}
            chosen={channel.id === here}
            onPress={() => go({ channel_id: channel.id })}
            name={channel.name}
            unread={unreadOf(unread, user_id, channel.id)}
            icon={<ChannelIcon channel={channel} />}
          />
        ))}
    </section>
  )
}

interface OfRow {
  readonly name: string
  readonly icon: React.ReactNode
  readonly chosen: boolean
  readonly thread?: boolean
  readonly unread: Count
  readonly onPress: () => void
}

const Row = ({ name, icon, chosen, thread = false, unread, onPress }: OfRow) => (
  <Button
    className={classes["row"] ?? ""}
    data-thread={thread || undefined}
    data-unread={unread.messages > 0 || undefined}
    {...(chosen ? { "aria-current": "page" as const } : {})}
    onPress={onPress}
  >
    {icon}
    <span className={classes["label"]}>{name}</span>
    {unread.messages === 0 ? null : <span className="hidden">, unread</span>}
    {unread.mentions === 0 ? null : <b className={classes["mentions"]}>{unread.mentions}</b>}
  </Button>
)
