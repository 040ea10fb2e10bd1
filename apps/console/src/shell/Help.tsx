/** The list of shortcuts, at `?`. */
import { Dialog, Heading, Modal, ModalOverlay } from "react-aria-components"
import classes from "./Help.module.css"
import { SHORTCUTS } from "./Shortcuts.ts"
import { useAsked } from "./useAsked.ts"

const HERE: ReadonlyArray<readonly [keys: string, label: string]> = [
  ["/", "In the composer: pick a command"],
  ["ArrowUp", "In an empty composer: repeat the last use, or edit the last message"],
  ["Shift+F10", "On a message or a person: what can be done"],
  ["Escape", "Close what is open"]
]

export const Help = () => {
  const [open, setOpen] = useAsked("help")
  return (
    <ModalOverlay className={classes["overlay"] ?? ""} isOpen={open} onOpenChange={setOpen} isDismissable>
      <Modal>
        <Dialog className={classes["dialog"] ?? ""}>
          <Heading slot="title">Shortcuts</Heading>
          <dl>
            {[...SHORTCUTS.map(({ keys, label }) => [keys, label] as const), ...HERE].map(([keys, label]) => (
              <div key={keys}>
                <dt>{label}</dt>
                <dd>
                  {keys.split("+").map((key) => (
                    <kbd key={key}>{SHOWN[key] ?? key}</kbd>
                  ))}
                </dd>
              </div>
            ))}
          </dl>
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}

const SHOWN: Readonly<Record<string, string>> = { ArrowUp: "↑", ArrowDown: "↓", Escape: "Esc" }
