/** The bar of the window: the server, its clock, and what the window can show. */
import { CircleDot, Columns2, History, Moon, Search, Sun, TextSearch, Users } from "lucide-react"
import { useClock } from "../api/Queries.ts"
import { useLive } from "../live/Live.ts"
import { MAX_PANES, useFocused, useScreen } from "../state/Screen.ts"
import { IconButton } from "../ui/IconButton.tsx"
import { ask } from "./Asked.ts"
import { useNarrow } from "./Narrow.ts"
import classes from "./TitleBar.module.css"

const SAYS = {
  connecting: "Connecting …",
  open: "Live",
  closed: "Connection lost, trying again",
  locked: "Guarded"
} as const

export const TitleBar = () => {
  const { inspector, members, theme, panes, set, inspect, split } = useScreen()
  const { user_id } = useFocused()
  const narrow = useNarrow()
  const connection = useLive((live) => live.connection)
  const isDark = theme === "system" ? matchMedia("(prefers-color-scheme: dark)").matches : theme === "dark"
  return (
    <header className={classes["bar"]}>
      <img src="/icon.svg" alt="" width={20} height={20} />
      <strong>Backlot</strong>
      <span className={classes["state"]} data-state={connection} role="status">
        {SAYS[connection]}
      </span>
      <Clock />
      <span className={classes["space"]} />
      <IconButton icon={Search} label="Go to or do … (Ctrl+K)" onPress={() => ask("palette")} />
      {narrow ? null : (
        <IconButton
          icon={Columns2}
          label="Another person beside this one"
          disabled={panes.length >= MAX_PANES}
          onPress={() => split(user_id)}
        />
      )}
      <IconButton
        icon={CircleDot}
        label="Record a scenario"
        pressed={inspector === "record"}
        onPress={() => inspect(inspector === "record" ? undefined : "record")}
      />
      <IconButton
        icon={History}
        label="Open a run"
        pressed={inspector?.startsWith("run") === true}
        onPress={() => inspect(inspector?.startsWith("run") === true ? undefined : "run")}
      />
      {narrow ? null : (
        <IconButton icon={Users} label="Members" pressed={members} onPress={() => set({ members: !members })} />
      )}
      <IconButton
        icon={TextSearch}
        label="Inspector (Ctrl+I)"
        pressed={inspector !== undefined}
        onPress={() => inspect(inspector === undefined ? "interactions" : undefined)}
      />
      <IconButton
        icon={isDark ? Sun : Moon}
        label={isDark ? "Light colours" : "Dark colours"}
        onPress={() => set({ theme: isDark ? "light" : "dark" })}
      />
    </header>
  )
}

/** The service clock where it is not the time on the wall. */
const Clock = () => {
  const { data: clock } = useClock()
  const inspect = useScreen((screen) => screen.inspect)
  if (clock === undefined) return null
  return (
    <button type="button" className={classes["clock"]} data-mode={clock.mode} onClick={() => inspect("clock")}>
      {clock.mode === "frozen" ? `Clock frozen at ${shown(clock.now)}` : "Real time"}
    </button>
  )
}

const shown = (now: string) =>
  new Date(now).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "medium", timeZone: "UTC" })
