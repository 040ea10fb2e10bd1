/** A modal of an app: its fields, and what the server says about what was filled in. */
import { LoaderCircle, TextSearch, X } from "lucide-react"
import { useMemo, useState } from "react"
import { Button, Dialog, Form, Heading, Modal, ModalOverlay } from "react-aria-components"
import { useScreen } from "../../state/Screen.ts"
import { closeModal, type OpenModal, type Submitted, sendModal } from "../../use/Uses.ts"
import { partsOf } from "../component/Part.ts"
import classes from "./ModalDialog.module.css"
import { bodyOf, type Faults, faultsIn, faultsOf, fieldsOf, firstValues } from "./ModalForm.ts"
import { ModalPart } from "./ModalPart.tsx"

export const ModalDialog = ({ open }: { readonly open: OpenModal }) => {
  const parts = partsOf(open.modal.components)
  const fields = useMemo(() => fieldsOf(parts), [parts])
  const [values, setValues] = useState(() => firstValues(fields))
  const [faults, setFaults] = useState<Faults>({})
  const [failed, setFailed] = useState<Submitted>()
  const [busy, setBusy] = useState(false)
  const close = () => closeModal(open.interaction_id)

  const submit = async () => {
    const found = faultsOf(fields, values)
    setFaults(found)
    if (Object.keys(found).length > 0 || busy) return
    setBusy(true)
    setFailed(undefined)
    const answer = await sendModal(open, await bodyOf(fields, values))
    setBusy(false)
    setFaults(faultsIn(answer))
    if (answer.because !== undefined) setFailed(answer)
  }

  return (
    <ModalOverlay
      className={classes["overlay"] ?? ""}
      isOpen
      onOpenChange={(isOpen) => {
        if (!isOpen) close()
      }}
    >
      <Modal className={classes["modal"] ?? ""}>
        <Dialog className={classes["dialog"] ?? ""}>
          <header>
            <div>
              <Heading slot="title">{open.modal.title}</Heading>
              <p>What you write here goes to an app.</p>
            </div>
            <Button className={classes["close"] ?? ""} aria-label="Close" onPress={close}>
              <X size={20} aria-hidden />
            </Button>
          </header>
          <Form
            className={classes["form"] ?? ""}
            validationBehavior="aria"
            onSubmit={(event) => {
              event.preventDefault()
              void submit()
            }}
          >
            <div className={classes["fields"]} ref={focusFirst}>
              {parts.map((part, at) => (
                <ModalPart
                  key={part.id ?? at}
                  part={part}
                  values={values}
                  faults={faults}
                  onChange={(name, value) => {
                    setValues((now) => ({ ...now, [name]: value }))
                    setFaults(({ [name]: _, ...others }) => others)
                  }}
                />
              ))}
            </div>
            {failed === undefined ? null : <Failure failed={failed} />}
            <footer>
              <Button className={classes["cancel"] ?? ""} onPress={close}>
                Cancel
              </Button>
              <Button type="submit" className={classes["submit"] ?? ""} isDisabled={busy}>
                {busy ? <LoaderCircle size={16} className={classes["busy"]} aria-hidden /> : null}
                {busy ? "Submitting …" : "Submit"}
              </Button>
            </footer>
          </Form>
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}

/** Whoever opens a modal writes at once: into the first field, or at what is chosen there. */
const focusFirst = (fields: HTMLDivElement | null): void => {
  const first = fields?.querySelector("[data-field]")
  const place =
    first?.querySelector<HTMLElement>("input:checked") ??
    first?.querySelector<HTMLElement>("input:not([type=file], [type=hidden]), textarea, button")
  place?.focus()
}

const Failure = ({ failed: { because, interaction_id } }: { readonly failed: Submitted }) => (
  <p className={classes["failure"]} role="alert">
    {because}
    {interaction_id === undefined ? null : (
      <Button onPress={() => useScreen.getState().inspect(`interaction/${interaction_id}`)}>
        <TextSearch size={14} aria-hidden /> Why?
      </Button>
    )}
  </p>
)
