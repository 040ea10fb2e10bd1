/** The picture of a person, an app or a guild: their initials on a colour of their own, so that nothing is loaded. */
import classes from "./Avatar.module.css"

export type Presence = "online" | "idle" | "dnd" | "offline"

interface Of {
  readonly id: string
  readonly name: string
  readonly size?: number
  readonly square?: boolean
  readonly presence?: Presence | undefined
}

export const Avatar = ({ id, name, size = 32, square = false, presence }: Of) => (
  <span
    className={classes["avatar"]}
    data-square={square || undefined}
    style={{ width: size, height: size, fontSize: size * 0.4, background: colourOf(id) }}
    data-initials={initialsOf(name)}
    aria-hidden
  >
    {presence === undefined ? null : <i className={classes["presence"]} data-presence={presence} />}
  </span>
)

/** The same for the same id, dark enough for white letters. */
export const colourOf = (id: string): string => {
  let hash = 7
  for (const letter of id) hash = (hash * 31 + letter.charCodeAt(0)) % 65_521
  // Neighbours in number are no neighbours in colour.
  return `oklch(0.48 0.12 ${(hash * 137) % 360})`
}

export const initialsOf = (name: string): string => {
  const words = name.split(/[\s_.-]+/).filter((word) => word !== "")
  const letters = words.length > 1 ? [words[0], words[1]].map((word) => [...(word ?? "")][0]) : [...name].slice(0, 2)
  return letters.join("").toUpperCase()
}
