/** The overwrites of one command, or of all commands of an application: roles and members, then channels. */

import { names as permissionNames } from "@backlot/domain/permission/Permission"
import { Check, Trash2, X } from "lucide-react"
import { Button } from "react-aria-components"
import type { World, WorldGuild } from "../../api/Queries.ts"
import { Choose } from "../../ui/Form.tsx"
import { IconButton } from "../../ui/IconButton.tsx"
import { AddTarget } from "../part/AddTarget.tsx"
import { Note, Section } from "../part/Bits.tsx"
import { useNames } from "../part/Names.tsx"
import { allChannels, CHANNEL, type Overwrite, ROLE, USER, withOverwrite } from "./OverwriteList.ts"
import type { WorldCommand } from "./Overwrites.ts"
import classes from "./Permissions.module.css"

interface Of {
  readonly guild: WorldGuild
  readonly people: World["users"]
  readonly application: World["applications"][number]
  /** Undefined for all commands. */
  readonly command: WorldCommand | undefined
  readonly permissions: ReadonlyArray<Overwrite>
  readonly disabled: boolean
  readonly onChange: (permissions: ReadonlyArray<Overwrite>) => void
}

export const OverwriteEditor = ({ guild, people, application, command, permissions, disabled, onChange }: Of) => {
  const set = (of: Pick<Overwrite, "id" | "type">, permission: boolean | undefined) =>
    onChange(withOverwrite(permissions, of, permission))
  const has = (type: number, id: string) => permissions.some((each) => each.type === type && each.id === id)
  const roles = guild.roles.filter(({ id }) => !has(ROLE, id))
  const users = people.filter(({ id }) => !has(USER, id))
  const all = allChannels(guild.id)
  const channels = [{ id: all, name: "All channels" }, ...guild.channels.filter(({ type }) => type !== 4)].filter(
    ({ id }) => !has(CHANNEL, id)
  )
  return (
    <>
      <Section title={command === undefined ? `All commands of ${application.name}` : `/${command.name}`}>
        <Note>{defaultsOf(command)}</Note>
        <Rows
          permissions={permissions.filter(({ type }) => type !== CHANNEL)}
          guild={guild}
          disabled={disabled}
          onSet={set}
        />
        <div className={classes["add"]}>
          <AddTarget
            roles={roles}
            members={users.map(({ id }) => id)}
            onAdd={(kind, id) => set({ id, type: kind === "role" ? ROLE : USER }, true)}
          />
        </div>
      </Section>
      <Section title="Channels">
        <Rows
          permissions={permissions.filter(({ type }) => type === CHANNEL)}
          guild={guild}
          disabled={disabled}
          onSet={set}
        />
        <div className={classes["add"]}>
          <Choose
            label="Add a channel"
            hideLabel
            small
            placeholder="Add a channel …"
            value={undefined}
            choices={channels.map(({ id, name }) => ({ id, name: id === all ? name : `#${name}` }))}
            onChange={(id) => set({ id, type: CHANNEL }, true)}
          />
        </div>
      </Section>
    </>
  )
}

const defaultsOf = (command: WorldCommand | undefined): string => {
  if (command === undefined) return "They count for every command that has no overwrites of its own for the person."
  const needed = command.default_member_permissions
  if (needed === null || needed === undefined) return "Without an overwrite everyone may use it."
  if (needed === "0") return "Without an overwrite only administrators may use it."
  return `Without an overwrite it asks for ${permissionNames(BigInt(needed)).join(", ")}.`
}

interface OfRows {
  readonly permissions: ReadonlyArray<Overwrite>
  readonly guild: WorldGuild
  readonly disabled: boolean
  readonly onSet: (of: Overwrite, permission: boolean | undefined) => void
}

const Rows = ({ permissions, guild, disabled, onSet }: OfRows) => {
  const names = useNames()
  const nameFor = ({ id, type }: Overwrite) => {
    if (type === ROLE) return names.role(id)
    if (type === USER) return names.user(id)
    return id === allChannels(guild.id) ? "All channels" : names.channel(id)
  }
  if (permissions.length === 0) return null
  return (
    <ul className={classes["overwrites"]}>
      {permissions.map((overwrite) => {
        const name = nameFor(overwrite)
        const press = (permission: boolean) => () => onSet(overwrite, permission)
        return (
          <li key={`${overwrite.type} ${overwrite.id}`}>
            <span>{name}</span>
            <small>{overwrite.type === ROLE ? "role" : overwrite.type === USER ? "member" : ""}</small>
            <Button
              className={classes["judge"] ?? ""}
              data-kind="deny"
              aria-pressed={!overwrite.permission}
              aria-label={`Deny ${name}`}
              isDisabled={disabled}
              onPress={press(false)}
            >
              <X size={14} aria-hidden />
            </Button>
            <Button
              className={classes["judge"] ?? ""}
              data-kind="allow"
              aria-pressed={overwrite.permission}
              aria-label={`Allow ${name}`}
              isDisabled={disabled}
              onPress={press(true)}
            >
              <Check size={14} aria-hidden />
            </Button>
            <IconButton
              icon={Trash2}
              size={14}
              label={`Remove the overwrite of ${name}`}
              disabled={disabled}
              onPress={() => onSet(overwrite, undefined)}
            />
          </li>
        )
      })}
    </ul>
  )
}
