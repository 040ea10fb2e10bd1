/** What people are writing, by place: it stays while they look at another one, and is forgotten with the page. */
import { useCallback, useEffect } from "react"
import { create } from "zustand"
import type { FailureBody } from "../api/ControlFailure.ts"
import { keyOfDraft } from "../state/Draft.ts"
import type { At } from "../use/Uses.ts"
import type { Mentions } from "./Completion.ts"
import type { Picked, PickedFile } from "./Picked.ts"

export interface Written {
  readonly text: string
  readonly mentions: Mentions
  readonly files: ReadonlyArray<PickedFile>
  /** The command whose controls stand in place of the text. */
  readonly picked?: Picked | undefined
  /** The message of this person whose text is changed, and what was written before. */
  readonly editing?: { readonly message_id: string; readonly before: string } | undefined
  /** The refusal of a use whose command has changed meanwhile. */
  readonly stale?: FailureBody | undefined
  /** The control that takes the focus as soon as it is drawn: `TEXT`, `TAIL` or the name of an option. */
  readonly focus?: string | undefined
  /** Why the last try failed. */
  readonly problem?: string | undefined
}

export const TEXT = " text"
export const TAIL = " tail"

export const NOTHING: Written = { text: "", mentions: {}, files: [] }

const useAll = create<Readonly<Record<string, Written>>>()(() => ({}))

export const writtenIn = ({ user_id, channel_id }: At): Written =>
  useAll.getState()[keyOfDraft(user_id, channel_id)] ?? NOTHING

export const write = (at: At, change: Partial<Written>): void =>
  useAll.setState({ [keyOfDraft(at.user_id, at.channel_id)]: { ...writtenIn(at), ...change } })

/** The text is empty again, and has the focus. */
export const clear = (at: At): void =>
  useAll.setState({ [keyOfDraft(at.user_id, at.channel_id)]: { ...NOTHING, focus: TEXT } })

export const isEmpty = ({ text, files, picked, editing }: Written): boolean =>
  text === "" && files.length === 0 && picked === undefined && editing === undefined

export const useWritten = ({ user_id, channel_id }: At): Written => {
  const key = keyOfDraft(user_id, channel_id)
  return useAll(useCallback((all: Readonly<Record<string, Written>>) => all[key] ?? NOTHING, [key]))
}

/** Gives the focus to what `focus` names. */
export const useFocusing = (
  at: At,
  focus: string | undefined,
  elementOf: (name: string) => HTMLElement | null | undefined
) =>
  useEffect(() => {
    const element = focus === undefined ? undefined : elementOf(focus)
    if (element == null) return
    element.focus()
    write(at, { focus: undefined })
  })
