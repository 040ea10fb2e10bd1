/** Every interaction, newest first, and uses that were refused before there was one. */
import { useInfiniteQuery } from "@tanstack/react-query"
import { useMemo, useState } from "react"
import { control } from "../../api/Control.ts"
import { useLive } from "../../live/Live.ts"
import type { LiveEvent } from "../../live/Stream.ts"
import { useScreen } from "../../state/Screen.ts"
import { Pill } from "../part/Bits.tsx"
import { Chips, Filter, matches } from "../part/Filter.tsx"
import { Lines } from "../part/Lines.tsx"
import { type Names, useNames } from "../part/Names.tsx"
import { clockTime } from "../part/Spans.ts"
import { Split } from "../part/Split.tsx"
import { InteractionDetail } from "./InteractionDetail.tsx"
import classes from "./Interactions.module.css"
import { STATES, type Summary, TYPES, titleOf } from "./Kinds.ts"
import { type Refusal, RefusedDetail, refusalOf } from "./Refused.tsx"

const PAGE = 100

const useInteractions = () =>
  useInfiniteQuery({
    queryKey: ["interactions"],
    queryFn: ({ pageParam, signal }) =>
      control("list_interactions", {}, { signal, query: { limit: PAGE, before: pageParam } }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ interactions }) => (interactions.length < PAGE ? undefined : interactions.at(-1)?.id)
  })

/** A line of the list. */
interface Row {
  readonly key: string
  readonly to: string
  readonly at: number
  readonly title: string
  readonly kind: string
  readonly state: string
  readonly user_id: string
  readonly channel_id: string | undefined
  readonly application_id: string | undefined
  readonly note: string
  readonly search: string
}

const rowOf = (each: Summary, names: Names): Row => {
  const { id, state, type, user_id, channel_id, application_id, created_ms, error = "" } = each
  const title = titleOf(each)
  const words = [names.user(user_id), names.channel(channel_id), names.application(application_id)]
  return {
    ...{ key: id, to: `interaction/${id}`, at: created_ms, title, kind: TYPES[type] ?? "", state },
    ...{ user_id, channel_id, application_id, note: error },
    search: [id, title, TYPES[type], state, error, ...words].join(" ")
  }
}

const refusedRow = (event: LiveEvent, refusal: Refusal, names: Names): Row => {
  const { user_id, channel_id, because, reason } = refusal
  const title = refusal.title
  return {
    ...{ key: `refused-${event.seq}`, to: `refused/${event.seq}`, at: event.at, title, kind: reason, state: "refused" },
    ...{ user_id, channel_id, application_id: undefined, note: because },
    search: [
      title,
      "refused",
      reason,
      because,
      names.user(user_id),
      channel_id === undefined ? "" : names.channel(channel_id)
    ].join(" ")
  }
}

const STATE_CHIPS = Object.entries(STATES).map(([id, { name }]) => ({ id, name }))

export const Interactions = ({ head, rest }: { readonly head: string; readonly rest: ReadonlyArray<string> }) => {
  const { data, fetchNextPage, hasNextPage, isFetchingNextPage } = useInteractions()
  const events = useLive((live) => live.events)
  const names = useNames()
  const [query, setQuery] = useState("")
  const [states, setStates] = useState<ReadonlySet<string>>(new Set())
  const refused = useMemo(() => events.filter(({ type }) => type === "interaction.refused"), [events])
  const rows = useMemo(() => {
    const made = (data?.pages ?? []).flatMap(({ interactions }) => interactions.map((each) => rowOf(each, names)))
    const never = refused.map((event) => refusedRow(event, refusalOf(event), names))
    return [...made, ...never].sort((a, b) => b.at - a.at)
  }, [data, refused, names])
  const shown = rows.filter(
    ({ state, search }) => (states.size === 0 || states.has(state)) && (query === "" || matches(search, query))
  )
  const id = rest[0]
  const chosen = id === undefined ? undefined : head === "refused" ? `refused-${id}` : id
  return (
    <Split
      back="interactions"
      backTo="All uses"
      list={
        <>
          <Filter query={query} onQuery={setQuery} label="Search uses">
            <Chips label="States" chips={STATE_CHIPS} on={states} onChange={setStates} />
          </Filter>
          <Lines
            items={shown}
            keyOf={({ key }) => key}
            height={52}
            label="Uses"
            chosen={chosen}
            onChoose={({ to }) => useScreen.getState().inspect(to)}
            onEnd={() => hasNextPage && !isFetchingNextPage && void fetchNextPage()}
            empty={
              rows.length === 0
                ? "Nobody has used anything yet. Type a slash in the conversation, and its story appears here."
                : "No use fits the search."
            }
          >
            {(row) => <RowView row={row} names={names} />}
          </Lines>
        </>
      }
      detail={
        id === undefined ? undefined : head === "refused" ? (
          <RefusedDetail seq={Number(id)} />
        ) : (
          <InteractionDetail key={id} interaction_id={id} />
        )
      }
    />
  )
}

const RowView = ({ row, names }: { readonly row: Row; readonly names: Names }) => {
  const state = STATES[row.state]
  const places = [
    names.user(row.user_id),
    row.channel_id === undefined ? undefined : names.channel(row.channel_id),
    row.application_id === undefined ? undefined : names.application(row.application_id)
  ]
  return (
    <div className={classes["row"]}>
      <b className={classes["title"]}>{row.title}</b>
      <span className={classes["kind"]}>{row.kind}</span>
      <Pill tone={state?.tone ?? "plain"}>{state?.name ?? row.state}</Pill>
      <span className={classes["places"]}>
        {row.note === "" ? places.filter((place) => place !== undefined).join(" · ") : row.note}
      </span>
      <time className={classes["time"]}>{clockTime(row.at).slice(0, 8)}</time>
    </div>
  )
}
