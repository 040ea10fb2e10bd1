/** Makes an element: what it is of, and the beginning of it. */
import { KINDS, PARAMETERS } from "@backlot/domain/record/Kind"
import { useState } from "react"
import { ControlFailure } from "../../api/ControlFailure.ts"
import { faultsAt, faultsOf } from "../../api/Faults.ts"
import { useWorld } from "../../api/Queries.ts"
import { nameOf } from "../../place/Places.ts"
import { useScreen } from "../../state/Screen.ts"
import { Choose, Text } from "../../ui/Form.tsx"
import { Note, Press, Problem, Section } from "../part/Bits.tsx"
import { type Element, type Kind, useChange } from "./Elements.ts"
import { hasField, isElsewhere, newId } from "./Field.ts"
import { FieldView } from "./FieldView.tsx"
import { ABOUT } from "./Kinds.ts"
import classes from "./World.module.css"

/** An invite has a code for an id. */
const isCode = (kind: Kind): boolean => PARAMETERS[kind].at(-1) === "code"

const nameOfNew = (kind: Kind): string => {
  const id = newId(Date.now(), Math.random())
  return isCode(kind) ? id.slice(-8) : id
}

interface Of {
  readonly kind: Kind
  /** The guild or the person that it belongs to. */
  readonly within: string | undefined
}

export const NewElement = ({ kind, within }: Of) => {
  const { data: world } = useWorld()
  const { blank, fields, chosen: others } = ABOUT[kind]
  const [id, setId] = useState(() => (others === undefined ? nameOfNew(kind) : ""))
  const [draft, setDraft] = useState<Element>({})
  const { mutate, error, isPending } = useChange()
  const owner = kind === "guild" || kind === "application" ? { owner_id: world?.users[0]?.id } : {}
  const element: Element = { ...blank, ...owner, ...draft }
  const faults = error instanceof ControlFailure ? faultsOf(error.body) : []
  const drawn = fields.filter((field) => hasField(field, element))
  const elsewhere = error !== null && (faults.length === 0 || faults.some(({ path }) => isElsewhere(drawn, path)))
  const ids = PARAMETERS[kind].length === 1 ? [id] : [within ?? "", id]
  const choices =
    others === "user"
      ? [
          ...(world?.users ?? []).map((user) => ({ id: user.id, name: nameOf(user) })),
          ...(world?.applications ?? []).map(({ id, name, bot }) => ({ id: bot.id ?? id, name, note: "bot" }))
        ]
      : (world?.applications ?? []).map(({ id, name }) => ({ id, name }))
  const make = () =>
    mutate(
      { kind, ids, method: "put", body: element },
      { onSuccess: () => useScreen.getState().inspect(["world", kind, ...ids].join("/")) }
    )
  return (
    <Section title={`New ${KINDS[kind].word}`}>
      <form
        className={classes["form"]}
        onSubmit={(event) => {
          event.preventDefault()
          make()
        }}
      >
        {others === undefined ? (
          <Text label={isCode(kind) ? "Code" : "Id"} value={id} onChange={setId} />
        ) : (
          <Choose label={others === "user" ? "Who" : "Application"} value={id} choices={choices} onChange={setId} />
        )}
        {drawn.map((field) => (
          <FieldView
            key={field.label}
            field={field}
            guild_id={within}
            value={element[field.name]}
            element={element}
            faults={faultsAt(faults, field.name)}
            onChange={(value) => setDraft((now) => ({ ...now, [field.name]: value }))}
          />
        ))}
        <Note>Fields that are left out get the defaults of a world file.</Note>
        {elsewhere ? <Problem error={error} /> : null}
        <div className={classes["save"]}>
          <Press tone="strong" disabled={isPending || id === ""} onPress={make}>
            Make it
          </Press>
        </div>
      </form>
    </Section>
  )
}
