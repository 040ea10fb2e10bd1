/** The list of shortcuts, at `?`. */
import { Window } from "../ui/Window.tsx"
import { useAsked } from "./Asked.ts"
import classes from "./Help.module.css"
import { SHORTCUTS } from "./Shortcuts.ts"

const HERE: ReadonlyArray<readonly [keys: string, label: string]> = [
  ["/", "In the composer: pick a command"],
  ["ArrowUp", "In an empty composer: repeat the last use, or edit the last message"],
  ["Shift+F10", "On a message or a person: what can be done"],
  ["Escape", "Close what is open"]
]

export const Help = () => {
  const [open, setOpen] = useAsked("help")
  return (
    <Window title="Shortcuts" size="medium" open={{ is: open, set: setOpen }}>
      {() => (
        <dl className={classes["keys"]}>
          {[...SHORTCUTS.map(({ keys, label }) => [keys, label] as const), ...HERE].map(([keys, label]) => (
            <div key={keys}>
              <dt>{label}</dt>
              <dd>
                {keys.split("+").map((key) => (
                  <kbd key={key}>{SHOWN[key] ?? key}</kbd>
                ))}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </Window>
  )
}

const SHOWN: Readonly<Record<string, string>> = { ArrowUp: "↑", ArrowDown: "↓", Escape: "Esc" }
