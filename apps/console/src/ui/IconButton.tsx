/** A button with an icon alone: its label is its name for everyone, and its tooltip. */
import type { LucideIcon } from "lucide-react"
import { Button, Tooltip, TooltipTrigger } from "react-aria-components"
import classes from "./IconButton.module.css"

interface Of {
  readonly icon: LucideIcon
  readonly label: string
  readonly onPress?: () => void
  readonly pressed?: boolean
  readonly disabled?: boolean
  readonly size?: number
}

export const IconButton = ({ icon: Icon, label, onPress, pressed, disabled = false, size = 18 }: Of) => (
  <TooltipTrigger delay={400}>
    <Button
      className={classes["button"] ?? ""}
      aria-label={label}
      isDisabled={disabled}
      {...(pressed === undefined ? {} : { "aria-pressed": pressed })}
      {...(onPress === undefined ? {} : { onPress })}
    >
      <Icon size={size} aria-hidden />
    </Button>
    <Tooltip className={classes["tip"] ?? ""} offset={6}>
      {label}
    </Tooltip>
  </TooltipTrigger>
)
