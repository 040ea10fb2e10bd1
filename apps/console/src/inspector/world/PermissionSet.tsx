/** A set of permissions to tick. */
import { BITS, bitsOf, isPermissionName, names } from "@backlot/domain/permission/Permission"
import { Tick } from "../../ui/Form.tsx"
import { Fold } from "../part/Bits.tsx"
import classes from "./World.module.css"

/** From a list of names, or from the bit set as text. */
export const bitsIn = (value: unknown): bigint =>
  Array.isArray(value)
    ? bitsOf(value.filter(isPermissionName))
    : BigInt(/^\d+$/.test(String(value ?? "")) ? String(value) : "0")

interface Of {
  readonly label: string
  readonly value: unknown
  readonly fault: string | undefined
  /** Gives the bit set as text. */
  readonly onChange: (value: string) => void
}

export const Permissions = ({ label, value, fault, onChange }: Of) => {
  const bits = bitsIn(value)
  const on = new Set<string>(names(bits))
  const set = (id: string, has: boolean) => {
    if (!isPermissionName(id)) return
    const bit = bitsOf([id])
    onChange(String(has ? bits | bit : bits & ~bit))
  }
  return (
    <Fold title={`${label}: ${on.size === 0 ? "none" : on.size}`}>
      {fault === undefined ? null : <p className={classes["fault"]}>{fault}</p>}
      <fieldset className={classes["grid"]}>
        <legend className="hidden">{label}</legend>
        {PERMISSIONS.map(({ id, name }) => (
          <Tick key={id} label={name} value={on.has(id)} onChange={(has) => set(id, has)} />
        ))}
      </fieldset>
    </Fold>
  )
}

/** `MANAGE_GUILD` as people read it. */
const PERMISSIONS = Object.keys(BITS).map((id) => ({
  id,
  name: id
    .toLowerCase()
    .replaceAll("_", " ")
    .replace(/^./, (letter) => letter.toUpperCase())
}))
