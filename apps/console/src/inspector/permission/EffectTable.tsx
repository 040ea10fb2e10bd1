/** People by commands: who may use what in a channel, renewed at once when anything that decides it changes. */
import { useQueries } from "@tanstack/react-query"
import { Check, EyeOff, Lock } from "lucide-react"
import { useState } from "react"
import { Button } from "react-aria-components"
import { control } from "../../api/Control.ts"
import type { World, WorldGuild } from "../../api/Queries.ts"
import { nameOf } from "../../place/Places.ts"
import { useFocused, useScreen } from "../../state/Screen.ts"
import { Choose, Text } from "../../ui/Form.tsx"
import { Note } from "../part/Bits.tsx"
import { matches } from "../part/Filter.tsx"
import { Who } from "../part/Names.tsx"
import type { WorldCommand } from "./Overwrites.ts"
import classes from "./Permissions.module.css"

interface Of {
  readonly guild: WorldGuild
  readonly people: World["users"]
  readonly commands: ReadonlyArray<WorldCommand>
  /** The command that is edited. */
  readonly subject: string
}

/** Cells of one table: each is asked for by itself. */
const CELLS = 240

export const EffectTable = ({ guild, people, commands, subject }: Of) => {
  const focused = useFocused()
  const [query, setQuery] = useState("")
  const [channel, setChannel] = useState<string>()
  const rooms = guild.channels.filter(({ type }) => type !== 4)
  const at =
    channel ?? rooms.find(({ id }) => id === focused.channel_id)?.id ?? rooms.find(({ type }) => type === 0)?.id
  const found = people.filter((user) => query === "" || matches(`${user.username} ${nameOf(user)}`, query))
  const shown = found.slice(0, Math.max(1, Math.floor(CELLS / Math.max(1, commands.length))))
  const cells = shown.flatMap((user) => commands.map((command) => ({ user_id: user.id, command_id: command.id })))
  const explained = useQueries({
    queries: cells.map(({ user_id, command_id }) => ({
      queryKey: ["commands", "explain", user_id, at, command_id],
      queryFn: () => control("explain_command", { user_id, channel_id: at ?? "", command_id }),
      enabled: at !== undefined,
      retry: false
    }))
  })
  if (at === undefined) return <Note>There is no channel in this guild.</Note>
  if (commands.length === 0) return <Note>This application has no commands here.</Note>
  return (
    <>
      <div className={classes["choices"]} data-inside>
        <Choose
          label="In"
          value={at}
          choices={rooms.map(({ id, name }) => ({ id, name: `#${name}` }))}
          onChange={setChannel}
        />
        <Text label="People" value={query} onChange={setQuery} placeholder="Search" />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <section className={classes["scroller"]} tabIndex={0} aria-label="Who may use which command">
        <table className={classes["table"]}>
          <thead>
            <tr>
              <th scope="col">Person</th>
              {commands.map(({ id, name, type }) => (
                <th key={id} scope="col" data-subject={id === subject || undefined}>
                  {type === undefined || type === 1 ? `/${name}` : name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((user, row) => (
              <tr key={user.id}>
                <th scope="row">
                  <Who id={user.id} />
                </th>
                {commands.map((command, column) => {
                  const cell = explained[row * commands.length + column]
                  return (
                    <td key={command.id} data-subject={command.id === subject || undefined}>
                      <Cell
                        who={nameOf(user)}
                        what={command.name}
                        explanation={cell?.data}
                        failed={cell?.isError === true}
                        to={`explain/${command.id}/${user.id}/${at}`}
                      />
                    </td>
                  )
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {shown.length < found.length ? <Note>{found.length - shown.length} more people: search for them.</Note> : null}
    </>
  )
}

interface OfCell {
  readonly who: string
  readonly what: string
  readonly explanation: { readonly visible: boolean; readonly usable: boolean } | undefined
  readonly failed: boolean
  readonly to: string
}

const Cell = ({ who, what, explanation, failed, to }: OfCell) => {
  if (explanation === undefined && !failed) return null
  const state = explanation?.usable === true ? "usable" : explanation?.visible === true ? "visible" : "hidden"
  const Icon = ICONS[state]
  return (
    <Button
      className={classes["cell"] ?? ""}
      data-state={state}
      aria-label={`${who}, ${what}: ${SAYS[state]}. Explain`}
      onPress={() => useScreen.getState().inspect(to)}
    >
      <Icon size={15} aria-hidden />
    </Button>
  )
}

const ICONS = { usable: Check, visible: Lock, hidden: EyeOff } as const
const SAYS = { usable: "may use it", visible: "sees it, may not use it", hidden: "does not see it" } as const
