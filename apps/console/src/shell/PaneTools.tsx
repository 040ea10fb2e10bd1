/** What the heading of a channel opens: its pinned messages and its threads. */
import { useQuery } from "@tanstack/react-query"
import type { APIMessage } from "discord-api-types/v10"
import { Pin, Spool, UsersRound } from "lucide-react"
import { useState } from "react"
import { Button, Dialog, DialogTrigger, Form, Heading, Input, Label, Popover, TextField } from "react-aria-components"
import { ActMenu } from "../act/ActMenu.tsx"
import { OF_THREAD } from "../act/Acts.ts"
import { control } from "../api/Control.ts"
import { sentenceOf } from "../api/ControlFailure.ts"
import { isThread } from "../place/Channels.ts"
import { nameOf, type Place } from "../place/Places.ts"
import { useScreen } from "../state/Screen.ts"
import { Avatar } from "../ui/Avatar.tsx"
import { IconButton } from "../ui/IconButton.tsx"
import classes from "./PaneTools.module.css"

interface Of {
  readonly user_id: string
  readonly place: Place
}

export const PaneTools = ({ user_id, place }: Of) => (
  <>
    {place.channel !== undefined && isThread(place.channel) ? (
      <ActMenu
        label="People of the thread"
        acts={OF_THREAD}
        of={{ user_id, guild_id: place.guild?.id ?? "", channel_id: place.id }}
      >
        <IconButton icon={UsersRound} label="People of the thread" />
      </ActMenu>
    ) : null}
    {place.channel !== undefined && !isThread(place.channel) ? (
      <Opener icon={Spool} label="Threads">
        {(close) => <Threads user_id={user_id} place={place} onDone={close} />}
      </Opener>
    ) : null}
    <Opener icon={Pin} label="Pinned messages">
      {() => <Pins user_id={user_id} place={place} />}
    </Opener>
  </>
)

interface OfOpener {
  readonly icon: typeof Pin
  readonly label: string
  readonly children: (close: () => void) => React.ReactNode
}

export const Opener = ({ icon, label, children }: OfOpener) => (
  <DialogTrigger>
    <IconButton icon={icon} label={label} />
    <Popover placement="bottom end" className={classes["popover"] ?? ""}>
      <Dialog className={classes["dialog"] ?? ""}>
        {({ close }) => (
          <>
            <Heading slot="title">{label}</Heading>
            {children(close)}
          </>
        )}
      </Dialog>
    </Popover>
  </DialogTrigger>
)

const Pins = ({ user_id, place }: Of) => {
  const { data, error } = useQuery({
    queryKey: ["pins", user_id, place.id],
    queryFn: ({ signal }) => control("get_pins", { user_id, channel_id: place.id }, { signal }),
    staleTime: 0
  })
  if (error !== null) return <p role="alert">{sentenceOf(error)}</p>
  if (data === undefined) return <p>Loading …</p>
  // Message objects of the platform.
  const messages = data.items.map(({ message }) => message) as ReadonlyArray<unknown> as ReadonlyArray<APIMessage>
  if (messages.length === 0) return <p>Nothing is pinned here.</p>
  return (
    <ul className={classes["list"]}>
      {messages.map((message) => (
        <li key={message.id}>
          <Avatar id={message.author.id} name={nameOf(message.author)} size={28} />
          <div>
            <b>{nameOf(message.author)}</b>
            <p>{message.content === "" ? "Without a text" : message.content}</p>
          </div>
        </li>
      ))}
    </ul>
  )
}

const Threads = ({ user_id, place, onDone }: Of & { readonly onDone: () => void }) => {
  const [problem, setProblem] = useState<string>()
  const { data } = useQuery({
    queryKey: ["view", user_id, "archived"],
    queryFn: ({ signal }) => control("get_view", { user_id }, { signal, query: { archived: true } })
  })
  const guild = data?.guilds.find(({ id }) => id === place.guild?.id)
  const threads = guild?.channels.filter((channel) => isThread(channel) && channel.parent_id === place.id) ?? []
  const open = (channel_id: string) => {
    onDone()
    useScreen.getState().go({ channel_id })
  }
  const start = async (name: string) => {
    try {
      const { id } = await control("start_thread", { user_id, channel_id: place.id }, { body: { name } })
      open(String(id))
    } catch (error) {
      setProblem(sentenceOf(error))
    }
  }
  return (
    <>
      {threads.length === 0 ? <p>There is no thread here.</p> : null}
      <ul className={classes["list"]}>
        {threads.map(({ id, name }) => (
          <li key={id}>
            <Spool size={18} aria-hidden />
            <Button onPress={() => open(id)}>{name}</Button>
          </li>
        ))}
      </ul>
      <Form
        className={classes["new"] ?? ""}
        onSubmit={(event) => {
          event.preventDefault()
          void start(String(new FormData(event.currentTarget).get("name") ?? ""))
        }}
      >
        <TextField className={classes["field"] ?? ""} name="name" isRequired maxLength={100}>
          <Label className="hidden">Name of a new thread</Label>
          <Input placeholder="Name of a new thread" />
        </TextField>
        <Button type="submit">Start</Button>
        {problem === undefined ? null : <p role="alert">{problem}</p>}
      </Form>
    </>
  )
}
