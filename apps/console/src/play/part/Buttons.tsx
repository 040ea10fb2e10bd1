/** Buttons with words. */
import type { LucideIcon } from "lucide-react"
import { Button } from "react-aria-components"
import classes from "./Buttons.module.css"

interface Of {
  readonly icon?: LucideIcon
  readonly children: string
  /** Left out where something around it is told. */
  readonly onPress?: () => void
  readonly tone?: "plain" | "strong" | "bad"
  readonly disabled?: boolean
}

export const TextButton = ({ icon: Icon, children, onPress, tone = "plain", disabled = false }: Of) => (
  <Button className={classes["button"] ?? ""} data-tone={tone} isDisabled={disabled} {...(onPress && { onPress })}>
    {Icon === undefined ? null : <Icon size={15} aria-hidden />}
    {children}
  </Button>
)
