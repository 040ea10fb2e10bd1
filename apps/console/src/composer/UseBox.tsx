/** A command and the controls of its options, in one line. */
import { useQuery } from "@tanstack/react-query"
import { type KeyboardEvent, useMemo, useRef, useState } from "react"
import type { At } from "../use/Uses.ts"
import { hasList, type Offer, offersOf, type UseItem } from "./OptionChoices.ts"
import { OptionPanel } from "./OptionPanel.tsx"
import { OptionPill } from "./OptionPill.tsx"
import { faultOf } from "./OptionRule.ts"
import { Panel } from "./Panel.tsx"
import { type Entry, leftOf, optionOf, type Picked, shownPath, withEntry, withOption, withoutOption } from "./Picked.ts"
import { surroundingsQuery } from "./Reads.ts"
import { usePicked } from "./Sending.ts"
import classes from "./UseBox.module.css"
import { useChoices } from "./useChoices.ts"
import { useList } from "./useList.ts"
import { TAIL, TEXT, useFocusing, write } from "./Written.ts"

interface Of {
  readonly at: At
  readonly picked: Picked
  readonly focus: string | undefined
  /** Whether the focus is within the composer. */
  readonly isActive: boolean
}

const begins = (item: UseItem, text: string): boolean =>
  item.kind === "offer" && item.text.toLowerCase().startsWith(text.toLowerCase())

export const UseBox = ({ at, picked, focus, isActive }: Of) => {
  const [here, setHere] = useState<string>()
  const [isOpen, setOpen] = useState(true)
  const [isTried, setTried] = useState(false)
  const [tail, setTail] = useState("")
  const elements = useRef(new Map<string, HTMLElement>())
  const { data: around } = useQuery(surroundingsQuery(at))
  useFocusing(at, focus, (name) => elements.current.get(name))

  const entry = picked.entries.find(({ name }) => name === here)
  const option = entry === undefined ? undefined : optionOf(picked, entry.name)
  const asked = useChoices(at, picked, isActive && isOpen && option?.autocomplete === true ? option.name : undefined)
  const typedTail = here === TAIL ? tail : undefined
  const items = useMemo(
    () => itemsOf(picked, typedTail, option && entry && offersOf(option, entry, around, asked)),
    [picked, typedTail, option, entry, around, asked]
  )
  const text = here === TAIL ? tail : (entry?.text ?? "")
  const isListed = isActive && isOpen && items.length > 0
  const keys = useList<UseItem>({
    items,
    isOpen: isListed,
    canChoose: () => true,
    text: `${here} ${text}`,
    // Enter means the text as long as nothing is typed, or the choices are those of another text and none fits.
    isMeant: (item) => text !== "" && (option?.autocomplete !== true || asked.of === text || begins(item, text)),
    onClose: () => setOpen(false),
    onChoose: (item) => {
      if (item.kind === "option") {
        setTail("")
        write(at, { picked: withOption(picked, item.option.name), focus: item.option.name })
      } else if (entry !== undefined) {
        const filled = withEntry(picked, { ...entry, text: item.text, value: item.value })
        setOpen(false)
        write(at, { picked: filled, focus: after(picked, entry.name) })
      }
    }
  })

  const submit = () => {
    const wrong = usePicked(at, picked)
    if (wrong === undefined) return
    setTried(true)
    write(at, { focus: wrong })
  }
  const change = (changed: Entry) => {
    setOpen(true)
    write(at, { picked: withEntry(picked, changed) })
  }
  const remove = (name: string) => {
    const before = picked.entries[picked.entries.findIndex((one) => one.name === name) - 1]
    const isRequired = optionOf(picked, name)?.required === true
    if (isRequired && before === undefined) return leave()
    write(at, { picked: isRequired ? picked : withoutOption(picked, name), focus: before?.name ?? TAIL })
  }
  const leave = () => write(at, { picked: undefined, stale: undefined, text: "", focus: TEXT })
  const removeLast = () => {
    const last = picked.entries.at(-1)
    if (last === undefined) leave()
    else if (optionOf(picked, last.name)?.required === true) write(at, { focus: last.name })
    else remove(last.name)
  }

  const onKeyDown = (event: KeyboardEvent<HTMLElement>, onEmpty: () => void) => {
    if (keys.onKeyDown(event) || event.nativeEvent.isComposing) return
    const { key, currentTarget } = event
    const isEmpty = !(currentTarget instanceof HTMLInputElement) || currentTarget.value === ""
    if (key === "Enter" && currentTarget instanceof HTMLInputElement) submit()
    else if (key === "Backspace" && isEmpty) onEmpty()
    else if (key === "Escape") leave()
    else if (isListed || !step(event, [...picked.entries.map(({ name }) => name), TAIL], here, elements.current)) return
    event.preventDefault()
    event.stopPropagation()
  }
  const onFocus = (name: string) => {
    setHere(name)
    setOpen(picked.entries.find((one) => one.name === name)?.value === undefined)
  }
  const register = (name: string) => (element: HTMLElement | null) => {
    if (element === null) elements.current.delete(name)
    else elements.current.set(name, element)
  }
  const path = shownPath(picked.row)

  return (
    <>
      {isActive && here !== undefined ? (
        <Panel>
          <OptionPanel
            option={option}
            entry={entry}
            list={isListed ? keys.list : undefined}
            asked={asked}
            row={picked.row}
          />
        </Panel>
      ) : null}
      <fieldset className={classes["use"]} aria-label={`/${path}`}>
        <span className={classes["command"]}>/{path}</span>
        {picked.entries.map((each) => {
          const own = optionOf(picked, each.name)
          if (own === undefined) return null
          const fault = faultOf(own, each)
          return (
            <OptionPill
              key={each.name}
              option={own}
              entry={each}
              fault={isTried || (each.text !== "" && here !== each.name) || each.file !== undefined ? fault : undefined}
              aria={hasList(own) ? (here === each.name ? keys.aria : CLOSED) : undefined}
              register={register(each.name)}
              onFocus={() => onFocus(each.name)}
              onChange={change}
              onRemove={() => remove(each.name)}
              onKeyDown={(event) => onKeyDown(event, () => remove(each.name))}
            />
          )
        })}
        <input
          ref={register(TAIL)}
          className={classes["tail"]}
          value={tail}
          placeholder={picked.entries.length === 0 ? "Enter uses it" : ""}
          aria-label={`Further options of /${path}. Enter uses it`}
          {...(leftOf(picked).length === 0 ? {} : here === TAIL ? keys.aria : CLOSED)}
          autoComplete="off"
          spellCheck={false}
          onFocus={() => onFocus(TAIL)}
          onChange={(event) => {
            setOpen(true)
            setTail(event.target.value)
          }}
          onKeyDown={(event) => onKeyDown(event, removeLast)}
        />
        {leftOf(picked).map(({ name, name_localized, description_localized }) => (
          <button
            key={name}
            type="button"
            className={classes["more"]}
            title={description_localized}
            aria-label={`Add ${name_localized ?? name}`}
            onClick={() => write(at, { picked: withOption(picked, name), focus: name })}
          >
            +{name_localized ?? name}
          </button>
        ))}
      </fieldset>
    </>
  )
}

/** Of a control whose list is not shown. */
const CLOSED = {
  role: "combobox",
  "aria-expanded": false,
  "aria-controls": undefined,
  "aria-activedescendant": undefined,
  "aria-autocomplete": "list",
  "aria-haspopup": "listbox"
} as const

const itemsOf = (picked: Picked, tail: string | undefined, offers: ReadonlyArray<Offer> | undefined) => {
  if (tail === undefined) return offers ?? NOTHING
  const typed = tail.trim().replace(/^\+/, "").toLowerCase()
  return leftOf(picked).flatMap((option): ReadonlyArray<UseItem> => {
    const name = option.name_localized ?? option.name
    const fits = name.toLowerCase().includes(typed)
    return fits ? [{ kind: "option", key: option.name, option }] : []
  })
}

const NOTHING: ReadonlyArray<UseItem> = []

const after = ({ entries }: Picked, name: string): string =>
  entries[entries.findIndex((entry) => entry.name === name) + 1]?.name ?? TAIL

/** Arrows at an end of a control go to its neighbour. */
const step = (
  { key, currentTarget }: KeyboardEvent<HTMLElement>,
  names: ReadonlyArray<string>,
  here: string | undefined,
  elements: ReadonlyMap<string, HTMLElement>
): boolean => {
  const by = key === "ArrowLeft" ? -1 : key === "ArrowRight" ? 1 : 0
  if (by === 0 || here === undefined) return false
  if (currentTarget instanceof HTMLInputElement) {
    const { selectionStart, selectionEnd, value } = currentTarget
    if (selectionStart !== selectionEnd || selectionStart !== (by < 0 ? 0 : value.length)) return false
  }
  const next = elements.get(names[names.indexOf(here) + by] ?? "")
  next?.focus()
  return next !== undefined
}
