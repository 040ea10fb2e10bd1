/** Who sees which command here, and each step of the decision about one. */
import type { Judged } from "@backlot/domain/permission/CommandsHere"
import { CommandType } from "@backlot/domain/record/ApplicationCommand"
import { useState } from "react"
import { Choice } from "./Choice.tsx"

interface Of {
  readonly judged: ReadonlyArray<Judged>
  /** The name of the command that is explained. */
  readonly command: string
  readonly onCommand: (name: string) => void
}

export const Explained = ({ judged, command, onCommand }: Of) => {
  const [every, setEvery] = useState(false)
  const one = judged.find((candidate) => candidate.command.name === command) ?? judged[0]
  if (one === undefined) return <p role="status">No application with commands is installed here.</p>
  const { evaluation } = one
  const steps = evaluation.decisions.filter(({ outcome }) => every || outcome !== "skip")
  return (
    <>
      <table>
        <caption>Commands here</caption>
        <thead>
          <tr>
            <th scope="col">Command</th>
            <th scope="col">Seen</th>
            <th scope="col">Usable</th>
          </tr>
        </thead>
        <tbody>
          {judged.map((candidate) => (
            <tr key={candidate.command.id}>
              <th scope="row">{titleOf(candidate)}</th>
              <td>{candidate.evaluation.visible ? "yes" : "no"}</td>
              <td>{candidate.evaluation.usable ? "yes" : `no: ${candidate.evaluation.reason}`}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <Choice
        label="Explain"
        value={one.command.name}
        onValue={onCommand}
        choices={judged.map((candidate) => [candidate.command.name, titleOf(candidate)])}
      />
      <p role="status" className="pg-summary" data-kind={evaluation.usable ? "good" : "fault"}>
        {titleOf(one)} {evaluation.usable ? "can be used here." : `cannot be used here: ${evaluation.reason}.`}
      </p>
      <ol className="pg-steps" aria-label="Steps of the decision">
        {steps.map(({ step, outcome, because }) => (
          <li key={step} data-outcome={outcome}>
            <b>{SAYS[outcome]}</b> <code>{step}</code> {because}
          </li>
        ))}
      </ol>
      <label className="pg-check">
        <input type="checkbox" checked={every} onChange={({ target }) => setEvery(target.checked)} /> Show the steps
        that were not asked
      </label>
    </>
  )
}

const SAYS = { pass: "passed", fail: "failed", skip: "skipped" } as const

const titleOf = ({ command }: Judged): string =>
  command.type === CommandType.CHAT_INPUT ? `/${command.name}` : command.name
