/** An element as JSON text, saved whole; what is wrong is shown at its line. */
import { useState } from "react"
import { ControlFailure } from "../../api/ControlFailure.ts"
import { faultsOf, lineFor, linesOf, type PlacedFault, syntaxFault } from "../../api/Faults.ts"
import { Press, Problem } from "../part/Bits.tsx"
import { TextEdit } from "../part/TextEdit.tsx"
import { type Element, type Kind, useChange } from "./Elements.ts"
import classes from "./World.module.css"

interface Of {
  readonly kind: Kind
  readonly ids: ReadonlyArray<string>
  readonly element: Element
}

export const ElementText = ({ kind, ids, element }: Of) => {
  const saved = JSON.stringify(element, null, 2)
  const [text, setText] = useState<string>()
  const [faults, setFaults] = useState<ReadonlyArray<PlacedFault>>([])
  const { mutate, error, isPending } = useChange()
  const shown = text ?? saved
  const save = () => {
    const syntax = syntaxFault(shown)
    setFaults(syntax === undefined ? [] : [syntax])
    if (syntax !== undefined) return
    mutate(
      { kind, ids, method: "put", body: JSON.parse(shown) as Element },
      {
        onSuccess: () => setText(undefined),
        onError: (refusal) => {
          if (!(refusal instanceof ControlFailure)) return
          const lines = linesOf(shown)
          setFaults(faultsOf(refusal.body).map((fault) => ({ ...fault, line: lineFor(lines, fault.path) })))
        }
      }
    )
  }
  return (
    <>
      <TextEdit
        label="The element as JSON"
        value={shown}
        onChange={(value) => {
          setText(value)
          setFaults([])
        }}
        faults={faults}
      />
      {faults.length === 0 ? <Problem error={error} /> : null}
      <div className={classes["save"]}>
        <Press tone="strong" disabled={text === undefined || text === saved || isPending} onPress={save}>
          Save
        </Press>
        <Press
          disabled={text === undefined}
          onPress={() => {
            setText(undefined)
            setFaults([])
          }}
        >
          Discard
        </Press>
      </div>
    </>
  )
}
