/** The service clock: to freeze, to set and to advance, and everything that fires as it goes on. */
import { useMutation } from "@tanstack/react-query"
import { FastForward, Pause, Play, SkipForward } from "lucide-react"
import { useState } from "react"
import { type BodyOf, control } from "../../api/Control.ts"
import { queries, useClock } from "../../api/Queries.ts"
import { useScreen } from "../../state/Screen.ts"
import { Text } from "../../ui/Form.tsx"
import { Note, Press, Problem, Section } from "../part/Bits.tsx"
import { Filter, matches } from "../part/Filter.tsx"
import { Lines } from "../part/Lines.tsx"
import { useNames } from "../part/Names.tsx"
import { clockTime, readSpan, span } from "../part/Spans.ts"
import { useServiceNow } from "../part/Times.ts"
import classes from "./Clock.module.css"
import { addressOf, type Deadline, useDeadlines } from "./Deadlines.ts"

const STEPS = [
  { name: "1 s", ms: 1_000 },
  { name: "3 s", ms: 3_000 },
  { name: "1 min", ms: 60_000 },
  { name: "15 min", ms: 900_000 },
  { name: "1 h", ms: 3_600_000 },
  { name: "1 d", ms: 86_400_000 }
] as const

const useChange = () =>
  useMutation({
    mutationFn: (body: BodyOf<"set_clock">) => control("set_clock", {}, { body }),
    onSettled: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: ["clock"] }),
        queries.invalidateQueries({ queryKey: ["deadlines"] })
      ])
  })

const Clock = () => {
  const { data: clock } = useClock()
  const { data: coming } = useDeadlines()
  const now = useServiceNow(250)
  const { mutate, error, isPending } = useChange()
  const [query, setQuery] = useState("")
  const names = useNames()
  if (clock === undefined || now === undefined) return <Note>Loading …</Note>
  const deadlines = (coming?.deadlines ?? []).filter(({ due_ms }) => due_ms > now)
  const next = deadlines[0]
  const frozen = clock.mode === "frozen"
  const shown = deadlines.filter(
    ({ what, kind, id, application_id = "", user_id = "" }) =>
      query === "" || matches([what, kind, id, names.application(application_id), names.user(user_id)].join(" "), query)
  )
  return (
    <div className={classes["clock"]}>
      <div className={classes["face"]}>
        <time>{clockTime(now).slice(0, 8)}</time>
        <span>{new Date(now).toISOString().slice(0, 10)} UTC</span>
        <span>{frozen ? "It stands until it is moved." : "It runs with real time."}</span>
        <Press onPress={() => mutate({ mode: frozen ? "real" : "frozen" })} disabled={isPending} tone="strong">
          {frozen ? <Play size={13} aria-hidden /> : <Pause size={13} aria-hidden />} {frozen ? "Let it run" : "Freeze"}
        </Press>
      </div>
      <Section title="Advance">
        <div className={classes["steps"]}>
          {STEPS.map(({ name, ms }) => (
            <Press
              key={name}
              label={`Advance by ${name}`}
              disabled={isPending}
              onPress={() => mutate({ advance_ms: ms })}
            >
              <FastForward size={12} aria-hidden /> {name}
            </Press>
          ))}
          <Press
            disabled={isPending || next === undefined}
            onPress={() => next !== undefined && mutate({ advance_ms: Math.max(0, next.due_ms - now) + 1 })}
          >
            <SkipForward size={13} aria-hidden /> To the next deadline
            {next === undefined ? "" : `, in ${span(next.due_ms - now)}`}
          </Press>
        </div>
        <div className={classes["custom"]}>
          <Custom
            label="By"
            placeholder="90s, 1h 30min, 2d"
            act="Advance"
            disabled={isPending}
            read={(text) => {
              const ms = readSpan(text)
              return ms === undefined ? undefined : { advance_ms: ms }
            }}
            onSend={mutate}
          />
          <Custom
            label="To"
            placeholder={new Date(now).toISOString().slice(0, 19)}
            act="Set"
            disabled={isPending}
            read={(text) => {
              const ms = Date.parse(/[zZ]|[+-]\d\d:?\d\d$/.test(text) ? text : `${text}Z`)
              return Number.isNaN(ms) ? undefined : { now: new Date(ms).toISOString() }
            }}
            onSend={mutate}
          />
        </div>
        <Problem error={error} />
      </Section>
      <h3 className={classes["title"]}>
        What will fire{" "}
        <small>
          {deadlines.length}
          {coming?.more === true ? "+" : ""}
        </small>
      </h3>
      <Filter query={query} onQuery={setQuery} label="Search what will fire" />
      <Lines
        items={shown}
        keyOf={keyOf}
        height={50}
        label="What will fire"
        onChoose={(deadline) => {
          const to = addressOf(deadline)
          if (to !== undefined) useScreen.getState().inspect(to)
        }}
        empty="Nothing waits for the clock."
      >
        {(deadline) => <Row deadline={deadline} now={now} />}
      </Lines>
    </div>
  )
}

export default Clock

const keyOf = ({ due_ms, kind, id = "", application_id = "", user_id = "" }: Deadline) =>
  [due_ms, kind, id, application_id, user_id].join("-")

const Row = ({ deadline, now }: { readonly deadline: Deadline; readonly now: number }) => {
  const names = useNames()
  const { due_ms, what, kind, application_id, user_id } = deadline
  const about = [
    kind.replaceAll("_", " "),
    application_id === undefined ? undefined : names.application(application_id),
    user_id === undefined ? undefined : names.user(user_id)
  ]
  return (
    <div className={classes["row"]}>
      <b>in {span(due_ms - now)}</b>
      <span>{what}</span>
      <time>{clockTime(due_ms).slice(0, 8)}</time>
      <small>{about.filter((part) => part !== undefined).join(" · ")}</small>
    </div>
  )
}

interface OfCustom {
  readonly label: string
  readonly placeholder: string
  readonly act: string
  readonly disabled: boolean
  readonly read: (text: string) => BodyOf<"set_clock"> | undefined
  readonly onSend: (body: BodyOf<"set_clock">) => void
}

const Custom = ({ label, placeholder, act, disabled, read, onSend }: OfCustom) => {
  const [text, setText] = useState("")
  const [wrong, setWrong] = useState(false)
  return (
    <form
      className={classes["form"]}
      onSubmit={(event) => {
        event.preventDefault()
        const body = read(text.trim())
        setWrong(body === undefined)
        if (body !== undefined) onSend(body)
      }}
    >
      <Text
        label={label}
        value={text}
        onChange={setText}
        placeholder={placeholder}
        fault={wrong ? "This is no time." : undefined}
      />
      <button type="submit" className={classes["send"]} disabled={disabled}>
        {act}
      </button>
    </form>
  )
}
