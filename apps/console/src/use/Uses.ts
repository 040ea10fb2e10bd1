/**
 * What people do with apps, from every part of the page: commands, components and modals. An answer that opens something
 * (a modal, an Activity) is opened here; what is under way or went wrong is shown where the person did it.
 */
import { create } from "zustand"
import { createJSONStorage, persist } from "zustand/middleware"
import { type AnswerOf, type BodyOf, control } from "../api/Control.ts"
import { ControlFailure, sentenceOf } from "../api/ControlFailure.ts"
import type { Conversation } from "../api/Merged.ts"
import { queries } from "../api/Queries.ts"

/** The place of a use. */
export interface At {
  readonly user_id: string
  readonly channel_id: string
}

export type Answer = AnswerOf<"use_command">

/** Something that was done and is not over, or failed. It stands below the messages until it is dismissed. */
export interface Attempt extends At {
  readonly key: number
  /** As people read it, e.g. `/adopt animal:Dog`. */
  readonly title: string
  readonly state: "sending" | "refused" | "failed"
  /** One sentence, of `refused` and `failed`. */
  readonly because?: string
  readonly refusal?: ControlFailure["body"]
  readonly interaction_id?: string
}

/** A modal that a person has open. */
export interface OpenModal extends At {
  readonly interaction_id: string
  readonly modal: NonNullable<Answer["modal"]>
}

export interface LaunchedActivity extends At {
  readonly interaction_id: string
  readonly instance_id: string
}

interface Doing {
  readonly attempts: ReadonlyArray<Attempt>
  readonly modals: ReadonlyArray<OpenModal>
  /** Launched Activities, by person and place. */
  readonly activities: ReadonlyArray<LaunchedActivity>
}

export const useDoing = create<Doing>()(() => ({ attempts: [], modals: [], activities: [] }))

let keys = 0

/** Opens what an answer brings: a modal or an Activity. */
const open = (at: At, { interaction_id, modal, activity_instance }: Answer) => {
  if (modal !== undefined)
    useDoing.setState(({ modals }) => ({ modals: [...modals, { ...at, interaction_id, modal }] }))
  if (activity_instance === undefined) return
  const activity = { ...at, interaction_id, instance_id: activity_instance.id }
  useDoing.setState(({ activities }) => ({ activities: [...activities, activity] }))
}

const failureOf = ({ state, error, wait_expired }: Answer): string | undefined =>
  state === "failed" || state === "timed_out" || wait_expired === true
    ? (error ?? "The application did not respond")
    : undefined

/** Does it, and opens what comes of it. Gives the answer, or undefined if it was refused or nobody answered. */
const attempt = async (
  at: At,
  title: string,
  call: () => Promise<Answer>,
  isShown?: (failure: ControlFailure) => boolean
): Promise<Answer | undefined> => {
  const key = ++keys
  const change = (change: Partial<Attempt> | undefined) =>
    useDoing.setState(({ attempts }) => ({
      attempts: attempts.flatMap((each) =>
        each.key !== key ? [each] : change === undefined ? [] : [{ ...each, ...change }]
      )
    }))
  useDoing.setState(({ attempts }) => ({ attempts: [...attempts, { ...at, key, title, state: "sending" }] }))
  try {
    const answer = await call()
    open(at, answer)
    const because = failureOf(answer)
    change(because === undefined ? undefined : { state: "failed", interaction_id: answer.interaction_id, because })
    return answer
  } catch (error) {
    const refusal = error instanceof ControlFailure ? { refusal: error.body } : {}
    if (error instanceof ControlFailure && isShown?.(error) === true) change(undefined)
    else change({ state: "refused", because: sentenceOf(error), ...refusal })
    return undefined
  }
}

/** Does something that opens nothing, such as a reaction. A refusal is shown where the person did it. */
export const act = async (
  { user_id, channel_id }: At,
  title: string,
  call: () => Promise<unknown>
): Promise<boolean> => {
  try {
    await call()
    return true
  } catch (error) {
    const refusal = error instanceof ControlFailure ? { refusal: error.body } : {}
    const refused: Attempt = {
      user_id,
      channel_id,
      key: ++keys,
      title,
      state: "refused",
      because: sentenceOf(error),
      ...refusal
    }
    useDoing.setState(({ attempts }) => ({ attempts: [...attempts, refused] }))
    return false
  }
}

/** Takes a failed attempt away. */
export const dismiss = (key: number): void =>
  useDoing.setState(({ attempts }) => ({ attempts: attempts.filter((each) => each.key !== key) }))

export const closeModal = (interaction_id: string): void =>
  useDoing.setState(({ modals }) => ({ modals: modals.filter((each) => each.interaction_id !== interaction_id) }))

export const closeActivity = (interaction_id: string): void =>
  useDoing.setState(({ activities }) => ({
    activities: activities.filter((each) => each.interaction_id !== interaction_id)
  }))

/** What only the composer knows of a use. */
export interface Typed {
  /** The use as a text that reads back as the same use: names for ids, default names. */
  readonly text?: string
  /** What stood in the controls of options, where it is not the value. */
  readonly shown?: Readonly<Record<string, string>>
  /** Takes a refusal that it shows itself, and says whether it did. */
  readonly refused?: (failure: ControlFailure) => boolean
}

export const runCommand = (
  at: At,
  title: string,
  body: BodyOf<"use_command">,
  { refused, ...typed }: Typed = {}
): Promise<Answer | undefined> => {
  const { user_id, channel_id } = at
  useRecent.getState().note(user_id, { title, body, channel_id, after: newestIn(at), ...typed })
  return attempt(at, title, () => control("use_command", { user_id, channel_id }, { body }), refused)
}

/** The newest message that the page knows of a place. */
const newestIn = ({ user_id, channel_id }: At): string | undefined =>
  queries.getQueryData<Conversation>(["messages", user_id, channel_id])?.messages.at(-1)?.id

/** Presses a button, or chooses in a select with `values`. */
export const pressComponent = (
  { user_id, channel_id }: At,
  message_id: string,
  title: string,
  body: BodyOf<"use_component">
): Promise<Answer | undefined> =>
  attempt({ user_id, channel_id }, title, () => control("use_component", { user_id, message_id }, { body }))

/** What became of a modal's submission: nothing, or why it failed and where. */
export interface Submitted {
  readonly because?: string
  readonly interaction_id?: string
  readonly errors?: ControlFailure["body"]["errors"]
}

/** Submits a modal. Its dialog shows what is wrong, so that nothing of what somebody wrote is lost. */
export const sendModal = async (
  { user_id, channel_id, interaction_id }: OpenModal,
  body: BodyOf<"submit_modal">
): Promise<Submitted> => {
  try {
    const answer = await control("submit_modal", { user_id, interaction_id }, { body })
    open({ user_id, channel_id }, answer)
    const because = failureOf(answer)
    if (because === undefined) closeModal(interaction_id)
    return because === undefined ? {} : { because, interaction_id: answer.interaction_id }
  } catch (error) {
    const errors = error instanceof ControlFailure ? error.body.errors : undefined
    return { because: sentenceOf(error), ...(errors === undefined ? {} : { errors }) }
  }
}

/** A use of a command, to do again. */
export interface RecentUse {
  readonly title: string
  readonly channel_id: string
  readonly body: BodyOf<"use_command">
  readonly text?: string
  readonly shown?: Readonly<Record<string, string>>
  /** The newest message of the place when it was done. */
  readonly after?: string | undefined
}

/** Uses that the browser remembers of each person. */
const REMEMBERED = 20

interface Recent {
  /** Newest first, by person. */
  readonly uses: Readonly<Record<string, ReadonlyArray<RecentUse>>>
  readonly note: (user_id: string, use: RecentUse) => void
}

export const useRecent = create<Recent>()(
  persist(
    (set) => ({
      uses: {},
      note: (user_id, use) =>
        set(({ uses }) => {
          const others = (uses[user_id] ?? []).filter(({ title }) => title !== use.title)
          // Files are too large to remember.
          if (use.body.attachments != null) return {}
          return { uses: { ...uses, [user_id]: [use, ...others].slice(0, REMEMBERED) } }
        })
    }),
    { name: "backlot.recent", version: 1, storage: createJSONStorage(() => localStorage) }
  )
)
