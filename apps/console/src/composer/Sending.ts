/** What happens when a person presses Enter. */
import { count } from "@backlot/domain/base/CodePoints"
import { message as limits } from "@backlot/domain/base/Limits"
import { type BodyOf, control } from "../api/Control.ts"
import { sentenceOf } from "../api/ControlFailure.ts"
import { queries } from "../api/Queries.ts"
import { keyOfDraft, setDraft, useDrafts } from "../state/Draft.ts"
import { type At, runCommand } from "../use/Uses.ts"
import { fromWire, toWire } from "./Completion.ts"
import { firstFault } from "./OptionRule.ts"
import { optionOf, type Picked, type PickedFile, pick, type Row, sentValue } from "./Picked.ts"
import { commandsQuery, type Surroundings, surroundingsQuery } from "./Reads.ts"
import { bodyOf } from "./UseBody.ts"
import { refitted, textOf, titleOf } from "./UseText.ts"
import { clear, isEmpty, TAIL, TEXT, write, writtenIn } from "./Written.ts"

export const aroundOf = (at: At): Surroundings | undefined => queries.getQueryData(surroundingsQuery(at).queryKey)

/** Characters beyond the limit of a message. */
export const excessOf = (content: string): number => Math.max(0, count(content) - limits.contentMax)

export const LIMIT = limits.contentMax

type Said = BodyOf<"say">

/** The body of what stands in the text; undefined if there is nothing to say. */
export const sayingOf = (at: At): Said | undefined => {
  const { text, mentions, files } = writtenIn(at)
  const content = toWire(text.trim(), mentions)
  const reply_to = useDrafts.getState()[keyOfDraft(at.user_id, at.channel_id)]?.reply_to
  if (content === "" && files.length === 0) return undefined
  return {
    ...(content === "" ? {} : { content }),
    ...(reply_to === undefined ? {} : { reply_to }),
    ...(files.length === 0 ? {} : { attachments: files.map(uploadOf) })
  }
}

const uploadOf = ({ filename, content_type, base64 }: PickedFile) => ({ filename, content_type, base64 })

/** Sends the text as a message. */
export const say = async (at: At): Promise<void> => {
  const body = sayingOf(at)
  if (body === undefined || excessOf(body.content ?? "") > 0) return
  const before = writtenIn(at)
  clear(at)
  setDraft(at.user_id, at.channel_id, undefined)
  try {
    await control("say", { ...at }, { body })
  } catch (error) {
    giveBack(at, { ...before, problem: sentenceOf(error) })
    if (body.reply_to != null) setDraft(at.user_id, at.channel_id, { reply_to: body.reply_to })
  }
}

/** What was written comes back, unless something else is written already. */
const giveBack = (at: At, before: ReturnType<typeof writtenIn>) => {
  if (isEmpty(writtenIn(at))) write(at, before)
  else write(at, { problem: before.problem })
}

/** Saves the text of the message that is edited. */
export const saveEdit = async (at: At): Promise<void> => {
  const { text, mentions, editing } = writtenIn(at)
  const content = toWire(text.trim(), mentions)
  if (editing === undefined || content === "" || excessOf(content) > 0) return
  try {
    await control("edit_said", { ...at, message_id: editing.message_id }, { body: { content } })
    stopEdit(at)
  } catch (error) {
    write(at, { problem: sentenceOf(error) })
  }
}

export const startEdit = (at: At, message_id: string, content: string): void => {
  const { text, mentions } = fromWire(content, aroundOf(at))
  write(at, { text, mentions, editing: { message_id, before: writtenIn(at).text }, problem: undefined, focus: TEXT })
}

export const stopEdit = (at: At): void =>
  write(at, { text: writtenIn(at).editing?.before ?? "", editing: undefined, problem: undefined, focus: TEXT })

/** Uses a whole text such as `/adopt animal:Dog`. */
export const useTyped = (at: At): void => {
  const { text, mentions } = writtenIn(at)
  const typed = toWire(text.trim(), mentions)
  clear(at)
  void runCommand(at, text.trim(), { text: typed }, { text: typed })
}

/** Uses the command with its controls, or reads it again if it has changed. Gives the first control that is not right, if there is one. */
export const usePicked = (at: At, picked: Picked): string | undefined => {
  const fault = firstFault(picked)
  if (fault !== undefined) return fault.name
  const before = writtenIn(at)
  // This version would be refused again.
  if (before.stale !== undefined) {
    void reload(at)
    return undefined
  }
  clear(at)
  void runCommand(at, titleOf(picked), bodyOf(picked), {
    text: textOf(picked, aroundOf(at)),
    shown: shownOf(picked),
    refused: ({ body }) => {
      if (body.reason !== "stale" || !isEmpty(writtenIn(at))) return false
      write(at, { ...before, stale: body, focus: TAIL })
      return true
    }
  })
  return undefined
}

/** Names of values that only the app or the server knows. */
const shownOf = (picked: Picked): Readonly<Record<string, string>> =>
  Object.fromEntries(
    picked.entries.flatMap((entry) => {
      const option = optionOf(picked, entry.name)
      const value = option === undefined ? undefined : sentValue(option, entry)
      return value === undefined || String(value) === entry.text ? [] : [[entry.name, entry.text]]
    })
  )

/** Puts the controls of a command in place of the text. */
export const choose = (at: At, row: Row): void => putPicked(at, pick(row))

/** The first control that needs something gets the focus. */
export const putPicked = (at: At, picked: Picked): void =>
  write(at, { text: "", picked, stale: undefined, problem: undefined, focus: firstFault(picked)?.name ?? TAIL })

/** Reads the command again and keeps the values that still fit. */
export const reload = async (at: At): Promise<void> => {
  const { picked } = writtenIn(at)
  if (picked === undefined) return
  try {
    const rows = await queries.fetchQuery({ ...commandsQuery(at, ""), staleTime: 0 })
    const { id, path, name } = picked.row
    const now =
      rows.find((row) => row.id === id && row.path === path) ??
      rows.find((row) => row.application_id === picked.row.application_id && row.name === name && row.path === path)
    if (now === undefined) {
      write(at, { picked: undefined, stale: undefined, focus: TEXT, problem: `/${path ?? name} is no longer here.` })
    } else putPicked(at, refitted(picked, now))
    void queries.invalidateQueries({ queryKey: ["commands"] })
  } catch (error) {
    write(at, { problem: sentenceOf(error) })
  }
}

/** People see for some seconds that somebody types. */
const ANNOUNCED_MS = 8_000
const announced = new Map<string, number>()

export const announceTyping = (at: At): void => {
  const key = keyOfDraft(at.user_id, at.channel_id)
  const now = performance.now()
  if (now - (announced.get(key) ?? Number.NEGATIVE_INFINITY) < ANNOUNCED_MS) return
  announced.set(key, now)
  // Nobody waits for it.
  control("start_typing", { ...at }).catch(() => undefined)
}
