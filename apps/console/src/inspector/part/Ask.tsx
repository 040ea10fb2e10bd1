/** A question in a dialog, before something is lost. */
import type { ReactNode } from "react"
import { DialogTrigger, Text } from "react-aria-components"
import { Window } from "../../ui/Window.tsx"
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
    <Window title={title} isQuestion>
      {(close) => (
        <>
          <Text slot="description" elementType="p">
            {says}
          </Text>
          <footer>
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
          </footer>
        </>
      )}
    </Window>
  </DialogTrigger>
)
