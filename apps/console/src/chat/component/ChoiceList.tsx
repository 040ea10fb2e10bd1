/** A search field and the list of what can be chosen, inside a popover. */
import { AtSign, Hash, Search } from "lucide-react"
import { useState } from "react"
import { Autocomplete, Input, ListBox, ListBoxItem, SearchField, type Selection } from "react-aria-components"
import { Avatar } from "../../ui/Avatar.tsx"
import { coloured } from "../context/People.ts"
import { EmojiText } from "../media/EmojiText.tsx"
import classes from "./ChoiceList.module.css"
import { type Choice, SHOWN, searched } from "./Choices.ts"

interface Of {
  readonly label: string
  readonly choices: ReadonlyArray<Choice>
  readonly chosen: ReadonlyArray<string>
  readonly max: number
  readonly onChange: (chosen: ReadonlyArray<string>) => void
}

/** Short lists need no search. */
const FEW = 8

const ChoiceList = ({ label, choices, chosen, max, onChange }: Of) => {
  const [text, setText] = useState("")
  const found = searched(choices, text)
  const isFull = max > 1 && chosen.length >= max
  const list = (
    <ListBox
      aria-label={label}
      className={classes["list"] ?? ""}
      items={found}
      dependencies={[chosen, isFull]}
      selectionMode={max === 1 ? "single" : "multiple"}
      selectionBehavior="toggle"
      selectedKeys={chosen}
      disabledKeys={isFull ? found.filter(({ id }) => !chosen.includes(id)).map(({ id }) => id) : []}
      onSelectionChange={(keys: Selection) => {
        if (keys !== "all") onChange([...keys].map(String).slice(0, max))
      }}
      renderEmptyState={() => <p className={classes["empty"]}>Nothing to choose</p>}
      {...(choices.length <= FEW ? { autoFocus: true } : {})}
    >
      {(choice) => (
        <ListBoxItem id={choice.id} textValue={choice.name} className={classes["item"] ?? ""}>
          <Icon choice={choice} />
          <span className={classes["names"]}>
            <span {...coloured(choice.colour)}>{choice.name}</span>
            {choice.note === undefined ? null : <span className={classes["note"]}>{choice.note}</span>}
          </span>
          <span className={classes["box"]} data-round={max === 1 || undefined} aria-hidden />
        </ListBoxItem>
      )}
    </ListBox>
  )
  if (choices.length <= FEW) return list
  return (
    <Autocomplete inputValue={text} onInputChange={setText}>
      <SearchField aria-label="Search" autoFocus className={classes["search"] ?? ""}>
        <Search size={14} aria-hidden />
        <Input placeholder="Search" />
      </SearchField>
      {list}
      {choices.length > SHOWN && found.length === SHOWN ? (
        <p className={classes["more"]}>Search to find more of {choices.length}</p>
      ) : null}
    </Autocomplete>
  )
}

const Icon = ({ choice: { kind, id, name, emoji } }: { readonly choice: Choice }) => {
  if (kind === "user") return <Avatar id={id} name={name} size={24} />
  if (kind === "role") return <AtSign size={16} aria-hidden />
  if (kind === "channel") return <Hash size={16} aria-hidden />
  return emoji === undefined ? null : <EmojiText emoji={emoji} />
}

export default ChoiceList
