/** A typed command: the picker's rows, how the text is read, and what the application gets. */

import { OptionType } from "@backlot/domain/record/ApplicationCommand"
import type { PickerCommand } from "@backlot/domain/typing/Picker"
import { useId } from "react"
import { TYPED_MAX, type Typed } from "../model/Typed.ts"

interface Of {
  readonly text: string
  readonly onText: (text: string) => void
  /** Undefined without a world. */
  readonly typed: Typed | undefined
}

export const TypedView = ({ text, onText, typed }: Of) => {
  const id = useId()
  return (
    <div className="pg-pair">
      <div className="pg-field">
        <label htmlFor={id}>Typed text</label>
        <p id={`${id}-hint`} className="pg-soft">
          A slash command as a person types it, such as /adopt animal:Dog
        </p>
        <input
          id={id}
          value={text}
          onChange={({ target }) => onText(target.value)}
          maxLength={TYPED_MAX}
          spellCheck={false}
          autoComplete="off"
          aria-describedby={`${id}-hint ${id}-said`}
        />
        {typed === undefined || typed.named !== undefined ? null : <Rows rows={typed.rows} />}
        {typed?.named === undefined ? null : (
          <Options command={typed.named} given={typed.parts.map(({ path }) => path)} />
        )}
      </div>
      <div className="pg-results">
        <p
          id={`${id}-said`}
          role="status"
          className="pg-summary"
          data-kind={typed === undefined ? "none" : typed.refused === undefined ? "good" : "fault"}
        >
          {said(typed)}
        </p>
        {typed === undefined || typed.parts.length === 0 ? null : (
          <table>
            <caption>How it is read</caption>
            <thead>
              <tr>
                <th scope="col">Column</th>
                <th scope="col">What</th>
                <th scope="col">Value</th>
              </tr>
            </thead>
            <tbody>
              {typed.parts.map(({ path, value, column }) => (
                <tr key={`${column} ${path}`}>
                  <td>{column + 1}</td>
                  <th scope="row">{path}</th>
                  <td>
                    <code>{value}</code>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
        {typed?.interaction === undefined ? null : (
          <>
            <h3>data</h3>
            <pre>{JSON.stringify(typed.interaction.data, null, 2)}</pre>
            <details>
              <summary>The whole interaction</summary>
              <pre>{JSON.stringify(typed.interaction, null, 2)}</pre>
            </details>
          </>
        )}
      </div>
    </div>
  )
}

const said = (typed: Typed | undefined): string => {
  if (typed === undefined) return "There is nobody here who could type: see Permissions."
  return typed.refused === undefined ? "The application gets it." : `It is refused: ${typed.refused}`
}

/** Rows of the picker that are shown. */
const SHOWN = 25

const Rows = ({ rows }: Pick<Typed, "rows">) => (
  <>
    <h3>What the picker offers</h3>
    {rows.length === 0 ? <p className="pg-soft">No command with such a name.</p> : null}
    <ul className="pg-rows">
      {rows.slice(0, SHOWN).map((row) => (
        <li key={`${row.id} ${row.path ?? ""}`}>
          <b>/{row.path_localized ?? row.name_localized}</b> {row.description_localized}{" "}
          <span className="pg-soft">{row.application_name}</span>
        </li>
      ))}
    </ul>
    {rows.length > SHOWN ? <p>… and {rows.length - SHOWN} more</p> : null}
  </>
)

const TYPE_NAMES = new Map<number, string>(Object.entries(OptionType).map(([name, type]) => [type, name]))

const Options = ({ command, given }: { readonly command: PickerCommand; readonly given: ReadonlyArray<string> }) => (
  <>
    <h3>Options of /{command.path_localized ?? command.name_localized}</h3>
    {(command.options ?? []).length === 0 ? <p className="pg-soft">It has none.</p> : null}
    <ul className="pg-rows">
      {(command.options ?? []).map((option) => (
        <li key={option.name}>
          <b>{option.name_localized}</b> {option.description_localized}{" "}
          <span className="pg-soft">
            {TYPE_NAMES.get(option.type)}
            {option.required === true ? ", required" : ""}
            {given.includes(option.name) ? ", given" : ""}
            {option.choices === undefined ? "" : `: ${option.choices.map((one) => one.name_localized).join(", ")}`}
          </span>
        </li>
      ))}
    </ul>
  </>
)
