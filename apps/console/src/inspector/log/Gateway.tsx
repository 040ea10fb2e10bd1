/** Gateway sessions as cards, and the frames that go over them while this view is open. `gateway[/<session>]`. */
import { useQuery } from "@tanstack/react-query"
import { useMemo, useState } from "react"
import { control } from "../../api/Control.ts"
import { useScreen } from "../../state/Screen.ts"
import { parsed } from "../interaction/Timeline.ts"
import { Note, Press } from "../part/Bits.tsx"
import { matches } from "../part/Filter.tsx"
import { Json } from "../part/Json.tsx"
import { Lines } from "../part/Lines.tsx"
import { clockTime } from "../part/Spans.ts"
import { FRAME_CHIPS, frameNote, frameTitle } from "./FrameText.ts"
import classes from "./Gateway.module.css"
import { LogBar, useLog } from "./LogBar.tsx"
import { SessionCards } from "./SessionCards.tsx"
import { type Frame, useWatching, useWire } from "./Wire.ts"

/** Heartbeats are no events of the log. */
const LOOK_MS = 3_000

const Gateway = ({ rest }: { readonly rest: ReadonlyArray<string> }) => {
  useWatching()
  const { data } = useQuery({
    queryKey: ["sessions"],
    queryFn: ({ signal }) => control("list_gateway_sessions", {}, { signal }),
    refetchInterval: LOOK_MS
  })
  const { shown: frames, query, application, on, bar } = useLog(useWire((wire) => wire.frames))
  const [open, setOpen] = useState<string>()
  const session = rest[0]
  const lines = useMemo(
    () =>
      frames
        .filter((frame) => {
          if (session !== undefined && frame.session_id !== session) return false
          if (application !== "" && frame.application_id !== application) return false
          if (on.size > 0 && ![...on].some((chip) => FRAME_CHIPS.find(({ id }) => id === chip)?.fits(frame)))
            return false
          return query === "" || matches(`${frameTitle(frame)} ${frame.direction} ${frame.d ?? ""}`, query)
        })
        .toReversed(),
    [frames, session, query, application, on]
  )
  const shown = lines.find(({ id }) => id === open)
  return (
    <div className={classes["gateway"]}>
      <SessionCards answer={data} chosen={session} />
      {session === undefined ? null : (
        <div className={classes["one"]}>
          Frames of one session.
          <Press onPress={() => useScreen.getState().inspect("gateway")}>Show all</Press>
        </div>
      )}
      <LogBar label="Search frames" chips={FRAME_CHIPS} log={bar} />
      <Lines
        items={lines}
        keyOf={({ id }) => id}
        height={32}
        label="Frames"
        chosen={open}
        onChoose={({ id }) => setOpen(id === open ? undefined : id)}
        empty={
          frames.length === 0
            ? "No frame has gone over the gateway since this view was opened."
            : "No frame fits the search."
        }
      >
        {(frame) => <Row frame={frame} />}
      </Lines>
      {shown === undefined ? null : (
        <section className={classes["frame"]} aria-label="Frame">
          {shown.clipped === true ? <Note>It was longer; this is its beginning.</Note> : null}
          <Json
            key={shown.id}
            label="the frame"
            depth={3}
            value={
              shown.close === undefined
                ? { op: shown.op, t: shown.t, s: shown.s, d: parsed(shown.d ?? "null") }
                : { close: shown.close }
            }
          />
        </section>
      )}
    </div>
  )
}

export default Gateway

const Row = ({ frame }: { readonly frame: Frame }) => (
  <div
    className={classes["row"]}
    data-direction={frame.direction}
    data-closes={frame.close === undefined ? undefined : true}
  >
    <i>{frame.direction === "in" ? "→" : "←"}</i>
    <b>{frameTitle(frame)}</b>
    <span>{frameNote(frame)}</span>
    <time>{clockTime(frame.at)}</time>
  </div>
)
