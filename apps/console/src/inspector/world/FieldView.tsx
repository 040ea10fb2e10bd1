/** A field of an element by its kind. */
import { useWorld } from "../../api/Queries.ts"
import { nameOf } from "../../place/Places.ts"
import { Choose, Text, Tick, Toggle } from "../part/Form.tsx"
import { ChannelOverwrites } from "./ChannelOverwrites.tsx"
import type { Field } from "./Kinds.ts"
import { Permissions } from "./PermissionSet.tsx"
import classes from "./World.module.css"

interface Of {
  readonly field: Field
  readonly value: unknown
  readonly guild_id: string | undefined
  readonly fault: string | undefined
  readonly onChange: (value: unknown) => void
}

export const FieldView = ({ field, value, guild_id, fault, onChange }: Of) => {
  const { label, kind } = field
  const shown = value === null || value === undefined ? "" : String(value)
  const orNull = (text: string) => onChange(text === "" ? null : text)
  switch (kind) {
    case "flag":
      return <Toggle label={label} value={value === true} onChange={onChange} />
    case "number":
      return (
        <Text
          label={label}
          value={shown}
          type="number"
          fault={fault}
          onChange={(text) => onChange(text === "" ? null : Number(text))}
        />
      )
    case "colour":
      return <Colour label={label} value={Number(value ?? 0)} onChange={onChange} />
    case "choice":
      return (
        <Choose
          label={label}
          value={shown}
          fault={fault}
          choices={(field.choices ?? []).map(([id, name]) => ({ id: String(id), name }))}
          onChange={(id) => onChange(field.choices?.find(([known]) => String(known) === id)?.[0] ?? id)}
        />
      )
    case "user":
      return <Person label={label} value={shown} fault={fault} onChange={onChange} />
    case "roles":
      return (
        <Roles
          label={label}
          value={Array.isArray(value) ? value.map(String) : []}
          guild_id={guild_id}
          onChange={onChange}
        />
      )
    case "permissions":
      return <Permissions label={label} value={value} fault={fault} onChange={onChange} />
    case "overwrites":
      return <ChannelOverwrites label={label} value={value} guild_id={guild_id} fault={fault} onChange={onChange} />
    case "list":
      return (
        <Text
          label={label}
          long
          value={Array.isArray(value) ? value.join("\n") : ""}
          fault={fault}
          onChange={(text) => onChange(text === "" ? [] : text.split("\n"))}
        />
      )
    case "time":
      return <Text label={label} value={shown} placeholder="2026-01-01T00:00:00Z" fault={fault} onChange={orNull} />
    default:
      return <Text label={label} value={shown} long={kind === "long"} fault={fault} onChange={orNull} />
  }
}

const Person = ({
  label,
  value,
  fault,
  onChange
}: {
  readonly label: string
  readonly value: string
  readonly fault: string | undefined
  readonly onChange: (id: string) => void
}) => {
  const { data: world } = useWorld()
  return (
    <Choose
      label={label}
      value={value}
      fault={fault}
      choices={(world?.users ?? []).map((user) => ({ id: user.id, name: nameOf(user), note: user.username }))}
      onChange={onChange}
    />
  )
}

const Roles = ({
  label,
  value,
  guild_id,
  onChange
}: {
  readonly label: string
  readonly value: ReadonlyArray<string>
  readonly guild_id: string | undefined
  readonly onChange: (ids: ReadonlyArray<string>) => void
}) => {
  const { data: world } = useWorld()
  const roles = world?.guilds.find(({ id }) => id === guild_id)?.roles.filter(({ id }) => id !== guild_id) ?? []
  return (
    <fieldset className={classes["set"]}>
      <legend>{label}</legend>
      {roles.length === 0 ? <small>The guild has no roles to give.</small> : null}
      {roles.toReversed().map(({ id, name }) => (
        <Tick
          key={id}
          label={name}
          value={value.includes(id)}
          onChange={(on) => onChange(on ? [...value, id] : value.filter((each) => each !== id))}
        />
      ))}
    </fieldset>
  )
}

const Colour = ({
  label,
  value,
  onChange
}: {
  readonly label: string
  readonly value: number
  readonly onChange: (value: number) => void
}) => (
  <label className={classes["colour"]}>
    {label}
    <input
      type="color"
      value={`#${value.toString(16).padStart(6, "0")}`}
      onChange={(event) => onChange(Number.parseInt(event.target.value.slice(1), 16))}
    />
  </label>
)
