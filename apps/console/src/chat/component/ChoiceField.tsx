/** A field that shows what is chosen and opens the list of choices: the selects of messages and of modals. */
import { ChevronDown, LoaderCircle } from "lucide-react"
import { lazy, Suspense } from "react"
import { Button, DialogTrigger, Popover } from "react-aria-components"
import { useChat } from "../context/Chat.ts"
import classes from "./ChoiceField.module.css"
import { choicesOf, wanted } from "./Choices.ts"
import type { Part } from "./Part.ts"

const ChoiceList = lazy(() => import("./ChoiceList.tsx"))

interface Of {
  readonly part: Part
  readonly label: string
  readonly bounds: { readonly min: number; readonly max: number }
  readonly chosen: ReadonlyArray<string>
  readonly onChange: (chosen: ReadonlyArray<string>) => void
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
  readonly busy?: boolean
  readonly invalid?: boolean
}

export const ChoiceField = ({ part, label, bounds, chosen, onChange, open, onOpenChange, busy, invalid }: Of) => {
  const { people, place } = useChat()
  const choices = choicesOf(part, people, place.guild?.id)
  const names = chosen.map((id) => choices.find((choice) => choice.id === id)?.name ?? id)
  return (
    <DialogTrigger isOpen={open} onOpenChange={onOpenChange}>
      <Button
        className={classes["field"] ?? ""}
        isDisabled={part.disabled === true || busy === true}
        data-invalid={invalid || undefined}
      >
        {names.length === 0 && label === part.placeholder ? null : <span className="hidden">{label}</span>}
        <span className={classes["value"]} data-empty={names.length === 0 || undefined}>
          {names.length === 0
            ? (part.placeholder ?? wanted(bounds))
            : // Options may share a name.
              chosen.map((id, at) => <b key={id}>{names[at]}</b>)}
        </span>
        {busy === true ? (
          <LoaderCircle size={16} className={classes["busy"]} aria-label="Sending" />
        ) : (
          <ChevronDown size={16} aria-hidden />
        )}
      </Button>
      <Popover className={classes["popover"] ?? ""} placement="bottom start" offset={4} aria-label={label}>
        <Suspense>
          <ChoiceList label={label} choices={choices} chosen={chosen} max={bounds.max} onChange={onChange} />
        </Suspense>
        {bounds.max > 1 ? (
          <p className={classes["count"]} data-short={chosen.length < bounds.min || undefined}>
            {wanted(bounds)} · {chosen.length} chosen
          </p>
        ) : null}
      </Popover>
    </DialogTrigger>
  )
}
