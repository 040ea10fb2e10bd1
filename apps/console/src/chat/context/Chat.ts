/** What the parts of a conversation share: who looks at which place, and what a press in one part does in another. */
import type { APIMessage } from "discord-api-types/v10"
import { createContext, useContext } from "react"
import type { Place } from "../../place/Places.ts"
import type { At } from "../../use/Uses.ts"
import type { People } from "./People.ts"

/** A point of the window. */
export interface Point {
  readonly x: number
  readonly y: number
}

export interface Chat extends At {
  readonly place: Place
  readonly people: People
  /** Moves to a message, which is read first if it is further up. */
  readonly jump: (message_id: string) => void
  readonly openMenu: (message: APIMessage, at: Point) => void
  readonly openThread: (message: APIMessage, at: Point) => void
  readonly openReactions: (message: APIMessage, at: Point) => void
  readonly openPerson: (person_id: string, at: Point) => void
}

export const ChatContext = createContext<Chat | undefined>(undefined)

export const useChat = (): Chat => {
  const chat = useContext(ChatContext)
  if (chat === undefined) throw new Error("There is no conversation around this")
  return chat
}

/** Where a menu opens that belongs to this element. */
export const below = (element: Element): Point => {
  const { left, bottom } = element.getBoundingClientRect()
  return { x: left, y: bottom + 4 }
}
