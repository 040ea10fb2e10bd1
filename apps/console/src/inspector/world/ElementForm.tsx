/** A form of the common fields of an element. Only what was changed is sent; what is wrong is shown at its field. */
import { useState } from "react"
import { ControlFailure } from "../../api/ControlFailure.ts"
import { faultsAt, faultsOf } from "../../api/Faults.ts"
import { Press, Problem } from "../part/Bits.tsx"
import { type Element, type Kind, useChange } from "./Elements.ts"
import { type Field, hasField, isElsewhere } from "./Field.ts"
import { FieldView } from "./FieldView.tsx"
import classes from "./World.module.css"

interface Of {
  readonly kind: Kind
  readonly ids: ReadonlyArray<string>
  readonly element: Element
  readonly fields: ReadonlyArray<Field>
}

/** Given and taken at once, as one expects of them. */
const AT_ONCE = new Set(["roles"])

export const ElementForm = ({ kind, ids, element, fields }: Of) => {
  const [draft, setDraft] = useState<Element>({})
  const { mutate, error, isPending, reset } = useChange()
  const faults = error instanceof ControlFailure ? faultsOf(error.body) : []
  const drawn = fields.filter((field) => hasField(field, { ...element, ...draft }))
  const elsewhere = faults.some(({ path }) => isElsewhere(drawn, path))
  const changed = Object.keys(draft).length
  const save = (body: Element) => mutate({ kind, ids, method: "patch", body }, { onSuccess: () => setDraft({}) })
  return (
    <form
      className={classes["form"]}
      onSubmit={(event) => {
        event.preventDefault()
        if (changed > 0) save(draft)
      }}
    >
      {drawn.map((field) => (
        <FieldView
          key={field.label}
          field={field}
          guild_id={ids[0]}
          value={field.name in draft ? draft[field.name] : element[field.name]}
          element={{ ...element, ...draft }}
          faults={faultsAt(faults, field.name)}
          onChange={(value) => {
            reset()
            if (AT_ONCE.has(field.name)) save({ [field.name]: value })
            else setDraft((now) => ({ ...now, [field.name]: value }))
          }}
        />
      ))}
      {elsewhere || (error !== null && faults.length === 0) ? <Problem error={error} /> : null}
      <div className={classes["save"]}>
        <Press tone="strong" disabled={changed === 0 || isPending} onPress={() => save(draft)}>
          Save
        </Press>
        <Press
          disabled={changed === 0}
          onPress={() => {
            setDraft({})
            reset()
          }}
        >
          Discard
        </Press>
      </div>
    </form>
  )
}
