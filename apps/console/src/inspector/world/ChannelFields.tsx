/** Fields that name channels of a guild, or tags of a forum. */
import { X } from "lucide-react"
import { useWorld } from "../../api/Queries.ts"
import { Choose, Tick } from "../../ui/Form.tsx"
import { IconButton } from "../../ui/IconButton.tsx"
import { useNames } from "../part/Names.tsx"
import { type Element, useElement } from "./Elements.ts"
import classes from "./World.module.css"

interface Of {
  readonly label: string
  readonly guild_id: string | undefined
  readonly fault?: string | undefined
}

const useChannels = (guild_id: string | undefined) => {
  const { data: world } = useWorld()
  const { channels = [] } = world?.guilds.find(({ id }) => id === guild_id) ?? {}
  return channels.map(({ id, name }) => ({ id, name: `#${name}` }))
}

/** One channel, or none. */
export const ChannelChoice = ({
  label,
  value,
  guild_id,
  fault,
  onChange
}: Of & { readonly value: string; readonly onChange: (id: string | null) => void }) => (
  <Choose
    label={label}
    value={value}
    fault={fault}
    choices={[{ id: "", name: "None" }, ...useChannels(guild_id)]}
    onChange={(id) => onChange(id === "" ? null : id)}
  />
)

interface OfSet extends Of {
  readonly value: ReadonlyArray<string>
  readonly onChange: (ids: ReadonlyArray<string>) => void
}

export const ChannelSet = ({ label, value, guild_id, fault, onChange }: OfSet) => {
  const names = useNames()
  return (
    <fieldset className={classes["set"]}>
      <legend>{label}</legend>
      {value.map((id) => (
        <div key={id} className={classes["one"]}>
          <span>{names.channel(id)}</span>
          <IconButton
            icon={X}
            size={14}
            label={`Remove ${names.channel(id)}`}
            onPress={() => onChange(value.filter((each) => each !== id))}
          />
        </div>
      ))}
      <Choose
        label={`Add to ${label}`}
        hideLabel
        small
        placeholder="Add a channel …"
        value={undefined}
        choices={useChannels(guild_id).filter(({ id }) => !value.includes(id))}
        fault={fault}
        onChange={(id) => onChange([...value, id])}
      />
    </fieldset>
  )
}

/** Tags of the forum that a post is in; nothing for a thread elsewhere. */
export const TagSet = ({ label, value, guild_id, thread, onChange }: OfSet & { readonly thread: Element }) => {
  const { data: forum } = useElement("channel", [guild_id ?? "", String(thread["parent_id"] ?? "")])
  const tags = (forum?.["available_tags"] ?? []) as ReadonlyArray<{ readonly id: string; readonly name: string }>
  return tags.length === 0 ? null : <TickSet label={label} value={value} choices={tags} onChange={onChange} />
}

interface OfTicks extends Pick<OfSet, "label" | "value" | "onChange"> {
  readonly choices: ReadonlyArray<{ readonly id: string; readonly name: string }>
  /** What is said where there is nothing to choose. */
  readonly none?: string
}

/** Any of the choices, each with a tick. */
export const TickSet = ({ label, value, choices, none, onChange }: OfTicks) => (
  <fieldset className={classes["set"]}>
    <legend>{label}</legend>
    {choices.length === 0 && none !== undefined ? <small>{none}</small> : null}
    {choices.map(({ id, name }) => (
      <Tick
        key={id}
        label={name}
        value={value.includes(id)}
        onChange={(on) => onChange(on ? [...value, id] : value.filter((each) => each !== id))}
      />
    ))}
  </fieldset>
)
