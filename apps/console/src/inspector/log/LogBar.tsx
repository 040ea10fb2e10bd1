/** What stands above a log of the wire: search, application, chips, pause and clear. */
import { Eraser, Pause, Play } from "lucide-react"
import { useWorld } from "../../api/Queries.ts"
import { IconButton } from "../../ui/IconButton.tsx"
import { Note } from "../part/Bits.tsx"
import { type Chip, Chips, Filter } from "../part/Filter.tsx"
import { Choose } from "../part/Form.tsx"
import classes from "./Log.module.css"
import { clearWire, useWire } from "./Wire.ts"

interface Of {
  readonly label: string
  readonly query: string
  readonly onQuery: (query: string) => void
  /** Empty for all. */
  readonly application: string
  readonly onApplication: (id: string) => void
  readonly chips: ReadonlyArray<Chip>
  readonly on: ReadonlySet<string>
  readonly onChips: (on: ReadonlySet<string>) => void
  readonly paused: boolean
  readonly onPause: (paused: boolean) => void
}

export const LogBar = ({
  label,
  query,
  onQuery,
  application,
  onApplication,
  chips,
  on,
  onChips,
  paused,
  onPause
}: Of) => {
  const { data: world } = useWorld()
  const lost = useWire((wire) => wire.lost)
  return (
    <>
      <Filter query={query} onQuery={onQuery} label={label}>
        <div className={classes["choose"]}>
          <Choose
            label="Application"
            hideLabel
            small
            value={application === "" ? "all" : application}
            choices={[
              { id: "all", name: "Every app" },
              ...(world?.applications ?? []).map(({ id, name }) => ({ id, name }))
            ]}
            onChange={(id) => onApplication(id === "all" ? "" : id)}
          />
        </div>
        <IconButton
          icon={paused ? Play : Pause}
          size={15}
          label={paused ? "Go on" : "Pause"}
          pressed={paused}
          onPress={() => onPause(!paused)}
        />
        <IconButton icon={Eraser} size={15} label="Clear" onPress={clearWire} />
        {chips.length === 0 ? null : <Chips label="Kinds" chips={chips} on={on} onChange={onChips} />}
      </Filter>
      {lost === 0 ? null : <Note>{lost} entries were lost: they came faster than this page could read them.</Note>}
    </>
  )
}
