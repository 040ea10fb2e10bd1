/** Goes anywhere and does anything by its name, at Ctrl+K. */
import { AppWindow, Eye, Keyboard, UserRound } from "lucide-react"
import { useState } from "react"
import {
  Autocomplete,
  Dialog,
  Input,
  Label,
  Menu,
  MenuItem,
  Modal,
  ModalOverlay,
  SearchField,
  useFilter
} from "react-aria-components"
import { type Known, NOTHING, useKnown } from "../act/ActField.ts"
import { begin } from "../act/Acting.ts"
import { ACTS, OF_GUILD, OF_JOINING, OF_USER } from "../act/Acts.ts"
import { useView, useWorld, type World } from "../api/Queries.ts"
import { ChannelIcon } from "../place/ChannelIcon.tsx"
import { directName, nameOf } from "../place/Places.ts"
import type { View } from "../place/Seen.ts"
import { useFocused, useScreen } from "../state/Screen.ts"
import { useAsked } from "./Asked.ts"
import classes from "./Palette.module.css"
import { SHORTCUTS, toComposer } from "./Shortcuts.ts"

interface Entry {
  readonly id: string
  readonly label: string
  readonly note: string
  readonly icon: React.ReactNode
  readonly run: () => void
}

/** Menus with more entries are slow to open; what is further down is found by typing. */
const SHOWN = 200

export const Palette = () => {
  const [open, setOpen] = useAsked("palette")
  return (
    <ModalOverlay className={classes["overlay"] ?? ""} isOpen={open} onOpenChange={setOpen} isDismissable>
      <Modal>
        <Dialog className={classes["palette"] ?? ""} aria-label="Go to or do">
          <Search onDone={() => setOpen(false)} />
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}

const Search = ({ onDone }: { readonly onDone: () => void }) => {
  const { user_id, guild_id } = useFocused()
  const { data: view } = useView(user_id)
  const { data: world } = useWorld()
  const { contains } = useFilter({ sensitivity: "base" })
  const [text, setText] = useState("")
  const known = useKnown({ ...NOTHING, user_id, guild_id: guild_id ?? "" })
  const entries = [...entriesOf(view, world, user_id), ...actsOf(known)].filter(
    ({ label, note }) => contains(label, text) || contains(note, text)
  )
  return (
    <Autocomplete inputValue={text} onInputChange={setText}>
      <SearchField className={classes["search"] ?? ""} autoFocus>
        <Label className="hidden">A channel, a person, a tool or an action</Label>
        <Input placeholder="A channel, a person, a tool or an action" />
      </SearchField>
      <Menu
        className={classes["entries"] ?? ""}
        aria-label="Places and actions"
        items={entries.slice(0, SHOWN)}
        renderEmptyState={() => <p className={classes["none"]}>Nothing is called so.</p>}
        onAction={(id) => {
          onDone()
          // The dialog gives the focus back first.
          setTimeout(() => entries.find((entry) => entry.id === id)?.run())
        }}
      >
        {({ id, label, note, icon }) => (
          <MenuItem id={id} textValue={`${label} ${note}`} className={classes["entry"] ?? ""}>
            {icon}
            <span>{label}</span>
            <small>{note}</small>
          </MenuItem>
        )}
      </Menu>
    </Autocomplete>
  )
}

const actsOf = (known: Known | undefined): ReadonlyArray<Entry> =>
  known === undefined
    ? []
    : [...OF_USER, ...OF_JOINING, ...(known.guild === undefined ? [] : OF_GUILD)].flatMap((name) => {
        const { title: label, icon: Icon, offered } = ACTS[name]
        if (offered?.(known) === false) return []
        const note = OF_GUILD.includes(name) ? (known.guild?.name ?? "") : "You"
        return [{ id: `act ${name}`, label, note, icon: <Icon size={18} />, run: () => begin(name, known.of) }]
      })

const TOOLS: ReadonlyArray<readonly [what: string, label: string]> = [
  ["interactions", "Interactions"],
  ["events", "Events"],
  ["rest", "REST requests"],
  ["gateway", "Gateway"],
  ["webhooks", "Event webhooks"],
  ["limits", "Rate limits"],
  ["grants", "Authorizations"],
  ["lobbies", "Lobbies"],
  ["permissions", "Command permissions"],
  ["world", "World"],
  ["faults", "Planned faults"],
  ["clock", "Clock"],
  ["record", "Record a scenario"],
  ["run", "Open a run"]
]

const entriesOf = (view: View | undefined, world: World | undefined, user_id: string): ReadonlyArray<Entry> => {
  const { go, split, inspect } = useScreen.getState()
  const visit = (place: Parameters<typeof go>[0]) => {
    go(place)
    // An open run lies over the panes.
    if (/^run(?:\/|$)/.test(useScreen.getState().inspector ?? "")) inspect(undefined)
    void toComposer()
  }
  const channels = (view?.guilds ?? []).flatMap((guild) =>
    guild.channels.flatMap((channel): ReadonlyArray<Entry> => {
      if (channel.type === 4) return []
      const run = () => visit({ guild_id: guild.id, channel_id: channel.id })
      return [{ id: channel.id, label: channel.name, note: guild.name, icon: <ChannelIcon channel={channel} />, run }]
    })
  )
  const direct = (view?.direct_channels ?? []).map((channel): Entry => {
    const run = () => visit({ guild_id: null, channel_id: channel.id })
    return {
      id: channel.id,
      label: directName(channel, user_id),
      note: "Direct message",
      icon: <AppWindow size={18} />,
      run
    }
  })
  const people = (world?.users ?? []).flatMap((user): ReadonlyArray<Entry> => {
    const icon = <UserRound size={18} />
    const name = nameOf(user)
    return [
      {
        id: `be ${user.id}`,
        label: `Become ${name}`,
        note: user.username,
        icon,
        run: () => visit({ user_id: user.id })
      },
      {
        id: `beside ${user.id}`,
        label: `${name} beside this one`,
        note: user.username,
        icon,
        run: () => split(user.id)
      }
    ]
  })
  const tools = TOOLS.map(([what, label]): Entry => {
    return { id: `tool ${what}`, label, note: "Inspector", icon: <Eye size={18} />, run: () => inspect(what) }
  })
  const actions = SHORTCUTS.filter(({ keys }) => keys !== "Ctrl+K").map(({ keys, label, run }): Entry => {
    return { id: `key ${keys}`, label, note: keys, icon: <Keyboard size={18} />, run }
  })
  return [...channels, ...direct, ...people, ...tools, ...actions]
}
