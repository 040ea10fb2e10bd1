/** What a channel allows and denies a role or a member, in place of what they have in the guild. */
import { Trash2 } from "lucide-react"
import { useWorld } from "../../api/Queries.ts"
import { IconButton } from "../../ui/IconButton.tsx"
import { Choose } from "../part/Form.tsx"
import { useNames } from "../part/Names.tsx"
import { bitsIn, Permissions } from "./PermissionSet.tsx"
import classes from "./World.module.css"

interface Of {
  readonly label: string
  readonly value: unknown
  readonly guild_id: string | undefined
  readonly fault: string | undefined
  readonly onChange: (value: ReadonlyArray<Overwrite>) => void
}

/** As the world has it: `allow` and `deny` are names or a bit set as text. */
interface Overwrite {
  readonly id: string
  readonly type: number
  readonly allow?: unknown
  readonly deny?: unknown
}

const [ROLE, MEMBER] = [0, 1]

export const ChannelOverwrites = ({ label, value, guild_id, fault, onChange }: Of) => {
  const { data: world } = useWorld()
  const names = useNames()
  const overwrites: ReadonlyArray<Overwrite> = Array.isArray(value) ? value : []
  const guild = world?.guilds.find(({ id }) => id === guild_id)
  const has = (id: string) => overwrites.some((each) => each.id === id)
  const change = (id: string, next: Overwrite) => onChange(overwrites.map((each) => (each.id === id ? next : each)))
  return (
    <fieldset className={classes["set"]}>
      <legend>{label}</legend>
      {fault === undefined ? null : <p className={classes["fault"]}>{fault}</p>}
      {overwrites.map((overwrite) => {
        const { id, type, allow, deny } = overwrite
        const name = type === MEMBER ? names.user(id) : names.role(id)
        const without = (bits: unknown, taken: string) => String(bitsIn(bits) & ~BigInt(taken))
        return (
          <fieldset key={id} className={classes["overwrite"]}>
            <legend className="hidden">{name}</legend>
            <header>
              <b>{name}</b>
              <small>{type === MEMBER ? "member" : "role"}</small>
              <IconButton
                icon={Trash2}
                size={14}
                label={`Remove the overwrite of ${name}`}
                onPress={() => onChange(overwrites.filter((each) => each.id !== id))}
              />
            </header>
            {/* A permission is allowed, denied or neither. */}
            <Permissions
              label="Allows"
              value={allow}
              fault={undefined}
              onChange={(bits) => change(id, { ...overwrite, allow: bits, deny: without(deny, bits) })}
            />
            <Permissions
              label="Denies"
              value={deny}
              fault={undefined}
              onChange={(bits) => change(id, { ...overwrite, deny: bits, allow: without(allow, bits) })}
            />
          </fieldset>
        )
      })}
      <Choose
        label="Add a role or a member"
        hideLabel
        small
        placeholder="Add a role or a member …"
        value={undefined}
        choices={[
          ...(guild?.roles ?? [])
            .filter(({ id }) => !has(id))
            .map(({ id, name }) => ({ id: `${ROLE} ${id}`, name, note: "role" })),
          ...(guild?.members ?? [])
            .filter(({ user_id }) => !has(user_id))
            .map(({ user_id }) => ({ id: `${MEMBER} ${user_id}`, name: names.user(user_id), note: "member" }))
        ]}
        onChange={(key) => {
          const [type = "", id = ""] = key.split(" ")
          onChange([...overwrites, { id, type: Number(type), allow: "0", deny: "0" }])
        }}
      />
    </fieldset>
  )
}
