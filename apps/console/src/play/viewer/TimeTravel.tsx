/** The scrubber: what each person saw after the chosen step. */
import type { AttemptData } from "@backlot/simulator/report/RunData"
import type { ScreenData } from "@backlot/simulator/report/ScreenCards"
import { useEffect, useRef, useState } from "react"
import { MessageCard } from "./Card.tsx"
import { c } from "./Classes.ts"
import { nextFailed, placeAt, type Seen, screensAt } from "./ScreensAt.ts"

interface Of {
  readonly attempt: AttemptData
  /** 0: before the first. */
  readonly step: number
  readonly onStep: (step: number) => void
  /** Opens the step and gives it the focus. */
  readonly onOpen: (step: number) => void
}

/** Real time of each step while the run is played. */
const PACE_MS = 1_200

export const TimeTravel = ({ attempt, step, onStep, onOpen }: Of) => {
  const { steps, screens, names } = attempt
  const last = steps.length
  const [playing, setPlaying] = useState(false)
  useEffect(() => {
    if (!playing) return
    if (step >= last) return setPlaying(false)
    const timer = setTimeout(() => onStep(step + 1), PACE_MS)
    return () => clearTimeout(timer)
  }, [playing, step, last, onStep])
  const failed = nextFailed(steps, step)
  const current = steps[step - 1]
  const words = current === undefined ? "Before the first step" : current.title
  return (
    <section className={c("travel")} aria-label="Steps in time">
      <div className={c("controls")}>
        <button type="button" aria-label="Step before" disabled={step === 0} onClick={() => onStep(step - 1)}>
          ◂
        </button>
        <button
          type="button"
          aria-pressed={playing}
          aria-label={playing ? "Pause" : "Play the steps"}
          onClick={() => {
            if (!playing && step >= last) onStep(0)
            setPlaying(!playing)
          }}
        >
          {playing ? "❚❚" : "▶"}
        </button>
        <button type="button" aria-label="Step after" disabled={step >= last} onClick={() => onStep(step + 1)}>
          ▸
        </button>
        <div className={c("rail")}>
          <input
            type="range"
            min={0}
            max={last}
            step={1}
            value={step}
            aria-label="Step"
            aria-valuetext={`${step} of ${last}: ${words}`}
            onChange={(event) => onStep(Number(event.target.value))}
          />
          <div className={c("ticks")} aria-hidden>
            {steps.map(({ number, status }) => (
              <i key={number} className={c(status)} style={{ left: `${(100 * number) / Math.max(1, last)}%` }} />
            ))}
          </div>
        </div>
        {failed === undefined ? null : (
          <button type="button" className={c("jump")} onClick={() => onOpen(failed)}>
            {failed === step ? "Open the failed step" : "To the failed step"}
          </button>
        )}
        <p className={c("where")} aria-live="polite">
          <b>
            {step} of {last}
          </b>{" "}
          {words}
          {current?.faults[0] === undefined ? null : <span className={c("why")}>✗ {current.faults[0]}</span>}
        </p>
      </div>
      {screens === undefined || screens.people.length === 0 ? null : (
        <Screens screens={screens} step={step} names={names} />
      )}
    </section>
  )
}

const Screens = ({
  screens,
  step,
  names
}: {
  readonly screens: ScreenData
  readonly step: number
  readonly names: AttemptData["names"]
}) => {
  // Without a choice it follows the step.
  const [pinned, setPinned] = useState<number>()
  const place = pinned ?? placeAt(screens, step)
  const seen = screensAt(screens, place, step)
  return (
    <>
      {screens.places.length < 2 ? null : (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset has a look of its own
        <div className={c("places")} role="group" aria-label="Place">
          <button type="button" aria-pressed={pinned === undefined} onClick={() => setPinned(undefined)}>
            Where it happens
          </button>
          {screens.places.map(({ id, name }, index) => (
            <button key={id} type="button" aria-pressed={pinned === index} onClick={() => setPinned(index)}>
              {name}
            </button>
          ))}
        </div>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls */}
      <section className={c("screens")} tabIndex={0} aria-label="What people saw">
        {seen.map((one) => (
          <Screen key={one.person.id} seen={one} place={screens.places[place]?.name ?? ""} names={names} />
        ))}
      </section>
      {screens.full ? <p className={c("nothing")}>There was no room for the screens of later steps.</p> : null}
    </>
  )
}

const Screen = ({
  seen: { person, messages, gone },
  place,
  names
}: {
  readonly seen: Seen
  readonly place: string
  readonly names: AttemptData["names"]
}) => {
  const end = useRef<HTMLUListElement>(null)
  useEffect(() => {
    if (messages !== undefined) end.current?.scrollTo({ top: end.current.scrollHeight })
  }, [messages])
  return (
    <section className={c("screen")} aria-label={`The screen of ${person.name}`}>
      <h3 className={c("whose")}>
        {person.name} <span>{place}</span>
      </h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls */}
      <ul className={c("scroll")} ref={end} tabIndex={0} aria-label={`Messages that ${person.name} saw`}>
        {gone > 0 ? (
          <li className={c("nothing")}>
            {gone} {gone === 1 ? "message is" : "messages are"} gone.
          </li>
        ) : null}
        {messages === undefined ? <li className={c("nothing")}>{person.name} does not see this place.</li> : null}
        {messages?.length === 0 ? <li className={c("nothing")}>No messages.</li> : null}
        {messages?.map(({ card, change }) => (
          <li key={card.id}>
            <MessageCard kind="seen" card={card} names={names} change={change} />
          </li>
        ))}
      </ul>
    </section>
  )
}
