/** What this window does with single messages: the one that is edited, those that were dismissed, the one jumped to. */
import { create } from "zustand"

interface Marked {
  /** By `keyOf`. */
  readonly editing: string | undefined
  readonly dismissed: ReadonlySet<string>
  /** Shown for a moment. */
  readonly jumped: string | undefined
}

export const useMarked = create<Marked>()(() => ({ editing: undefined, dismissed: new Set(), jumped: undefined }))

/** A message as one person sees it. */
export const keyOf = (user_id: string, message_id: string): string => `${user_id} ${message_id}`

export const edit = (key: string | undefined): void => useMarked.setState({ editing: key })

export const dismissMessage = (key: string): void =>
  useMarked.setState(({ dismissed }) => ({ dismissed: new Set([...dismissed, key]) }))

const FLASH_MS = 1_600

export const flash = (key: string): void => {
  useMarked.setState({ jumped: key })
  setTimeout(() => useMarked.setState(({ jumped }) => (jumped === key ? { jumped: undefined } : {})), FLASH_MS)
}
