/** The channels that the person of a pane sees: by category, with threads below theirs; or their direct messages. */

import { defaultRangeExtractor, useVirtualizer } from "@tanstack/react-virtual"
import { ChevronDown } from "lucide-react"
import { useCallback, useEffect, useMemo, useRef, useState } from "react"
import { Button } from "react-aria-components"
import { ActMenu } from "../act/ActMenu.tsx"
import { OF_GUILD } from "../act/Acts.ts"
import { useView } from "../api/Queries.ts"
import { type Count, unreadOf, useUnread } from "../live/Unread.ts"
import { ChannelIcon } from "../place/ChannelIcon.tsx"
import { sectionsOf } from "../place/Channels.ts"
import { directName, guildOf, placeOf } from "../place/Places.ts"
import type { SeenChannel, View } from "../place/Seen.ts"
import { type Pane, useScreen } from "../state/Screen.ts"
import { Avatar } from "../ui/Avatar.tsx"
import { IconButton } from "../ui/IconButton.tsx"
import classes from "./ChannelList.module.css"
import { Events } from "./Events.tsx"
import { NewConversation } from "./NewConversation.tsx"
import { UserBar } from "./UserBar.tsx"
import { VoicePanel } from "./Voice.tsx"

export const ChannelList = ({ pane }: { readonly pane: Pane }) => {
  const { data: view } = useView(pane.user_id)
  const guild = guildOf(view, pane.guild_id)
  const here = placeOf(view, pane)?.id
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set())
  const entries = useMemo(
    () => (guild === undefined ? directEntries(view, pane.user_id) : guildEntries(guild.channels, closed, here)),
    [view, guild, pane.user_id, closed, here]
  )
  const toggle = (id: string) => {
    const next = new Set(closed)
    if (!next.delete(id)) next.add(id)
    setClosed(next)
  }
  return (
    <aside className={classes["list"]}>
      <header className={classes["head"]}>
        <h2>{guild?.name ?? "Direct messages"}</h2>
        {guild === undefined ? (
          <NewConversation user_id={pane.user_id} />
        ) : (
          <>
            <Events user_id={pane.user_id} guild_id={guild.id} />
            <ActMenu label={guild.name} acts={OF_GUILD} of={{ user_id: pane.user_id, guild_id: guild.id }}>
              <IconButton icon={ChevronDown} label={`Menu of ${guild.name}`} />
            </ActMenu>
          </>
        )}
      </header>
      <Entries
        entries={entries}
        label={guild === undefined ? "Direct messages" : "Channels"}
        user_id={pane.user_id}
        here={here}
        isEmpty={guild === undefined && view?.direct_channels.length === 0}
        onToggle={toggle}
      />
      <VoicePanel user_id={pane.user_id} />
      <UserBar pane={pane} />
    </aside>
  )
}

type Entry =
  | { readonly kind: "category"; readonly id: string; readonly name: string; readonly isOpen: boolean }
  | {
      readonly kind: "place"
      readonly id: string
      readonly name: string
      readonly thread: boolean
      readonly icon: React.ReactNode
    }

const guildEntries = (
  channels: ReadonlyArray<SeenChannel>,
  closed: ReadonlySet<string>,
  here: string | undefined
): ReadonlyArray<Entry> =>
  sectionsOf(channels).flatMap(({ id, name, rows }) => [
    ...(name === undefined ? [] : [{ kind: "category" as const, id, name, isOpen: !closed.has(id) }]),
    ...rows
      .filter(({ channel }) => !closed.has(id) || channel.id === here)
      .map(({ channel, thread }) => ({
        ...{ kind: "place" as const, id: channel.id, name: channel.name, thread },
        icon: <ChannelIcon channel={channel} />
      }))
  ])

const directEntries = (view: View | undefined, user_id: string): ReadonlyArray<Entry> =>
  (view?.direct_channels ?? []).map((channel) => {
    const name = directName(channel, user_id)
    const icon = <Avatar id={channel.recipients[0]?.id ?? channel.id} name={name} size={26} />
    return { kind: "place", id: channel.id, name, thread: false, icon }
  })

interface OfEntries {
  readonly entries: ReadonlyArray<Entry>
  readonly label: string
  readonly user_id: string
  /** The channel of the pane. */
  readonly here: string | undefined
  /** Known to have none. */
  readonly isEmpty: boolean
  readonly onToggle: (category: string) => void
}

/** Pixels, before a row is measured. */
const ROW = 34

/** Only those on the screen are drawn. */
const Entries = ({ entries, label, user_id, here, isEmpty, onToggle }: OfEntries) => {
  const scroller = useRef<HTMLElement>(null)
  const unread = useUnread()
  const go = useScreen((screen) => screen.go)
  const virtual = useVirtualizer({
    count: entries.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW,
    getItemKey: useCallback((at: number) => entries[at]?.id ?? at, [entries]),
    // Whoever moves by the keyboard keeps the focus.
    rangeExtractor: (range) => {
      const focused = scroller.current?.querySelector<HTMLElement>("[data-index]:focus-within")?.dataset["index"]
      const at = Number(focused ?? Number.NaN)
      return at < entries.length
        ? [...new Set([...defaultRangeExtractor(range), at])].sort((a, b) => a - b)
        : defaultRangeExtractor(range)
    },
    overscan: 8,
    initialRect: { width: 0, height: 800 }
  })
  useEffect(() => {
    const at = entries.findIndex(({ id }) => id === here)
    if (at >= 0) virtual.scrollToIndex(at, { align: "auto" })
    // Only when the person goes somewhere else.
  }, [here, user_id])
  return (
    <nav ref={scroller} className={classes["channels"]} aria-label={label}>
      <div className={classes["entries"]} style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, start, key }) => {
          const entry = entries[index]
          return entry === undefined ? null : (
            <div
              key={key}
              ref={virtual.measureElement}
              data-index={index}
              className={classes["entry"]}
              style={{ transform: `translateY(${start}px)` }}
            >
              {entry.kind === "category" ? (
                <Button
                  className={classes["category"] ?? ""}
                  aria-expanded={entry.isOpen}
                  onPress={() => onToggle(entry.id)}
                >
                  {entry.name}
                </Button>
              ) : (
                <Row
                  {...entry}
                  chosen={entry.id === here}
                  onPress={() => go({ channel_id: entry.id })}
                  unread={unreadOf(unread, user_id, entry.id)}
                />
              )}
            </div>
          )
        })}
      </div>
      {isEmpty ? <p className={classes["empty"]}>There is no conversation yet. The plus sign begins one.</p> : null}
    </nav>
  )
}

interface OfRow {
  readonly name: string
  readonly icon: React.ReactNode
  readonly chosen: boolean
  readonly thread: boolean
  readonly unread: Count
  readonly onPress: () => void
}

const Row = ({ name, icon, chosen, thread, unread, onPress }: OfRow) => (
  <Button
    className={classes["row"] ?? ""}
    data-thread={thread || undefined}
    data-unread={unread.messages > 0 || undefined}
    {...(chosen ? { "aria-current": "page" as const } : {})}
    onPress={onPress}
  >
    {icon}
    <span className={classes["label"]}>{name}</span>
    {unread.messages === 0 ? null : <span className="hidden">, unread</span>}
    {unread.mentions === 0 ? null : <b className={classes["mentions"]}>{unread.mentions}</b>}
  </Button>
)
