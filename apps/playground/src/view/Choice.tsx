/** One of several, with its label. */
import { useId } from "react"

interface Of {
  readonly label: string
  readonly value: string
  readonly onValue: (value: string) => void
  readonly choices: ReadonlyArray<readonly [value: string, name: string]>
}

export const Choice = ({ label, value, onValue, choices }: Of) => {
  const id = useId()
  return (
    <span className="pg-choice">
      <label htmlFor={id}>{label}</label>
      <select id={id} value={value} onChange={({ target }) => onValue(target.value)}>
        {choices.map(([one, name]) => (
          <option key={one} value={one}>
            {name}
          </option>
        ))}
      </select>
    </span>
  )
}
