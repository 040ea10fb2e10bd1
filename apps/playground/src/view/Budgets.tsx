/** What definitions use of the platform's budgets, and the answer that a faulty body gets. */
import type { Budget, Definitions } from "../model/Definitions.ts"

export const Budgets = ({ characters, types, answer }: Pick<Definitions, "characters" | "types" | "answer">) => (
  <>
    {characters.length === 0 ? null : (
      <table>
        <caption>Budgets</caption>
        <thead>
          <tr>
            <th scope="col">Of</th>
            <th scope="col">Used</th>
            <th scope="col">At most</th>
          </tr>
        </thead>
        <tbody>
          {types.map((budget) => (
            <Row key={budget.name} {...budget} />
          ))}
          {characters.slice(0, SHOWN).map((budget, index) => (
            <Row key={index} {...budget} name={`characters of ${budget.name}`} />
          ))}
        </tbody>
      </table>
    )}
    {answer === undefined ? null : (
      <details>
        <summary>What the service answers to a bulk overwrite</summary>
        <pre>{JSON.stringify(answer, null, 2)}</pre>
      </details>
    )}
  </>
)

/** As many commands as a scope can have. */
const SHOWN = 131

const Row = ({ name, used, most }: Budget) => (
  <tr data-over={used > most}>
    <th scope="row">{name}</th>
    <td>{used.toLocaleString("en-US")}</td>
    <td>{most.toLocaleString("en-US")}</td>
  </tr>
)
