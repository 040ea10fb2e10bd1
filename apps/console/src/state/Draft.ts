/** What a person is about to send in a place, beside the text in the composer. */
import { create } from "zustand"

interface Draft {
  /** The message that is replied to. */
  readonly reply_to?: string
  /** A text that another part of the page puts into the composer, for example a mention or a use to do again. */
  readonly insert?: string
}

export const keyOfDraft = (user_id: string, channel_id: string): string => `${user_id} ${channel_id}`

/** By `keyOfDraft`. */
export const useDrafts = create<Readonly<Record<string, Draft>>>()(() => ({}))

export const setDraft = (user_id: string, channel_id: string, change: Draft | undefined): void => {
  const key = keyOfDraft(user_id, channel_id)
  useDrafts.setState(change === undefined ? { [key]: {} } : { [key]: change })
}
