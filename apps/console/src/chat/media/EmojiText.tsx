/** An emoji of a reaction, a component or a poll. */
import { Emoji } from "../markdown/Mentions.tsx"

export interface AnyEmoji {
  readonly id?: string | null | undefined
  readonly name?: string | null | undefined
}

export const EmojiText = ({ emoji: { id, name } }: { readonly emoji: AnyEmoji }) =>
  id == null ? <span aria-hidden>{name}</span> : <Emoji id={id} name={name ?? "emoji"} />

/** As the path of a reaction has it. */
export const pathOf = ({ id, name }: AnyEmoji): string => (id == null ? (name ?? "") : `${name ?? "_"}:${id}`)
