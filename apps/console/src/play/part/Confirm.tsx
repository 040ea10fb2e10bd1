/** A button that asks before it does. */
import type { LucideIcon } from "lucide-react"
import { useState } from "react"
import { Text } from "react-aria-components"
import { TextButton } from "../../ui/Buttons.tsx"
import { Window } from "../../ui/Window.tsx"

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
      <Window title={title} isQuestion open={{ is: open, set: setOpen }}>
        {(close) => (
          <>
            <Text slot="description" elementType="p">
              {says}
            </Text>
            <footer>
              <TextButton onPress={close}>Cancel</TextButton>
              <TextButton
                tone="strong"
                onPress={() => {
                  close()
                  onYes()
                }}
              >
                {yes}
              </TextButton>
            </footer>
          </>
        )}
      </Window>
    </>
  )
}
