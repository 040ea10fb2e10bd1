/** A field of an element by its kind. */
import { Plus, Trash2 } from "lucide-react"
import { faultsAt, type PlacedFault } from "../../api/Faults.ts"
import { useWorld } from "../../api/Queries.ts"
import { nameOf } from "../../place/Places.ts"
import { FileField } from "../../ui/FileField.tsx"
import { Choose, Text, Toggle } from "../../ui/Form.tsx"
import { IconButton } from "../../ui/IconButton.tsx"
import { Note, Press } from "../part/Bits.tsx"
import { useNames } from "../part/Names.tsx"
import { ChannelChoice, ChannelSet, TagSet, TickSet } from "./ChannelFields.tsx"
import { ChannelOverwrites } from "./ChannelOverwrites.tsx"
import type { Element } from "./Elements.ts"
import type { Field } from "./Field.ts"
import { Permissions } from "./PermissionSet.tsx"
import classes from "./World.module.css"

interface Of {
  readonly field: Field
  readonly value: unknown
  readonly guild_id: string | undefined
  /** What the field is of. */
  readonly element: Element
  /** By their paths within the field. */
  readonly faults: ReadonlyArray<PlacedFault>
  readonly onChange: (value: unknown) => void
}

export const FieldView = (props: Of) => {
  const { field, guild_id, element, faults, onChange } = props
  const value = props.value ?? field.usual
  const { label, kind } = field
  const fault = faults[0]?.message
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
      return <Roles label={label} value={idsIn(value)} guild_id={guild_id} onChange={onChange} />
    case "permissions":
      return <Permissions label={label} value={value} fault={fault} onChange={onChange} />
    case "overwrites":
      return <ChannelOverwrites label={label} value={value} guild_id={guild_id} fault={fault} onChange={onChange} />
    case "channel":
      return <ChannelChoice label={label} value={shown} guild_id={guild_id} fault={fault} onChange={onChange} />
    case "channels":
      return <ChannelSet label={label} value={idsIn(value)} guild_id={guild_id} fault={fault} onChange={onChange} />
    case "tags":
      return <TagSet label={label} value={idsIn(value)} guild_id={guild_id} thread={element} onChange={onChange} />
    case "nicks":
      return <Nicks {...props} />
    case "bit": {
      const [bits, bit] = [Number(value ?? 0), field.bit ?? 0]
      return (
        <Toggle label={label} value={(bits & bit) !== 0} onChange={(on) => onChange(on ? bits | bit : bits & ~bit)} />
      )
    }
    case "file":
      return <FileField label={label} value={shown} accepts={field.accepts ?? []} fault={fault} onChange={onChange} />
    case "record":
      return <RecordField {...props} />
    case "records":
      return <RecordsField {...props} />
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

const idsIn = (value: unknown): ReadonlyArray<string> => (Array.isArray(value) ? value.map(String) : [])

// The fields of the form say what a record holds.
const recordIn = (value: unknown): Element => (typeof value === "object" && value !== null ? (value as Element) : {})

const Inner = ({ field, value, guild_id, faults, onChange }: Of) => {
  const record = recordIn(value)
  return (
    <>
      {field.fields?.map((inner) => (
        <FieldView
          key={inner.label}
          field={inner}
          value={record[inner.name]}
          guild_id={guild_id}
          element={record}
          faults={faultsAt(faults, inner.name)}
          onChange={(next) => onChange({ ...record, [inner.name]: next })}
        />
      ))}
    </>
  )
}

/** The fault of a record itself; its fields show theirs. */
const Own = ({ faults }: { readonly faults: ReadonlyArray<PlacedFault> }) => {
  const own = faults.find(({ path }) => path === "")
  return own === undefined ? null : (
    <p className={classes["fault"]} role="alert">
      {own.message}
    </p>
  )
}

const article = (word: string): string => (/^[aeiou]/.test(word) ? "an" : "a")

/** One record, or none. */
const RecordField = (props: Of) => {
  const { field, value, faults, onChange } = props
  const { label, one = "", blank, none } = field
  const isThere = value !== null && value !== undefined
  return (
    <fieldset className={classes["set"]}>
      <legend>{label}</legend>
      <Own faults={faults} />
      {isThere ? <Inner {...props} /> : null}
      {!isThere && none !== undefined ? <Note>{none}</Note> : null}
      <div className={classes["save"]}>
        {isThere ? (
          <Press onPress={() => onChange(null)}>
            <Trash2 size={13} aria-hidden /> Remove the {one}
          </Press>
        ) : blank === undefined ? null : (
          <Press onPress={() => onChange(blank())}>
            <Plus size={13} aria-hidden /> Add {article(one)} {one}
          </Press>
        )}
      </div>
    </fieldset>
  )
}

/** Any number of records, in their order. */
const RecordsField = (props: Of) => {
  const { field, value, faults, onChange } = props
  const { label, one = "", blank } = field
  const records = Array.isArray(value) ? value.map(recordIn) : []
  return (
    <fieldset className={classes["set"]}>
      <legend>{label}</legend>
      <Own faults={faults} />
      {records.length === 0 ? <small>None yet.</small> : null}
      {records.map((record, at) => {
        const name = `${one} ${at + 1}`
        return (
          <fieldset key={String(record["id"] ?? at)} className={classes["item-of"]}>
            <legend>{name}</legend>
            <Own faults={faultsAt(faults, `[${at}]`)} />
            <Inner
              {...props}
              value={record}
              faults={faultsAt(faults, `[${at}]`)}
              onChange={(next) => onChange(records.map((each, index) => (index === at ? next : each)))}
            />
            <IconButton
              icon={Trash2}
              size={14}
              label={`Remove the ${name}`}
              onPress={() => onChange(records.filter((_, index) => index !== at))}
            />
          </fieldset>
        )
      })}
      {blank === undefined ? null : (
        <div className={classes["save"]}>
          <Press onPress={() => onChange([...records, blank()])}>
            <Plus size={13} aria-hidden /> Add {article(one)} {one}
          </Press>
        </div>
      )}
    </fieldset>
  )
}

/** A name for each recipient of a group. */
const Nicks = ({ field, value, element, faults, onChange }: Of) => {
  const names = useNames()
  const nicks = recordIn(value)
  return (
    <fieldset className={classes["set"]}>
      <legend>{field.label}</legend>
      <Own faults={faults} />
      {idsIn(element["recipients"]).map((id) => (
        <Text
          key={id}
          label={names.user(id)}
          value={String(nicks[id] ?? "")}
          fault={faultsAt(faults, `[${id}]`)[0]?.message}
          onChange={(text) => {
            const { [id]: _, ...others } = nicks
            onChange(text === "" ? others : { ...others, [id]: text })
          }}
        />
      ))}
    </fieldset>
  )
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
    <TickSet
      label={label}
      value={value}
      choices={roles.toReversed()}
      none="The guild has no roles to give."
      onChange={onChange}
    />
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
