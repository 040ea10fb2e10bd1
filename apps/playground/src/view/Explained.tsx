/** Who sees which command here, and each step of the decision about one. */
import type { Judged } from "@backlot/domain/permission/CommandsHere"
import { CommandType } from "@backlot/domain/record/ApplicationCommand"
import { useState } from "react"
import { Choice } from "./Choice.tsx"

interface Of {
  readonly judged: ReadonlyArray<Judged>
  /** The id of the command that is explained. */
  readonly command: string
  readonly onCommand: (id: string) => void
}

export const Explained = ({ judged, command, onCommand }: Of) => {
  const [every, setEvery] = useState(false)
  const one = judged.find((candidate) => candidate.command.id === command) ?? judged[0]
  if (one === undefined) return <p role="status">No application with commands is installed here.</p>
  const { evaluation } = one
  const titles = titlesOf(judged)
  const titleOf = ({ command: { id, name } }: Judged) => titles.get(id) ?? name
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
        value={one.command.id}
        onValue={onCommand}
        choices={judged.map((candidate) => [candidate.command.id, titleOf(candidate)])}
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

/** Titles by the commands' ids. One that others have too says whose command it is, and where it was registered. */
const titlesOf = (judged: ReadonlyArray<Judged>): ReadonlyMap<string, string> => {
  const alike = Map.groupBy(judged, ({ command }) => BY_TYPE[command.type](command.name))
  return new Map(
    [...alike].flatMap(([title, found]) =>
      found.map(({ command: { id, guild_id }, application: { name } }) => [
        id,
        found.length === 1 ? title : `${title} of ${name}, ${guild_id === undefined ? "global" : "of the guild"}`
      ])
    )
  )
}

const BY_TYPE: Readonly<Record<CommandType, (name: string) => string>> = {
  [CommandType.CHAT_INPUT]: (name) => `/${name}`,
  [CommandType.USER]: (name) => `${name} (on a user)`,
  [CommandType.MESSAGE]: (name) => `${name} (on a message)`,
  [CommandType.PRIMARY_ENTRY_POINT]: (name) => `${name} (entry point)`
}
