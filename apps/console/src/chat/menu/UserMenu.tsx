/** Who somebody is, and what can be done with them. The conversation and the member list open it. */
import { Bot, Copy, Drama, MessageCircle, UserRoundCog } from "lucide-react"
import { Button } from "react-aria-components"
import { useWorld } from "../../api/Queries.ts"
import type { Place } from "../../place/Places.ts"
import { useScreen } from "../../state/Screen.ts"
import { Avatar } from "../../ui/Avatar.tsx"
import { PointPopover } from "../../ui/PointPopover.tsx"
import { coloured, usePeople } from "../context/People.ts"
import { runOn, useAppCommands } from "./AppCommands.ts"
import { copy } from "./MessageActs.ts"
import classes from "./UserMenu.module.css"
import { writeTo } from "./WriteTo.ts"

interface Of {
  /** Who looks. */
  readonly user_id: string
  readonly place: Place
  readonly person_id: string
  readonly at: { readonly x: number; readonly y: number }
  readonly onClose: () => void
}

export const UserMenu = ({ user_id, place, person_id, at, onClose }: Of) => {
  const people = usePeople(user_id, place)
  const { data: world } = useWorld()
  const here = { user_id, channel_id: place.id }
  const commands = useAppCommands(here, 2) ?? []
  const person = people.users.get(person_id)
  const name = person?.name ?? "Unknown user"
  const roles = [...people.roles.values()].filter(({ id }) => person?.role_ids.includes(id) === true)
  const { guild } = place
  const members = world?.guilds.find(({ id }) => id === guild?.id)?.members ?? []
  const isMember = members.some((member) => member.user_id === person_id)
  const playable = person_id !== user_id && world?.users.some(({ id }) => id === person_id) === true
  const then = (what: () => unknown) => () => {
    what()
    onClose()
  }
  return (
    <PointPopover label={name} at={at} onClose={onClose}>
      <div className={classes["card"]}>
        <header>
          <Avatar id={person_id} name={name} size={56} />
          <div>
            <h3 {...coloured(person?.colour)}>{name}</h3>
            <p>
              {person?.username ?? "No longer in this world"}
              {person?.bot === true ? (
                <em>
                  <Bot size={12} aria-hidden /> APP
                </em>
              ) : null}
            </p>
          </div>
        </header>
        {roles.length === 0 ? null : (
          <ul className={classes["roles"]} aria-label="Roles">
            {roles.map(({ id, name: role, colour }) => (
              <li key={id}>
                <i style={colour === undefined ? undefined : { background: colour }} aria-hidden />
                {role}
              </li>
            ))}
          </ul>
        )}
        <div className={classes["acts"]}>
          {person_id === user_id ? null : (
            <Button onPress={then(() => void writeTo(here, person_id, name))}>
              <MessageCircle size={16} aria-hidden /> Message
            </Button>
          )}
          {playable ? (
            <Button onPress={then(() => useScreen.getState().go({ user_id: person_id }))}>
              <Drama size={16} aria-hidden /> Become
            </Button>
          ) : null}
          {guild === undefined || !isMember ? null : (
            <Button onPress={then(() => useScreen.getState().inspect(`world/member/${guild.id}/${person_id}`))}>
              <UserRoundCog size={16} aria-hidden /> Roles and settings
            </Button>
          )}
          <Button onPress={then(() => void copy(person_id))}>
            <Copy size={16} aria-hidden /> {person_id}
          </Button>
        </div>
        {commands.length === 0 ? null : (
          <section className={classes["apps"]}>
            <h4>Apps</h4>
            {commands.map((command) => (
              <Button key={command.id} onPress={then(() => void runOn(here, command, person_id, name))}>
                {command.name_localized}
                <small>{command.application_name}</small>
              </Button>
            ))}
          </section>
        )}
      </div>
    </PointPopover>
  )
}
