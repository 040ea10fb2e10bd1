/** The screens of a run, with each message as a card. */
import { textOf } from "@backlot/scenario/Fields"
import type { Screens } from "../run/ScreenLog.ts"
import { type Card, cardOf } from "./MessageCards.ts"

export interface ScreenData extends Omit<Screens, "messages"> {
  /** Each version of each message, once, with the id of the message. */
  readonly cards: ReadonlyArray<Card & { readonly id: string }>
}

export const screensOf = ({ messages, ...screens }: Screens): ScreenData => ({
  ...screens,
  cards: messages.map((message) => ({ ...cardOf(message), id: textOf(message, "id") ?? "" }))
})
