/** The members of a guild by their highest role, with presence. */
import { useMemo, useState } from "react"
import { useMembers } from "../api/Queries.ts"
import { coloured } from "../chat/context/People.ts"
import { UserMenu } from "../chat/menu/UserMenu.tsx"
import { nameOf, type Place, rolesOf } from "../place/Places.ts"
import type { SeenGuild } from "../place/Seen.ts"
import { Avatar } from "../ui/Avatar.tsx"
import classes from "./MemberList.module.css"

interface Of {
  readonly user_id: string
  readonly place: Place
  readonly guild: SeenGuild
}

/** The person whose menu is open, and where. */
interface Opened {
  readonly person_id: string
  readonly at: { readonly x: number; readonly y: number }
}

export const MemberList = ({ user_id, place, guild }: Of) => {
  const [opened, setOpened] = useState<Opened>()
  const { data } = useMembers(user_id, guild.id)
  const open = (person_id: string, { currentTarget }: { readonly currentTarget: Element }) => {
    const { left, top } = currentTarget.getBoundingClientRect()
    setOpened({ person_id, at: { x: left, y: top } })
  }
  const groups = useMemo(() => groupsOf(data?.members ?? [], guild), [data, guild])
  return (
    <aside className={classes["list"]} aria-label="Members">
      {groups.map(({ id, name, colour, members }) => (
        <section key={id}>
          <h3>
            {name} — {members.length}
          </h3>
          <ul>
            {members.map(({ user, nick, status, bot }) => (
              <li key={user.id}>
                <button
                  type="button"
                  data-away={status === "offline" || undefined}
                  onClick={(event) => open(user.id, event)}
                  onContextMenu={(event) => {
                    event.preventDefault()
                    open(user.id, event)
                  }}
                >
                  <Avatar id={user.id} name={nick ?? nameOf(user)} size={30} presence={status} />
                  <span {...coloured(colour)}>{nick ?? nameOf(user)}</span>
                  {bot ? <em className={classes["app"]}>APP</em> : null}
                </button>
              </li>
            ))}
          </ul>
        </section>
      ))}
      {opened === undefined ? null : (
        <UserMenu user_id={user_id} place={place} {...opened} onClose={() => setOpened(undefined)} />
      )}
    </aside>
  )
}

type Members = NonNullable<ReturnType<typeof useMembers>["data"]>["members"]

/** Roles from the highest down, then everybody else. */
const groupsOf = (members: Members, guild: SeenGuild) => {
  const roles = [...rolesOf(guild)].sort((a, b) => b.position - a.position)
  const highest = (ids: ReadonlyArray<string>) => roles.find(({ id }) => id !== guild.id && ids.includes(id))
  const by = Map.groupBy(members, (member) => highest(member.roles)?.id ?? guild.id)
  return roles.flatMap(({ id, name, color }) => {
    const all = by.get(id)
    if (all === undefined) return []
    const sorted = [...all].sort((a, b) => (a.nick ?? nameOf(a.user)).localeCompare(b.nick ?? nameOf(b.user)))
    return [{ id, name: id === guild.id ? "Members" : name, colour: colourOf(color), members: sorted }]
  })
}

const colourOf = (color: number | undefined): string | undefined =>
  color === undefined || color === 0 ? undefined : `#${color.toString(16).padStart(6, "0")}`
