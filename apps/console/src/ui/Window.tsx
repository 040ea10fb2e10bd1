/** A dialog over the page: its frame and its title. */
import type { ReactNode } from "react"
import { Dialog, Heading, Modal, ModalOverlay } from "react-aria-components"
import classes from "./Window.module.css"

interface Of {
  readonly title: string
  readonly size?: "small" | "medium" | "wide"
  /** A question before something is lost; its words are a `Text` in the slot `description`. */
  readonly isQuestion?: boolean
  /** Left out inside of a trigger, which knows it. */
  readonly open?: { readonly is: boolean; readonly set: (open: boolean) => void }
  readonly children: (close: () => void) => ReactNode
}

export const Window = ({ title, size = "small", isQuestion = false, open, children }: Of) => (
  <ModalOverlay
    className={classes["overlay"] ?? ""}
    isDismissable
    {...(open === undefined ? {} : { isOpen: open.is, onOpenChange: open.set })}
  >
    <Modal className={classes["modal"] ?? ""} data-size={size}>
      <Dialog className={classes["dialog"] ?? ""} role={isQuestion ? "alertdialog" : "dialog"}>
        {({ close }) => (
          <>
            <Heading slot="title">{title}</Heading>
            {children(close)}
          </>
        )}
      </Dialog>
    </Modal>
  </ModalOverlay>
)
