/** What stands above a log of the wire: search, application, chips, pause and clear. */
import { Eraser, Pause, Play } from "lucide-react"
import { useDeferredValue, useState } from "react"
import { useWorld } from "../../api/Queries.ts"
import { Choose } from "../../ui/Form.tsx"
import { IconButton } from "../../ui/IconButton.tsx"
import { Note } from "../part/Bits.tsx"
import { type Chip, Chips, Filter } from "../part/Filter.tsx"
import classes from "./Log.module.css"
import { usePaused } from "./Paused.ts"
import { clearWire, useWire } from "./Wire.ts"

/** What a log of the wire shows: it may stand still, and be narrowed. */
export const useLog = <T,>(live: ReadonlyArray<T>) => {
  const { shown, paused, setPaused } = usePaused(useDeferredValue(live))
  const [query, setQuery] = useState("")
  /** Empty for all. */
  const [application, setApplication] = useState("")
  const [on, setOn] = useState<ReadonlySet<string>>(new Set())
  return {
    shown,
    query,
    application,
    on,
    bar: { query, application, on, paused, setQuery, setApplication, setOn, setPaused }
  }
}

interface Of {
  readonly label: string
  readonly chips: ReadonlyArray<Chip>
  readonly log: ReturnType<typeof useLog>["bar"]
}

export const LogBar = ({ label, chips, log }: Of) => {
  const { query, application, on, paused } = log
  const { data: world } = useWorld()
  const lost = useWire((wire) => wire.lost)
  return (
    <>
      <Filter query={query} onQuery={log.setQuery} label={label}>
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
            onChange={(id) => log.setApplication(id === "all" ? "" : id)}
          />
        </div>
        <IconButton
          icon={paused ? Play : Pause}
          size={15}
          label={paused ? "Go on" : "Pause"}
          pressed={paused}
          onPress={() => log.setPaused(!paused)}
        />
        <IconButton icon={Eraser} size={15} label="Clear" onPress={clearWire} />
        {chips.length === 0 ? null : <Chips label="Kinds" chips={chips} on={on} onChange={log.setOn} />}
      </Filter>
      {lost === 0 ? null : <Note>{lost} entries were lost: they came faster than this page could read them.</Note>}
    </>
  )
}
