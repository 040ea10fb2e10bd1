/** One option: its name and its control. */
import { Paperclip, X } from "lucide-react"
import { type KeyboardEvent, useId } from "react"
import { Button, FileTrigger } from "react-aria-components"
import { readFile, sizeText } from "./Files.ts"
import { type Entry, type Option, OptionType } from "./Picked.ts"
import classes from "./UseBox.module.css"
import type { ListItem, ListKeys } from "./useList.ts"

interface Of {
  readonly option: Option
  readonly entry: Entry
  readonly fault: string | undefined
  /** Of a control with a list. */
  readonly aria: ListKeys<ListItem>["aria"] | undefined
  readonly register: (element: HTMLElement | null) => void
  readonly onFocus: () => void
  readonly onChange: (entry: Entry) => void
  readonly onRemove: () => void
  readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => void
}

const MODES: Readonly<Record<number, "numeric" | "decimal">> = {
  [OptionType.INTEGER]: "numeric",
  [OptionType.NUMBER]: "decimal"
}

export const OptionPill = (of: Of) => {
  const { option, fault, onRemove } = of
  const id = useId()
  const name = option.name_localized ?? option.name
  return (
    <span className={classes["pill"]} data-wrong={fault !== undefined || undefined}>
      <label htmlFor={id}>{name}</label>
      {option.type === OptionType.ATTACHMENT ? <FileControl {...of} id={id} /> : <TextControl {...of} id={id} />}
      {option.required === true ? null : (
        <button
          type="button"
          tabIndex={-1}
          className={classes["remove"]}
          aria-label={`Remove ${name}`}
          onClick={onRemove}
        >
          <X size={13} aria-hidden />
        </button>
      )}
    </span>
  )
}

const TextControl = ({
  id,
  option,
  entry,
  fault,
  aria,
  register,
  onFocus,
  onChange,
  onKeyDown
}: Of & { readonly id: string }) => (
  <input
    id={id}
    ref={register}
    className={classes["control"]}
    value={entry.text}
    inputMode={MODES[option.type]}
    autoComplete="off"
    spellCheck={false}
    aria-invalid={fault !== undefined}
    aria-required={option.required === true}
    title={fault}
    {...aria}
    onFocus={onFocus}
    onChange={(event) => onChange({ name: entry.name, text: event.target.value })}
    onKeyDown={onKeyDown}
  />
)

const FileControl = ({ id, option, entry, register, onFocus, onChange, onKeyDown }: Of & { readonly id: string }) => {
  const take = async (file: File | undefined) => {
    if (file !== undefined) onChange({ name: entry.name, text: "", file: await readFile(file) })
  }
  const { file } = entry
  const chosen = file === undefined ? "Choose or drop a file" : `${file.filename}, ${sizeText(file.size)}`
  return (
    <span onPaste={(event) => void take(event.clipboardData.files[0])}>
      <FileTrigger onSelect={(files) => void take(files?.[0])}>
        <Button
          id={id}
          ref={register}
          className={classes["file"] ?? ""}
          aria-label={`${option.name_localized ?? option.name}: ${chosen}`}
          onFocus={onFocus}
          // The event of React Aria has the fields of React's.
          onKeyDown={(event) => onKeyDown(event as unknown as KeyboardEvent<HTMLElement>)}
        >
          <Paperclip size={13} aria-hidden /> {chosen}
        </Button>
      </FileTrigger>
    </span>
  )
}
