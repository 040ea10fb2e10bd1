/** The scheduled events of a guild, and whether this person is interested in each. */
import { CalendarDays } from "lucide-react"
import { type Occasion, occasionsOf } from "../act/ActChoices.ts"
import { perform } from "../act/Acting.ts"
import { useWorld } from "../api/Queries.ts"
import { TextButton } from "../ui/Buttons.tsx"
import classes from "./PaneTools.module.css"
import { Opener } from "./PaneTools.tsx"

interface Of {
  readonly user_id: string
  readonly guild_id: string
}

export const Events = (of: Of) => (
  <Opener icon={CalendarDays} label="Scheduled events">
    {() => <List {...of} />}
  </Opener>
)

const List = ({ user_id, guild_id }: Of) => {
  const { data: world } = useWorld()
  const occasions = occasionsOf(world?.guilds.find(({ id }) => id === guild_id)?.scheduled_events ?? [])
  if (occasions.length === 0) return <p>No event is to come.</p>
  return (
    <ul className={classes["list"]}>
      {occasions.map((one) => (
        <Row
          key={`${one.scheduled_event_id} ${one.event_exception_id}`}
          occasion={one}
          user_id={user_id}
          guild_id={guild_id}
        />
      ))}
    </ul>
  )
}

const Row = ({ occasion, user_id, guild_id }: Of & { readonly occasion: Occasion }) => {
  const { name, at, user_ids, scheduled_event_id, event_exception_id } = occasion
  const interested = user_ids.includes(user_id)
  const toggle = () =>
    void perform(interested ? "withdraw_interest" : "mark_interest", {
      ...{ user_id, guild_id, scheduled_event_id, event_exception_id }
    })
  return (
    <li>
      <div>
        <b>{name}</b>
        <p>
          {new Date(at).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" })} · {user_ids.length}{" "}
          interested
        </p>
      </div>
      <TextButton label={`Interested in ${name}`} pressed={interested} onPress={toggle}>
        Interested
      </TextButton>
    </li>
  )
}
