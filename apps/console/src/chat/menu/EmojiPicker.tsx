/** Chooses an emoji for a reaction: a common one, or any that is typed. */
import { useState } from "react"
import { Button, Form, Input, Label, ListBox, ListBoxItem, TextField } from "react-aria-components"
import { PointPopover } from "../../ui/PointPopover.tsx"
import type { Point } from "../context/Chat.ts"
import type { AnyEmoji } from "../media/EmojiText.tsx"
import classes from "./EmojiPicker.module.css"

const COMMON: ReadonlyArray<readonly [emoji: string, name: string]> = [
  ...([
    ["👍", "thumbs up"],
    ["👎", "thumbs down"],
    ["❤️", "heart"],
    ["😂", "tears of joy"],
    ["😮", "surprised"],
    ["😢", "crying"]
  ] as const),
  ...([
    ["😡", "angry"],
    ["🎉", "party"],
    ["🔥", "fire"],
    ["👀", "eyes"],
    ["✅", "done"],
    ["❌", "no"]
  ] as const),
  ...([
    ["🙏", "thanks"],
    ["💯", "hundred"],
    ["🚀", "rocket"],
    ["😄", "smile"],
    ["😉", "wink"],
    ["😍", "heart eyes"]
  ] as const),
  ...([
    ["🤔", "thinking"],
    ["😎", "cool"],
    ["🥳", "celebrating"],
    ["😴", "asleep"],
    ["👋", "wave"],
    ["👏", "applause"]
  ] as const),
  ...([
    ["🙌", "hooray"],
    ["💪", "strong"],
    ["🐈", "cat"],
    ["🐕", "dog"],
    ["🦆", "duck"],
    ["🐢", "turtle"]
  ] as const),
  ...([
    ["⭐", "star"],
    ["⚠️", "warning"],
    ["❓", "question"],
    ["1️⃣", "one"],
    ["2️⃣", "two"],
    ["3️⃣", "three"]
  ] as const)
]

interface Of {
  readonly at: Point
  readonly onClose: () => void
  readonly onChoose: (emoji: AnyEmoji) => void
}

export const EmojiPicker = ({ at, onClose, onChoose }: Of) => {
  const [text, setText] = useState("")
  const choose = (emoji: AnyEmoji) => {
    onChoose(emoji)
    onClose()
  }
  return (
    <PointPopover label="Choose an emoji" at={at} onClose={onClose}>
      <div className={classes["picker"]}>
        <ListBox
          aria-label="Common emoji"
          layout="grid"
          autoFocus="first"
          className={classes["grid"] ?? ""}
          onAction={(name) => choose({ name: String(name) })}
        >
          {COMMON.map(([emoji, name]) => (
            <ListBoxItem key={emoji} id={emoji} textValue={name} aria-label={name} className={classes["emoji"] ?? ""}>
              {emoji}
            </ListBoxItem>
          ))}
        </ListBox>
        <Form
          className={classes["other"] ?? ""}
          onSubmit={(event) => {
            event.preventDefault()
            const emoji = emojiOf(text)
            if (emoji !== undefined) choose(emoji)
          }}
        >
          <TextField value={text} onChange={setText}>
            <Label className="hidden">Another emoji</Label>
            <Input placeholder="Another, or name:id" />
          </TextField>
          <Button type="submit">Add</Button>
        </Form>
      </div>
    </PointPopover>
  )
}

/** A character, or a custom emoji as `name:id` or `<:name:id>`. */
const emojiOf = (text: string): AnyEmoji | undefined => {
  const typed = text.trim()
  if (typed === "") return undefined
  const [, name, id] = /^<?a?:?(\w+):(\d+)>?$/.exec(typed) ?? []
  return name === undefined ? { name: typed } : { name, id }
}
