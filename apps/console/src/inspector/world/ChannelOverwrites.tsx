/** What a channel allows and denies a role or a member, in place of what they have in the guild. */
import { Trash2 } from "lucide-react"
import { useWorld } from "../../api/Queries.ts"
import { IconButton } from "../../ui/IconButton.tsx"
import { AddTarget } from "../part/AddTarget.tsx"
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

const [ROLE, MEMBER] = [0, 1] as const

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
      <AddTarget
        roles={(guild?.roles ?? []).filter(({ id }) => !has(id))}
        members={(guild?.members ?? []).map(({ user_id }) => user_id).filter((id) => !has(id))}
        onAdd={(kind, id) =>
          onChange([...overwrites, { id, type: kind === "role" ? ROLE : MEMBER, allow: "0", deny: "0" }])
        }
      />
    </fieldset>
  )
}
