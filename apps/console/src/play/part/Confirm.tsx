/** A button that asks before it does. */
import type { LucideIcon } from "lucide-react"
import { useState } from "react"
import { Dialog, Heading, Modal, ModalOverlay } from "react-aria-components"
import { TextButton } from "./Buttons.tsx"
import classes from "./Confirm.module.css"

interface Of {
  readonly icon: LucideIcon
  readonly label: string
  readonly tone: "plain" | "strong"
  readonly disabled: boolean
  readonly title: string
  readonly says: string
  readonly yes: string
  readonly onYes: () => void
}

export const Confirm = ({ icon, label, tone, disabled, title, says, yes, onYes }: Of) => {
  const [open, setOpen] = useState(false)
  return (
    <>
      <TextButton icon={icon} tone={tone} disabled={disabled} onPress={() => setOpen(true)}>
        {label}
      </TextButton>
      <ModalOverlay className={classes["overlay"] ?? ""} isOpen={open} onOpenChange={setOpen} isDismissable>
        <Modal>
          <Dialog role="alertdialog" className={classes["dialog"] ?? ""}>
            <Heading slot="title">{title}</Heading>
            <p>{says}</p>
            <footer>
              <TextButton onPress={() => setOpen(false)}>Cancel</TextButton>
              <TextButton
                tone="strong"
                onPress={() => {
                  setOpen(false)
                  onYes()
                }}
              >
                {yes}
              </TextButton>
            </footer>
          </Dialog>
        </Modal>
      </ModalOverlay>
    </>
  )
}
