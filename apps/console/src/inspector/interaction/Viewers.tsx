/** What each person sees of the messages of an interaction: the same message may be whole, different or hidden. */
import { useQueries } from "@tanstack/react-query"
import { EyeOff } from "lucide-react"
import { useState } from "react"
import { ToggleButton, ToggleButtonGroup } from "react-aria-components"
import { control } from "../../api/Control.ts"
import { useWorld } from "../../api/Queries.ts"
import { Note, Section } from "../part/Bits.tsx"
import { Json } from "../part/Json.tsx"
import { Who } from "../part/Names.tsx"
import type { Traced } from "./Kinds.ts"
import classes from "./Viewers.module.css"

/** More people are too many to ask for. */
const PEOPLE = 24

interface Of {
  readonly interaction: Traced
  readonly message_ids: ReadonlyArray<string>
}

export const Viewers = ({ interaction, message_ids }: Of) => {
  const { user_id, channel_id, guild_id, state } = interaction
  const { data: world } = useWorld()
  const [chosen, choose] = useState(user_id)
  const guild = world?.guilds.find(({ id }) => id === guild_id)
  const direct = world?.direct_channels.find(({ id }) => id === channel_id)
  const there = new Set(guild?.members.map((member) => member.user_id) ?? direct?.recipients ?? [user_id])
  const others = (world?.users ?? []).filter(({ id }) => id !== user_id && there.has(id)).map(({ id }) => id)
  const people = [user_id, ...others].slice(0, PEOPLE)
  const ids = message_ids.join(",")
  const seen = useQueries({
    queries: people.map((id) => ({
      queryKey: ["interaction", interaction.interaction_id, "seen", id, ids, state],
      queryFn: () => control("get_messages", { user_id: id, channel_id }, { query: { ids } }),
      enabled: ids !== "",
      retry: false
    }))
  })
  if (ids === "") {
    return (
      <Section title="What each person sees">
        <Note>
          {message_ids.length === 0 && state === "responded"
            ? "The answer made no message."
            : "There is no message yet."}
        </Note>
      </Section>
    )
  }
  const at = Math.max(0, people.indexOf(chosen))
  const mine = seen[at]
  return (
    <Section title="What each person sees">
      <ToggleButtonGroup
        className={classes["people"] ?? ""}
        aria-label="People"
        selectionMode="single"
        disallowEmptySelection
        selectedKeys={[people[at] ?? ""]}
        onSelectionChange={(keys) => choose(String([...keys][0]))}
      >
        {people.map((id, place) => {
          const count = seen[place]?.data?.messages.length
          return (
            <ToggleButton key={id} id={id} className={classes["person"] ?? ""}>
              <Who id={id} />
              {count === 0 || seen[place]?.isError === true ? (
                <EyeOff size={13} role="img" aria-label="sees nothing of it" />
              ) : null}
            </ToggleButton>
          )
        })}
      </ToggleButtonGroup>
      {mine?.isError === true ? <Note>This person does not see the channel, so nothing of it.</Note> : null}
      {mine?.data?.messages.length === 0 ? (
        <Note>
          {interaction.response?.ephemeral === true
            ? "Nothing: the answer is ephemeral, so that only the person who used the command gets it."
            : "Nothing: the message was deleted, or is for another person only."}
        </Note>
      ) : null}
      {mine?.data?.messages.map((message) => (
        <div key={message.id} className={classes["message"]}>
          <p>{message.content === "" ? "A message without text" : message.content}</p>
          <Json value={message} label={`message ${message.id}`} depth={1} />
        </div>
      ))}
    </Section>
  )
}
