/**
 * Opens a run of `simulate` from its JSON report and shows it in the viewer that the HTML report has. The report stays in this
 * window. Source: product.md "Scenario files" (`--report`).
 */

import { numbersOf } from "@backlot/simulator/report/Anchor"
import { runOfReport } from "@backlot/simulator/report/ReportData"
import { Result } from "effect"
import { FolderOpen, X } from "lucide-react"
import { useCallback, useState } from "react"
import { DropZone, FileTrigger } from "react-aria-components"
import { useScreen } from "../state/Screen.ts"
import { TextButton } from "../ui/Buttons.tsx"
import { IconButton } from "../ui/IconButton.tsx"
import classes from "./Runs.module.css"
import { useRun } from "./run/OpenRun.ts"
import { type At, RunViewer } from "./viewer/RunViewer.tsx"

/** `what` is the part of the address after `/i/`: `run` or `run/1-1-7`. */
export const Runs = ({ what }: { readonly what: string }) => {
  const { run, name } = useRun()
  const [problem, setProblem] = useState<string>()
  const open = async (file: File) => {
    const read = runOfReport(await file.text())
    if (Result.isFailure(read)) return setProblem(`${file.name}: ${read.failure}`)
    setProblem(undefined)
    useRun.setState({ run: read.success, name: file.name })
    useScreen.getState().inspect("run")
  }
  return (
    <DropZone
      className={classes["runs"] ?? ""}
      aria-label="Run"
      onDrop={({ items }) => {
        const [file] = items.filter((item) => item.kind === "file")
        if (file !== undefined) void file.getFile().then(open)
      }}
    >
      <header className={classes["head"]}>
        <h1>{run === undefined ? "Runs" : name}</h1>
        <FileTrigger
          acceptedFileTypes={["application/json", ".json"]}
          onSelect={(files) => {
            const [file] = files ?? []
            if (file !== undefined) void open(file)
          }}
        >
          <TextButton icon={FolderOpen} tone={run === undefined ? "strong" : "plain"}>
            Open a report …
          </TextButton>
        </FileTrigger>
        <span className={classes["space"]} />
        <IconButton icon={X} label="Close" onPress={() => useScreen.getState().inspect(undefined)} />
      </header>
      {problem === undefined ? null : (
        <p className={classes["problem"]} role="alert">
          {problem}
        </p>
      )}
      {run === undefined ? <Welcome /> : <Viewer key={name} what={what} />}
    </DropZone>
  )
}

const Welcome = () => (
  <div className={classes["welcome"]}>
    <h2>Travel through a run</h2>
    <p>
      Choose or drop the JSON report of a run here: every step with what each person saw, what was expected, and what
      went between service and app.
    </p>
    <pre>backlot simulate scenarios --report json=run.json</pre>
  </div>
)

const Viewer = ({ what }: { readonly what: string }) => {
  const { run } = useRun()
  const [asked, setAsked] = useState(0)
  const numbers = numbersOf(`#${what.split("/")[1] ?? ""}`)
  const at: At = { numbers, asked }
  const go = useCallback((next: ReadonlyArray<number>, focus: boolean) => {
    useScreen.getState().inspect(`run/${next.join("-")}`)
    if (focus) setAsked((count) => count + 1)
  }, [])
  return run === undefined ? null : (
    <div className={classes["viewer"]}>
      <RunViewer run={run} at={at} onGo={go} contained />
    </div>
  )
}

export default Runs
