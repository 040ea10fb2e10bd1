/** Activities that can be launched here. */
import { useQuery } from "@tanstack/react-query"
import { Rocket } from "lucide-react"
import { memo, useState } from "react"
import { Dialog, DialogTrigger, ListBox, ListBoxItem, Popover } from "react-aria-components"
import { sentenceOf } from "../api/ControlFailure.ts"
import { Avatar } from "../ui/Avatar.tsx"
import { IconButton } from "../ui/IconButton.tsx"
import { type At, runCommand } from "../use/Uses.ts"
import classes from "./Composer.module.css"
import { activitiesQuery } from "./Reads.ts"

export const Apps = memo(({ at }: { readonly at: At }) => {
  const [isOpen, setOpen] = useState(false)
  return (
    <DialogTrigger isOpen={isOpen} onOpenChange={setOpen}>
      <IconButton icon={Rocket} label="Activities" />
      <Popover className={classes["menu"] ?? ""} placement="top end">
        <Dialog aria-label="Activities" className={classes["apps"] ?? ""}>
          <Activities at={at} onDone={() => setOpen(false)} />
        </Dialog>
      </Popover>
    </DialogTrigger>
  )
})

const Activities = ({ at, onDone }: { readonly at: At; readonly onDone: () => void }) => {
  const { data, error } = useQuery(activitiesQuery(at))
  if (data === undefined) return <p>{error === null ? "Looking for Activities …" : sentenceOf(error)}</p>
  if (data.length === 0)
    return (
      <p>
        No application has an Activity here. In a world file the flag <code>EMBEDDED</code> gives it one, and with it an
        entry point command.
      </p>
    )
  return (
    <ListBox
      aria-label="Activities"
      autoFocus="first"
      items={data}
      onAction={(id) => {
        const row = data.find((each) => each.id === id)
        if (row === undefined) return
        onDone()
        const title = `${row.name_localized} ${row.application_name}`
        void runCommand(at, title, { command_id: row.id, version: row.version })
      }}
    >
      {(row) => (
        <ListBoxItem id={row.id} textValue={row.application_name} className={classes["item"] ?? ""}>
          <Avatar id={row.application_id} name={row.application_name} size={28} square />
          <span>
            <b>{row.application_name}</b> {row.name_localized}
            <small className={classes["faint"]}>{row.description_localized}</small>
          </span>
        </ListBoxItem>
      )}
    </ListBox>
  )
}
