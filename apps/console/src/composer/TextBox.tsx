/** The text of a message, or of a command until one is chosen. */
import { useQuery } from "@tanstack/react-query"
import { AtSign, Hash, Shield } from "lucide-react"
import { type ClipboardEvent, type KeyboardEvent, useRef, useState } from "react"
import { queries } from "../api/Queries.ts"
import type { Place } from "../place/Places.ts"
import { useScreen } from "../state/Screen.ts"
import { Avatar } from "../ui/Avatar.tsx"
import type { At } from "../use/Uses.ts"
import { type Suggestion, suggestionsFor, type Token, tokenAt } from "./Completion.ts"
import classes from "./Composer.module.css"
import { ListPanel } from "./ListPanel.tsx"
import { Panel } from "./Panel.tsx"
import { Picker } from "./Picker.tsx"
import type { PickerItem } from "./PickerItems.ts"
import { commandsQuery, type Surroundings, surroundingsQuery } from "./Reads.ts"
import { repeat } from "./Repeat.ts"
import { announceTyping, choose, putPicked, saveEdit, say, stopEdit, useTyped } from "./Sending.ts"
import type { Voice } from "./Silence.ts"
import { fromText } from "./UseText.ts"
import { type ListItem, type ListKeys, useList } from "./useList.ts"
import { usePicker } from "./usePicker.ts"
import { isEmpty, TEXT, useFocusing, type Written, write, writtenIn } from "./Written.ts"

interface Of {
  readonly at: At
  readonly place: Place
  readonly written: Written
  readonly voice: Voice
  readonly isActive: boolean
  readonly onFiles: (files: FileList) => void
}

type Suggested = ListItem & { readonly suggestion: Suggestion }

export const TextBox = ({ at, place, written, voice, isActive, onFiles }: Of) => {
  const { text, editing } = written
  const element = useRef<HTMLTextAreaElement>(null)
  const [caret, setCaret] = useState(0)
  // The text for which the lists were closed by Escape.
  const [closed, setClosed] = useState<string>()
  useFocusing(at, written.focus, (name) => (name === TEXT ? element.current : undefined))

  const isCommand = text.startsWith("/") && editing === undefined && !text.includes("\n")
  const isOpen = isActive && closed !== text
  const typed = isCommand ? text.slice(1) : undefined
  const { found, isBehind } = usePicker(at, place, isOpen ? typed : undefined)
  const picker = useList<PickerItem>({
    items: found.items,
    isOpen: isOpen && isCommand,
    canChoose: ({ kind }) => kind !== "head",
    text,
    onClose: () => setClosed(text),
    onChoose: (item) => {
      if (item.kind === "row") choose(at, item.row)
      else if (item.kind === "hidden") useScreen.getState().inspect(`explain/${item.command.id}`)
    }
  })

  const token = isCommand ? undefined : tokenAt(text, caret)
  const { data: around } = useQuery({ ...surroundingsQuery(at), enabled: isActive })
  const suggested = token === undefined ? NONE : suggestedFor(token, around)
  const words = useList<Suggested>({
    items: suggested,
    isOpen: isOpen && suggested.length > 0,
    canChoose: () => true,
    text: token?.typed ?? "",
    onClose: () => setClosed(text),
    onChoose: ({ suggestion: { shown, sent } }) => {
      if (token === undefined) return
      const before = `${text.slice(0, token.start)}${shown} `
      const mentions = shown === sent ? written.mentions : { ...written.mentions, [shown]: sent }
      write(at, { text: `${before}${text.slice(token.end).replace(/^ /, "")}`, mentions })
      requestAnimationFrame(() => element.current?.setSelectionRange(before.length, before.length))
      setCaret(before.length)
    }
  })

  const submit = () => {
    if (editing !== undefined) return void saveEdit(at)
    if (isCommand) return void sendCommand(at, isBehind)
    // The bar above says why not.
    if (voice.silent === undefined) void say(at)
  }

  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.nativeEvent.isComposing) return
    const { key, shiftKey } = event
    const plain = !shiftKey && !event.ctrlKey && !event.metaKey && !event.altKey
    // Rows of an earlier text are not what is meant.
    if (isCommand && isBehind && plain && (key === "Enter" || key === "Tab")) void sendCommand(at, true)
    else if (isCommand ? picker.onKeyDown(event) : words.onKeyDown(event)) return
    else if (key === "Enter" && !shiftKey) submit()
    else if (key === "Tab" && plain && isCommand) void makeFields(at)
    else if (key === "ArrowUp" && plain && isEmpty(written)) void repeat(at)
    else if (key === "Escape" && editing !== undefined) stopEdit(at)
    else return
    event.preventDefault()
  }

  const onPaste = (event: ClipboardEvent) => {
    if (event.clipboardData.files.length === 0) return
    event.preventDefault()
    onFiles(event.clipboardData.files)
  }

  const label = editing === undefined ? `Message ${place.direct === undefined ? "#" : ""}${place.name}` : "Edit message"
  const hint = voice.silent === undefined ? `${label}, or / for commands` : "/ for commands"
  return (
    <>
      {isOpen && typed !== undefined ? (
        <Panel>
          <Picker at={at} list={picker.list} found={found} />
        </Panel>
      ) : null}
      {isOpen && suggested.length > 0 ? (
        <Panel isPadded>
          <span className="hidden" role="status">
            {`${suggested.length} suggestions. Arrows choose one.`}
          </span>
          <ListPanel
            list={words.list}
            text={token?.typed ?? ""}
            label="Suggestions"
            rowHeight={36}
            render={renderSuggested}
          />
        </Panel>
      ) : null}
      <textarea
        ref={element}
        className={classes["text"]}
        rows={1}
        value={text}
        aria-label={label}
        placeholder={editing === undefined ? hint : label}
        autoComplete="off"
        {...textAria(isCommand ? picker.aria : words.aria)}
        onChange={(event) => {
          setCaret(event.target.selectionStart)
          setClosed(undefined)
          write(at, { text: event.target.value, problem: undefined })
          if (event.target.value !== "" && !event.target.value.startsWith("/") && voice.silent === undefined)
            announceTyping(at)
        }}
        onSelect={(event) => setCaret(event.currentTarget.selectionStart)}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
      />
    </>
  )
}

/** A text of several lines cannot have the role of a combo box. */
const textAria = ({ role: _, "aria-expanded": __, ...aria }: ListKeys<ListItem>["aria"]) => aria

const NONE: ReadonlyArray<Suggested> = []

const suggestedFor = (token: Token, around: Surroundings | undefined): ReadonlyArray<Suggested> =>
  suggestionsFor(token, around).map((suggestion) => ({ kind: "suggestion", key: suggestion.key, suggestion }))

/** An option with its value: the text is a whole use. */
const HAS_OPTION = /\s\S+:/

/**
 * Enter on a command: a text with options is used as it is; else the first command that matches is chosen, once the
 * server has answered for this text.
 */
const sendCommand = async (at: At, isBehind: boolean): Promise<void> => {
  const { text } = writtenIn(at)
  if (HAS_OPTION.test(text) || !isBehind) return useTyped(at)
  const rows = await queries.fetchQuery(commandsQuery(at, text.slice(1))).catch(() => [])
  if (writtenIn(at).text !== text) return
  const [first] = rows
  if (first === undefined) useTyped(at)
  else choose(at, first)
}

/** Makes fields of a whole text. */
const makeFields = async (at: At): Promise<void> => {
  const { text } = writtenIn(at)
  const rows = await queries.fetchQuery(commandsQuery(at, "")).catch(() => [])
  const around = await queries.fetchQuery(surroundingsQuery(at)).catch(() => undefined)
  const picked = fromText(text, rows, around)
  if (writtenIn(at).text !== text) return
  if (picked === undefined)
    write(at, { problem: "This text cannot be read as a command. Enter shows what the service says." })
  else putPicked(at, picked)
}

const renderSuggested = ({ suggestion: { key, name, detail, kind, shown } }: Suggested) => (
  <>
    {kind === "person" ? <Avatar id={key} name={name} size={24} /> : null}
    {kind === "role" ? name === "everyone" ? <AtSign size={16} aria-hidden /> : <Shield size={16} aria-hidden /> : null}
    {kind === "channel" ? <Hash size={16} aria-hidden /> : null}
    {kind === "emoji" ? <span aria-hidden>{shown}</span> : null}
    <span>{kind === "emoji" ? `:${name}:` : name}</span>
    <small className={classes["faint"]}>{detail}</small>
  </>
)
