/** Events as a list with filters, and one of them. */
import { Pause, Play } from "lucide-react"
import { useDeferredValue, useMemo, useState } from "react"
import { useLive } from "../../live/Live.ts"
import type { LiveEvent } from "../../live/Stream.ts"
import { useScreen } from "../../state/Screen.ts"
import { IconButton } from "../../ui/IconButton.tsx"
import { Facts, Jump, Note, Pill, Section } from "../part/Bits.tsx"
import { Chips, Filter, matches } from "../part/Filter.tsx"
import { Json } from "../part/Json.tsx"
import { Lines } from "../part/Lines.tsx"
import { type Names, useNames, Where } from "../part/Names.tsx"
import { clockTime, fullTime } from "../part/Spans.ts"
import { Split } from "../part/Split.tsx"
import { channelOf, familyOf, linksOf, summaryOf, toneOf } from "./EventText.ts"
import classes from "./Log.module.css"
import { usePaused } from "./Paused.ts"

interface Of {
  /** Of this list; one event is below it, by its position. */
  readonly address: string
  readonly chosen: string | undefined
  readonly empty: string
  readonly isShown: (event: LiveEvent) => boolean
}

const EventLog = ({ address, chosen, empty, isShown }: Of) => {
  const live = useDeferredValue(useLive((state) => state.events))
  const { shown: events, paused, setPaused } = usePaused(live)
  const names = useNames()
  const [query, setQuery] = useState("")
  const [families, setFamilies] = useState<ReadonlySet<string>>(new Set())
  const all = useMemo(() => events.filter(isShown).toReversed(), [events, isShown])
  const counts = useMemo(
    () => Map.groupBy(all, ({ type }) => (address === "events" ? familyOf(type) : (type.split(".")[1] ?? type))),
    [all, address]
  )
  const chips = [...counts]
    .map(([id, { length }]) => ({ id, name: id.replaceAll("_", " "), count: length }))
    .sort((a, b) => a.id.localeCompare(b.id))
  const lines = useMemo(
    () =>
      all.filter((event) => {
        const family = address === "events" ? familyOf(event.type) : (event.type.split(".")[1] ?? "")
        if (families.size > 0 && !families.has(family)) return false
        return query === "" || matches(`${event.type} ${summaryOf(event, names)} ${JSON.stringify(event.data)}`, query)
      }),
    [all, families, query, names, address]
  )
  const one = chosen === undefined ? undefined : events.find(({ seq }) => String(seq) === chosen)
  return (
    <Split
      back={address}
      backTo="All events"
      list={
        <>
          <Filter query={query} onQuery={setQuery} label="Search events">
            <IconButton
              icon={paused ? Play : Pause}
              size={15}
              label={paused ? "Go on" : "Pause"}
              pressed={paused}
              onPress={() => setPaused(!paused)}
            />
            {chips.length === 0 ? null : <Chips label="Kinds" chips={chips} on={families} onChange={setFamilies} />}
          </Filter>
          <Lines
            items={lines}
            keyOf={({ seq }) => String(seq)}
            height={46}
            label="Events"
            chosen={chosen}
            onChoose={({ seq }) => useScreen.getState().inspect(`${address}/${seq}`)}
            empty={all.length === 0 ? empty : "No event fits the search."}
          >
            {(event) => <Row event={event} names={names} />}
          </Lines>
        </>
      }
      detail={chosen === undefined ? undefined : <EventDetail event={one} />}
    />
  )
}

export default EventLog

const Row = ({ event, names }: { readonly event: LiveEvent; readonly names: Names }) => (
  <div className={classes["row"]}>
    <i className={classes["dot"]} data-tone={toneOf(event.type)} />
    <b>{event.type}</b>
    <time>{clockTime(event.at)}</time>
    <span>{summaryOf(event, names)}</span>
  </div>
)

const EventDetail = ({ event }: { readonly event: LiveEvent | undefined }) => {
  const names = useNames()
  if (event === undefined)
    return (
      <Section title="Event">
        <Note>This window no longer has that event.</Note>
      </Section>
    )
  const channel = channelOf(event)
  const links = linksOf(event)
  return (
    <Section title={event.type} aside={<Pill tone={toneOf(event.type)}>#{event.seq}</Pill>}>
      <Note>{summaryOf(event, names)}</Note>
      <Facts
        facts={[
          { name: "At", value: fullTime(event.at) },
          channel === undefined ? undefined : { name: "Place", value: <Where id={channel} /> },
          ...links.map(([to, name]) => ({ name, value: <Jump to={to}>open</Jump> }))
        ]}
      />
      <div className={classes["json"]}>
        <Json key={event.seq} value={event.data} label="the data of the event" depth={4} />
      </div>
    </Section>
  )
}
