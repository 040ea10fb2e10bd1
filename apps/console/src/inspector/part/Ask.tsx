/** A question in a dialog, before something is lost. */
import type { ReactNode } from "react"
import { Dialog, DialogTrigger, Heading, Modal, ModalOverlay } from "react-aria-components"
import classes from "./Ask.module.css"
import { Press } from "./Bits.tsx"

interface Of {
  /** What opens it. */
  readonly children: ReactNode
  readonly title: string
  readonly says: ReactNode
  readonly act: string
  readonly onAct: () => void
}

export const Ask = ({ children, title, says, act, onAct }: Of) => (
  <DialogTrigger>
    {children}
    <Window title={title}>
      {(close) => (
        <>
          <p>{says}</p>
          <div className={classes["acts"]}>
            <Press onPress={close}>Cancel</Press>
            <Press
              tone="bad"
              onPress={() => {
                close()
                onAct()
              }}
            >
              {act}
            </Press>
          </div>
        </>
      )}
    </Window>
  </DialogTrigger>
)

export const Window = ({
  title,
  children,
  wide = false
}: {
  readonly title: string
  readonly children: (close: () => void) => ReactNode
  readonly wide?: boolean
}) => (
  <ModalOverlay className={classes["overlay"] ?? ""} isDismissable>
    <Modal className={classes["modal"] ?? ""} data-wide={wide || undefined}>
      <Dialog className={classes["dialog"] ?? ""}>
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
