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
  /** What it is called where its words alone do not say it. */
  readonly label?: string
  readonly pressed?: boolean
  /** Sends the form around it. */
  readonly submits?: boolean
}

export const TextButton = ({
  icon: Icon,
  children,
  onPress,
  tone = "plain",
  disabled,
  label,
  pressed,
  submits
}: Of) => (
  <Button
    className={classes["button"] ?? ""}
    data-tone={tone}
    isDisabled={disabled === true}
    type={submits === true ? "submit" : "button"}
    {...(onPress && { onPress })}
    {...(label === undefined ? {} : { "aria-label": label })}
    {...(pressed === undefined ? {} : { "aria-pressed": pressed })}
  >
    {Icon === undefined ? null : <Icon size={15} aria-hidden />}
    {children}
  </Button>
)
