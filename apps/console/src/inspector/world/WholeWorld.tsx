/** The world as a whole: to save as a file, to replace by one, to begin again. */
import { Download, RotateCcw, Upload } from "lucide-react"
import { useState } from "react"
import { DialogTrigger, FileTrigger } from "react-aria-components"
import { authorization, control, send } from "../../api/Control.ts"
import { ControlFailure, type FailureBody } from "../../api/ControlFailure.ts"
import { faultsOf, type PlacedFault } from "../../api/Faults.ts"
import { Window } from "../../ui/Window.tsx"
import { Ask } from "../part/Ask.tsx"
import { Press, Problem } from "../part/Bits.tsx"
import { TextEdit } from "../part/TextEdit.tsx"
import classes from "./World.module.css"

export const WholeWorld = () => {
  const [problem, setProblem] = useState<unknown>()
  const save = async () => {
    setProblem(undefined)
    try {
      const world = await control("get_world", {})
      download("world.json", JSON.stringify(world, null, 2))
    } catch (error) {
      setProblem(error)
    }
  }
  return (
    <>
      <div className={classes["whole-bar"]}>
        <Press onPress={() => void save()}>
          <Download size={13} aria-hidden /> Export
        </Press>
        <DialogTrigger>
          <Press onPress={() => undefined}>
            <Upload size={13} aria-hidden /> Import …
          </Press>
          <Window title="Replace the world" size="wide">
            {(close) => <Import onDone={close} />}
          </Window>
        </DialogTrigger>
        <Ask
          title="Begin again?"
          says="The world goes back to what the server was started with or last given. Messages, registered commands and everything else since then are lost, and bots have to log in again."
          act="Reset"
          onAct={() => {
            setProblem(undefined)
            control("reset", {}).catch(setProblem)
          }}
        >
          <Press onPress={() => undefined}>
            <RotateCcw size={13} aria-hidden /> Reset …
          </Press>
        </Ask>
      </div>
      <Problem error={problem} />
    </>
  )
}

const download = (name: string, text: string) => {
  const url = URL.createObjectURL(new Blob([text], { type: "application/json" }))
  const link = document.createElement("a")
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}

const Import = ({ onDone }: { readonly onDone: () => void }) => {
  const [text, setText] = useState("")
  const [faults, setFaults] = useState<ReadonlyArray<PlacedFault>>([])
  const [problem, setProblem] = useState<unknown>()
  const [busy, setBusy] = useState(false)
  const change = (value: string) => {
    setText(value)
    setFaults([])
    setProblem(undefined)
  }
  const replace = async () => {
    setBusy(true)
    setProblem(undefined)
    try {
      // As text: the world may be YAML, and the places of faults are those of this text.
      const response = await send("/world", {
        method: "PUT",
        headers: { ...authorization(), "content-type": "application/json" },
        body: text
      })
      if (response.ok) return onDone()
      const body = (await response.json()) as FailureBody
      if (Array.isArray(body.errors)) setFaults(faultsOf(body))
      else setProblem(new ControlFailure(response.status, body))
    } catch (error) {
      setProblem(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <p>
        A world file, JSON or YAML. It replaces everything, or changes nothing and says at which lines it breaks rules.
      </p>
      <TextEdit label="The world file" value={text} onChange={change} faults={faults} />
      <Problem error={problem} />
      <div className={classes["save"]}>
        <FileTrigger
          acceptedFileTypes={[".json", ".yaml", ".yml"]}
          onSelect={(files) => {
            void files?.[0]?.text().then(change)
          }}
        >
          <Press onPress={() => undefined}>Open a file …</Press>
        </FileTrigger>
        <Press tone="strong" disabled={busy || text.trim() === ""} onPress={() => void replace()}>
          Replace the world
        </Press>
        <Press onPress={onDone}>Cancel</Press>
      </div>
    </>
  )
}
