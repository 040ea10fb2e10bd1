/** Begins a direct conversation: with one person or app, or a group. */
import { Plus } from "lucide-react"
import { useState } from "react"
import {
  Button,
  Dialog,
  DialogTrigger,
  Heading,
  ListBox,
  ListBoxItem,
  Popover,
  type Selection
} from "react-aria-components"
import { control } from "../api/Control.ts"
import { sentenceOf } from "../api/ControlFailure.ts"
import { useWorld } from "../api/Queries.ts"
import { nameOf } from "../place/Places.ts"
import { useScreen } from "../state/Screen.ts"
import { Avatar } from "../ui/Avatar.tsx"
import { IconButton } from "../ui/IconButton.tsx"
import classes from "./NewConversation.module.css"
import tools from "./PaneTools.module.css"

export const NewConversation = ({ user_id }: { readonly user_id: string }) => (
  <DialogTrigger>
    <IconButton icon={Plus} label="New conversation" />
    <Popover placement="bottom start" className={tools["popover"] ?? ""}>
      <Dialog className={tools["dialog"] ?? ""}>{({ close }) => <Choice user_id={user_id} onDone={close} />}</Dialog>
    </Popover>
  </DialogTrigger>
)

const Choice = ({ user_id, onDone }: { readonly user_id: string; readonly onDone: () => void }) => {
  const { data: world } = useWorld()
  const [chosen, setChosen] = useState<Selection>(new Set())
  const [problem, setProblem] = useState<string>()
  const others = [
    ...(world?.users ?? []).filter(({ id }) => id !== user_id).map((user) => ({ id: user.id, name: nameOf(user) })),
    ...(world?.applications ?? []).map(({ id, name, bot }) => ({ id: bot.id ?? id, name: `${name} (app)` }))
  ]
  const ids = chosen === "all" ? others.map(({ id }) => id) : [...chosen].map(String)
  const begin = async () => {
    try {
      const [only = ""] = ids
      const { id } = await (ids.length === 1
        ? control("open_direct_channel", { user_id, recipient_id: only })
        : control("open_group", { user_id }, { body: { recipients: ids } }))
      onDone()
      useScreen.getState().go({ guild_id: null, channel_id: id })
    } catch (error) {
      setProblem(sentenceOf(error))
    }
  }
  return (
    <>
      <Heading slot="title">Write to …</Heading>
      <ListBox
        className={classes["people"] ?? ""}
        aria-label="People and apps"
        selectionMode="multiple"
        selectedKeys={chosen}
        onSelectionChange={setChosen}
        items={others}
      >
        {({ id, name }) => (
          <ListBoxItem id={id} textValue={name} className={classes["person"] ?? ""}>
            <Avatar id={id} name={name} size={26} />
            {name}
          </ListBoxItem>
        )}
      </ListBox>
      {problem === undefined ? null : <p role="alert">{problem}</p>}
      <Button className={classes["go"] ?? ""} isDisabled={ids.length === 0} onPress={begin}>
        {ids.length > 1 ? `Begin a group of ${ids.length + 1}` : "Write"}
      </Button>
    </>
  )
}
