/**
 * Records what people do as a scenario that grows line by line; edits it, saves it, plays it again. Source: product.md
 * "Scenario files" (recording).
 */
import { Circle, Copy, Download, Play, RotateCcw, Square, Undo2 } from "lucide-react"
import { useEffect, useRef, useState } from "react"
import { useScreen } from "../state/Screen.ts"
import { TextButton } from "../ui/Buttons.tsx"
import { Confirm } from "./part/Confirm.tsx"
import { Editor } from "./part/Editor.tsx"
import { saveText } from "./part/Save.ts"
import classes from "./Record.module.css"
import { Faults, marksOf, PlayedSteps } from "./record/Below.tsx"
import { fileNameOf } from "./record/Growth.ts"
import { begin, end, join, type Session, useSession } from "./record/Session.ts"
import { useFaults } from "./record/useFaults.ts"
import { useGrowing } from "./record/useGrowing.ts"
import { forgetPlay, playAgain, stopPlaying, useReplaying } from "./replay/Replaying.ts"

export const Record = () => {
  const session = useSession()
  const [name, setName] = useState("recorded")
  useEffect(() => void join(), [])
  const isOn = session.phase === "recording"
  return (
    <section className={classes["record"]} aria-label="Record">
      <header className={classes["head"]}>
        {isOn ? (
          <TextButton icon={Square} tone="bad" onPress={() => void end()}>
            Stop
          </TextButton>
        ) : (
          <TextButton
            icon={session.phase === "stopped" ? RotateCcw : Circle}
            tone={session.phase === "stopped" ? "plain" : "strong"}
            disabled={session.phase === "starting"}
            onPress={() => {
              forgetPlay()
              void begin()
            }}
          >
            {session.phase === "stopped" ? "Record anew" : "Record"}
          </TextButton>
        )}
        <label className={classes["name"]}>
          <span className="hidden">Name of the scenario</span>
          <input
            value={name}
            placeholder="recorded"
            spellCheck={false}
            onChange={(event) => setName(event.target.value)}
          />
        </label>
        <p className={classes["state"]} role="status" data-on={isOn || undefined}>
          {stateOf(session)}
        </p>
      </header>
      {session.problem === undefined ? null : (
        <p className={classes["problem"]} role="alert">
          {session.problem}
        </p>
      )}
      {session.phase === "recording" || session.phase === "stopped" ? (
        <Script session={session} name={fileNameOf(name)} />
      ) : (
        <Welcome />
      )}
    </section>
  )
}

const stateOf = ({ phase, entries, full }: Session): string => {
  if (phase === "starting") return "Asking the server …"
  if (phase !== "recording" && phase !== "stopped") return ""
  const acts = `${entries.length} ${entries.length === 1 ? "act" : "acts"}`
  return `${phase === "recording" ? "Recording" : "Recorded"}: ${acts}${full ? ", and no room for more" : ""}`
}

const Welcome = () => (
  <div className={classes["welcome"]}>
    <h2>Everything that people do becomes a scenario</h2>
    <ol>
      <li>Press Record.</li>
      <li>Use commands, press buttons and say things as anyone, here or over the control plane.</li>
      <li>Press Stop. What was seen is what the scenario expects: edit it, play it again, save it.</li>
    </ol>
  </div>
)

const Script = ({ session, name }: { readonly session: Session; readonly name: string }) => {
  const app = useScreen((screen) => screen.app)
  const { text: grown, steps, fresh } = useGrowing(session, name, app)
  const [edited, setEdited] = useState<string>()
  const isOn = session.phase === "recording"
  const text = edited ?? grown
  const faults = useFaults(text, name, !isOn)
  const playing = useReplaying()
  const body = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isOn) body.current?.scrollTo({ top: body.current.scrollHeight })
  }, [grown, isOn])
  useEffect(() => {
    if (isOn) setEdited(undefined)
  }, [isOn])
  /** Undefined: as it was recorded. */
  const change = (next: string | undefined) => {
    forgetPlay()
    setEdited(next === grown ? undefined : next)
  }
  const marks = marksOf(faults, playing.steps)
  return (
    <>
      <div className={classes["tools"]}>
        {playing.phase === "playing" ? (
          <TextButton icon={Square} onPress={stopPlaying}>
            Stop playing
          </TextButton>
        ) : (
          <PlayAgain session={session} name={name} text={text} disabled={isOn || steps === 0 || faults.length > 0} />
        )}
        <TextButton icon={Download} disabled={steps === 0} onPress={() => saveText(`${name}.scenario.yaml`, text)}>
          Save scenario
        </TextButton>
        <TextButton icon={Download} disabled={steps === 0} onPress={() => void saveWorld(session.world, name)}>
          Save world
        </TextButton>
        <TextButton icon={Copy} disabled={steps === 0} onPress={() => void navigator.clipboard.writeText(text)}>
          Copy
        </TextButton>
        {edited === undefined ? null : (
          <TextButton icon={Undo2} onPress={() => change(undefined)}>
            As recorded
          </TextButton>
        )}
      </div>
      <label className={classes["app"]}>
        The app starts with
        <input
          value={app}
          // An edited text has its own.
          disabled={edited !== undefined || playing.phase === "playing"}
          placeholder="node bot.mjs"
          title="Empty: it runs already"
          list="app-commands"
          spellCheck={false}
          onChange={(event) => {
            forgetPlay()
            useScreen.getState().set({ app: event.target.value })
          }}
        />
        <datalist id="app-commands">
          <option value="backlot demo">the demo app</option>
        </datalist>
      </label>
      {session.joined ? (
        <p className={classes["note"]}>
          This recording began elsewhere: the world saved with it is that of now. Record anew to have both from the
          start.
        </p>
      ) : null}
      <div className={classes["body"]} ref={body}>
        {isOn && steps === 0 ? <p className={classes["wait"]}>Waiting for somebody to do something …</p> : null}
        <Editor
          label="The scenario"
          text={text}
          onChange={isOn || playing.phase === "playing" ? undefined : change}
          marks={marks}
          fresh={isOn ? fresh : []}
        />
      </div>
      <Faults faults={faults} />
      <PlayedSteps />
      {isOn || steps === 0 ? null : (
        <p className={classes["terminal"]}>
          {STARTS_APP.test(text)
            ? "In a terminal, with both files saved in the folder in which the app starts: "
            : "In a terminal, with both files saved, on this server with the app that runs now: "}
          <code>{commandOf(name, STARTS_APP.test(text))}</code>
        </p>
      )}
    </>
  )
}

const STARTS_APP = /^apps?:/m

/** A scenario that starts its app has a server of its own. */
const commandOf = (name: string, startsApp: boolean): string =>
  `backlot simulate ${name}.scenario.yaml${startsApp ? "" : ` --server ${location.origin}`} --report html=report.html`

/** Asks first: the world of now is lost. */
const PlayAgain = ({
  session,
  name,
  text,
  disabled
}: {
  readonly session: Session
  readonly name: string
  readonly text: string
  readonly disabled: boolean
}) => (
  <Confirm
    icon={Play}
    label="Play again"
    tone="strong"
    disabled={disabled}
    title="Begin with the world of the beginning?"
    says="The server's world becomes that with which the recording began: messages and changes since then are gone, and bots connect again. The app itself goes on with what it remembers. Then the steps are played, one after the other."
    yes="Replace the world and play"
    onYes={() =>
      void import("./record/Script.ts").then(({ worldText, scenarioFileOf, worldFileOf }) =>
        playAgain({
          scenario: { name: scenarioFileOf(name), text },
          world: { name: worldFileOf(name), text: worldText(session.world) }
        })
      )
    }
  />
)

const saveWorld = async (world: unknown, name: string): Promise<void> => {
  const { worldText, worldFileOf } = await import("./record/Script.ts")
  saveText(worldFileOf(name), worldText(world))
}

export default Record
