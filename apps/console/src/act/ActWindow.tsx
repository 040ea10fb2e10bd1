/** The form of an act, or the question before it, and what the platform says where it refuses. */
import { useState } from "react"
import { Form, Text } from "react-aria-components"
import { ControlFailure, sentenceOf } from "../api/ControlFailure.ts"
import { faultsAt, faultsOf, type PlacedFault } from "../api/Faults.ts"
import { TextButton } from "../ui/Buttons.tsx"
import { FileField } from "../ui/FileField.tsx"
import { Choose, Text as TextInput, Toggle } from "../ui/Form.tsx"
import { Window } from "../ui/Window.tsx"
import { type ActField, isGiven, type Known, useKnown } from "./ActField.ts"
import { type Asked, closeAct, firstOf, useActing } from "./Acting.ts"
import { ACTS } from "./Acts.ts"
import classes from "./ActWindow.module.css"

const ActWindow = () => {
  const asked = useActing((acting) => acting.asked)
  if (asked === undefined) return null
  const { title, danger } = ACTS[asked.name]
  return (
    <Window title={title} isQuestion={danger === true} open={{ is: true, set: closeAct }}>
      {() => <Asking asked={asked} />}
    </Window>
  )
}

export default ActWindow

const Asking = ({ asked }: { readonly asked: Asked }) => {
  const known = useKnown(asked.of)
  return known === undefined ? <p>Loading …</p> : <ActForm asked={asked} known={known} />
}

const PICTURES = ["image/png", "image/jpeg", "image/gif", "image/webp"]

const ActForm = ({ asked, known }: { readonly asked: Asked; readonly known: Known }) => {
  const { name, of } = asked
  const { fields = [], says, does, danger, call } = ACTS[name]
  const [first] = useState(() => firstOf(name, known))
  const [given, setGiven] = useState({ ...first, ...asked.given })
  const [error, setError] = useState(asked.error)
  const [busy, setBusy] = useState(false)
  const faults = error instanceof ControlFailure && error.body.errors !== undefined ? faultsOf(error.body) : []
  const pathOf = ({ name: field, path = field }: ActField) => path
  const elsewhere = faults.filter(({ path }) => !fields.some((field) => path.startsWith(pathOf(field))))
  const send = async () => {
    setBusy(true)
    try {
      await call(
        of,
        given,
        known,
        Object.keys(given).filter((field) => given[field] !== first[field])
      )
      closeAct()
    } catch (refusal) {
      setError(refusal)
      setBusy(false)
    }
  }
  return (
    <Form
      className={classes["form"] ?? ""}
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      {says === undefined ? null : (
        <Text slot="description" elementType="p">
          {says}
        </Text>
      )}
      {fields.map((field) => (
        <FieldOf
          key={field.name}
          field={field}
          known={known}
          value={given[field.name]}
          fault={faultsAt(faults, pathOf(field))[0]?.message}
          onChange={(value) => setGiven((now) => ({ ...now, [field.name]: value }))}
        />
      ))}
      {error === undefined ? null : <Refusal error={error} faults={elsewhere} />}
      <footer>
        <TextButton onPress={closeAct}>Cancel</TextButton>
        <TextButton
          submits
          tone={danger === true ? "bad" : "strong"}
          disabled={busy || !fields.every((field) => isGiven(field, given, known))}
        >
          {does}
        </TextButton>
      </footer>
    </Form>
  )
}

interface OfField {
  readonly field: ActField
  readonly known: Known
  readonly value: string | boolean | undefined
  readonly fault: string | undefined
  readonly onChange: (value: string | boolean) => void
}

const FieldOf = ({ field: { kind, label, choices, none }, known, value, fault, onChange }: OfField) => {
  const shown = String(value ?? "")
  const all = choices?.(known)
  switch (kind) {
    case "flag":
      return <Toggle label={label} value={value === true} onChange={onChange} />
    case "choice":
      return all === undefined || all.length === 0 ? (
        <p>{none}</p>
      ) : (
        <Choose label={label} value={shown} choices={all} fault={fault} onChange={onChange} />
      )
    case "picture":
      return (
        <FileField
          label={label}
          value={shown}
          accepts={PICTURES}
          fault={fault}
          onChange={(uri) => onChange(uri ?? "")}
        />
      )
    case "text":
    case "long":
      return (
        <TextInput
          label={label}
          value={shown}
          long={kind === "long"}
          suggests={all}
          fault={fault}
          onChange={onChange}
        />
      )
  }
}

/** The platform's words and code, why, and the faults that belong to no field. */
const Refusal = ({ error, faults }: { readonly error: unknown; readonly faults: ReadonlyArray<PlacedFault> }) => {
  const { message, code, because } = error instanceof ControlFailure ? error.body : {}
  return (
    <div className={classes["refusal"]} role="alert">
      <b>{message ?? sentenceOf(error)}</b>
      {code === undefined || code === 0 ? null : <code>{code}</code>}
      {because === undefined || because === message ? null : <p>{because}</p>}
      {faults
        .filter((fault) => fault.message !== message)
        .map((fault) => (
          <p key={`${fault.path} ${fault.message}`}>
            {[fault.path, fault.message].filter((part) => part !== "").join(": ")}
          </p>
        ))}
    </div>
  )
}
