/** Where a person writes: a message, or a command with its options. Source: product.md "Console". */
import { CirclePlus, SendHorizontal } from "lucide-react"
import { type DragEvent, memo, useCallback, useEffect, useMemo, useRef, useState } from "react"
import { FileTrigger } from "react-aria-components"
import { queries } from "../api/Queries.ts"
import type { Place } from "../place/Places.ts"
import { keyOfDraft, setDraft, useDrafts } from "../state/Draft.ts"
import { IconButton } from "../ui/IconButton.tsx"
import type { At } from "../use/Uses.ts"
import { Activities } from "./Activity.tsx"
import { Apps } from "./Apps.tsx"
import { Bars } from "./Bars.tsx"
import { fromWire, toWire } from "./Completion.ts"
import classes from "./Composer.module.css"
import { EndMenu } from "./EndMenu.tsx"
import { FileChips } from "./FileChips.tsx"
import { readFile, readFiles } from "./Files.ts"
import { OptionType, type Picked, withEntry, withOption } from "./Picked.ts"
import { surroundingsQuery } from "./Reads.ts"
import { excessOf, LIMIT, saveEdit, say, usePicked, useTyped } from "./Sending.ts"
import { voiceIn } from "./Silence.ts"
import { TextBox } from "./TextBox.tsx"
import { UseBox } from "./UseBox.tsx"
import { TEXT, useWritten, type Written, write, writtenIn } from "./Written.ts"

export const Composer = ({ user_id, place }: { readonly user_id: string; readonly place: Place }) => {
  const channel_id = place.id
  // Parts that do not show the text are not drawn again while somebody types.
  const at = useMemo((): At => ({ user_id, channel_id }), [user_id, channel_id])
  const written = useWritten(at)
  const voice = useMemo(() => voiceIn(place), [place])
  const { picked, text, files, editing, stale, problem } = written
  const [isActive, setActive] = useState(false)
  const [isOver, setOver] = useState(false)
  const root = useRef<HTMLFormElement>(null)
  useInserted(at)

  const attach = useCallback(
    (given: Iterable<File>) => void attachTo(at, [...given], voice.noFiles),
    [at, voice.noFiles]
  )
  const onDrop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    attach(event.dataTransfer.files)
  }
  const cannotSend = voice.silent !== undefined && picked === undefined && !text.startsWith("/")

  return (
    <div className={classes["place"]}>
      <Activities at={at} />
      <form
        ref={root}
        className={classes["composer"]}
        data-over={isOver || undefined}
        aria-label="Composer"
        onFocus={() => setActive(true)}
        onBlur={({ relatedTarget }) => {
          if (!(root.current?.contains(relatedTarget) ?? false)) setActive(false)
        }}
        onDragOver={(event) => {
          if (!event.dataTransfer.types.includes("Files")) return
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={onDrop}
        onSubmit={(event) => {
          event.preventDefault()
          submit(at)
        }}
      >
        <Bars at={at} place={place} editing={editing} stale={stale} problem={problem} row={picked?.row} voice={voice} />
        <FileChips at={at} files={files} />
        <div className={classes["line"]}>
          <Attach onFiles={attach} reason={picked === undefined ? voice.noFiles : undefined} />
          {picked === undefined ? (
            <TextBox at={at} place={place} written={written} voice={voice} isActive={isActive} onFiles={attach} />
          ) : (
            <UseBox at={at} picked={picked} focus={written.focus} isActive={isActive} />
          )}
          <Counter written={written} />
          <span className={classes["end"]}>
            <EndMenu at={at} />
            <Apps at={at} />
            <Send at={at} disabled={cannotSend} />
          </span>
        </div>
        {isOver ? <div className={classes["drop"]}>Drop to attach</div> : null}
      </form>
    </div>
  )
}

const Attach = memo(
  ({ onFiles, reason }: { readonly onFiles: (files: FileList) => void; readonly reason: string | undefined }) => (
    <FileTrigger allowsMultiple onSelect={(files) => files !== null && onFiles(files)}>
      <IconButton icon={CirclePlus} label={reason ?? "Attach a file"} disabled={reason !== undefined} />
    </FileTrigger>
  )
)

const Send = memo(({ at, disabled }: { readonly at: At; readonly disabled: boolean }) => (
  <IconButton icon={SendHorizontal} label="Send" disabled={disabled} onPress={() => submit(at)} />
))

/** Files fill an option of the command, or go with the message. */
const attachTo = async (at: At, [first, ...more]: ReadonlyArray<File>, refused: string | undefined) => {
  if (first === undefined) return
  const { picked } = writtenIn(at)
  if (picked !== undefined) {
    const slot = fileSlot(picked)
    if (slot === undefined) return write(at, { problem: "This command takes no file." })
    const open = picked.entries.some(({ name }) => name === slot) ? picked : withOption(picked, slot)
    return write(at, { picked: withEntry(open, { name: slot, text: "", file: await readFile(first) }) })
  }
  if (refused !== undefined) return write(at, { problem: refused })
  const read = await readFiles([first, ...more])
  write(at, { files: [...writtenIn(at).files, ...read], problem: undefined, focus: TEXT })
}

const submit = (at: At): void => {
  const { picked, editing, text } = writtenIn(at)
  if (picked !== undefined) {
    const wrong = usePicked(at, picked)
    if (wrong !== undefined) write(at, { focus: wrong })
  } else if (editing !== undefined) void saveEdit(at)
  else if (text.startsWith("/")) useTyped(at)
  else void say(at)
}

/** The option that a dropped file fills: an empty one that is shown, or else one that can be added. */
const fileSlot = ({ row, entries }: Picked): string | undefined => {
  const takers = (row.options ?? []).filter(({ type }) => type === OptionType.ATTACHMENT).map(({ name }) => name)
  const shown = takers.find((name) => entries.some((entry) => entry.name === name && entry.file === undefined))
  return shown ?? takers.find((name) => !entries.some((entry) => entry.name === name)) ?? takers[0]
}

/** Characters from the limit at which the counter appears. */
const NEAR = 200

const Counter = ({ written: { picked, text, mentions } }: { readonly written: Written }) => {
  if (picked !== undefined || text.length < LIMIT - NEAR || text.startsWith("/")) return null
  const excess = excessOf(toWire(text.trim(), mentions))
  const left = LIMIT - toWire(text.trim(), mentions).length
  return (
    <span className={classes["count"]} data-over={excess > 0 || undefined} role="status">
      {excess > 0 ? `${excess} too many` : `${Math.max(0, left)} left`}
    </span>
  )
}

/** Puts texts of other parts of the page into the composer. */
const useInserted = ({ user_id, channel_id }: At): void => {
  const key = keyOfDraft(user_id, channel_id)
  const draft = useDrafts((drafts) => drafts[key])
  useEffect(() => {
    if (draft?.reply_to !== undefined && draft.insert === undefined) write({ user_id, channel_id }, { focus: TEXT })
    if (draft?.insert === undefined) return
    const { insert, reply_to } = draft
    setDraft(user_id, channel_id, reply_to === undefined ? undefined : { reply_to })
    void insertInto({ user_id, channel_id }, insert)
  }, [draft, user_id, channel_id])
}

/** Mentions show as names; a command takes the place of what is written. */
const insertInto = async (at: At, inserted: string): Promise<void> => {
  const around = await queries.fetchQuery(surroundingsQuery(at)).catch(() => undefined)
  const { text, mentions } = fromWire(inserted, around)
  const before = writtenIn(at)
  const space = before.text === "" || /\s$/.test(before.text) ? "" : " "
  write(at, {
    text: text.startsWith("/") ? text : `${before.text}${space}${text}`,
    mentions: { ...before.mentions, ...mentions },
    picked: undefined,
    stale: undefined,
    focus: TEXT
  })
}
