/** The picker above the composer: commands by application, and why hidden ones are hidden. */
import { useQuery } from "@tanstack/react-query"
import { CircleHelp, Clock3, EyeOff } from "lucide-react"
import { memo, useMemo, useState } from "react"
import { Button, ToggleButton } from "react-aria-components"
import { sentenceOf } from "../api/ControlFailure.ts"
import { useScreen } from "../state/Screen.ts"
import { Avatar } from "../ui/Avatar.tsx"
import type { At } from "../use/Uses.ts"
import { ListPanel } from "./ListPanel.tsx"
import { type Row, shownPath } from "./Picked.ts"
import classes from "./Picker.module.css"
import type { PickerItem } from "./PickerItems.ts"
import { explanationQuery } from "./Reads.ts"
import type { List } from "./useList.ts"
import { type PickerList, usePickerChoice } from "./usePicker.ts"
import { TEXT, write } from "./Written.ts"

interface Of {
  readonly at: At
  readonly list: List<PickerItem>
  readonly found: PickerList
}

const ROW = 50

export const Picker = memo(({ at, list, found }: Of) => {
  const [scrollTo, setScrollTo] = useState<{ readonly key: string }>()
  const heads = useMemo(() => found.items.filter((item) => item.kind === "head"), [found.items])
  return (
    <div className={classes["picker"]} data-behind={found.isBehind || undefined}>
      <div className={classes["both"]}>
        {heads.length < 2 ? null : (
          // For the mouse: the list has the same order for the keyboard.
          <div className={classes["rail"]} aria-hidden>
            {heads.map((head) => (
              <Button
                key={head.key}
                excludeFromTabOrder
                preventFocusOnPress
                className={classes["jump"] ?? ""}
                onPress={() => setScrollTo({ key: head.key })}
              >
                {head.application_id === undefined ? (
                  <Clock3 size={18} aria-hidden />
                ) : (
                  <Avatar id={head.application_id} name={head.name} size={28} />
                )}
              </Button>
            ))}
          </div>
        )}
        {found.items.length === 0 ? (
          <p className={classes["none"]} role="status">
            {emptyText(found)}
          </p>
        ) : (
          <ListPanel
            list={list}
            text={found.query}
            label="Commands"
            rowHeight={ROW}
            render={renderItem}
            isDimmed={isHidden}
            scrollTo={scrollTo}
          />
        )}
      </div>
      <span className="hidden" role="status">
        {found.items.length === 0 ? "" : `${found.items.length - heads.length} commands. Arrows choose one.`}
      </span>
      <Foot at={at} active={list.active} />
    </div>
  )
})

const isHidden = ({ kind }: PickerItem): boolean => kind === "hidden"

const emptyText = ({ isLoading, error, query }: PickerList): string => {
  if (isLoading) return "Looking for commands …"
  if (error !== null) return sentenceOf(error)
  if (/\s\S+:/.test(query)) return "Enter uses this text as it is. Tab makes fields of it."
  return query.trim() === "" ? "No command of any application is shown here." : `No command matches /${query}`
}

const renderItem = (item: PickerItem) => {
  switch (item.kind) {
    case "head":
      return item.name
    case "row":
      return <RowView row={item.row} />
    default:
      return (
        <>
          <EyeOff size={22} className={classes["eye"]} aria-hidden />
          <span className={classes["what"]}>
            <b>/{item.name}</b>
            <small>{item.command.description}</small>
          </span>
          <span className={classes["tag"]}>hidden</span>
        </>
      )
  }
}

const RowView = memo(({ row }: { readonly row: Row }) => (
  <>
    <Avatar id={row.application_id} name={row.application_name} size={26} />
    <span className={classes["what"]}>
      <span className={classes["line"]}>
        <b>/{shownPath(row)}</b>
        {(row.options ?? []).map(({ name, name_localized, required }) => (
          <i key={name} data-optional={required !== true || undefined}>
            {name_localized ?? name}
          </i>
        ))}
      </span>
      <small>{row.description_localized}</small>
    </span>
    <span className={classes["app"]}>{row.application_name}</span>
  </>
))

const Foot = ({ at, active }: { readonly at: At; readonly active: PickerItem | undefined }) => {
  const showHidden = usePickerChoice((choice) => choice.showHidden)
  return (
    <div className={classes["foot"]}>
      <div className={classes["because"]} aria-live="polite">
        {active?.kind === "hidden" ? (
          <Because at={at} command_id={active.command.id} name={active.name} />
        ) : (
          <span className={classes["keys"]}>
            <kbd>↑</kbd>
            <kbd>↓</kbd> to move, <kbd>Tab</kbd> or <kbd>Enter</kbd> to choose, <kbd>Esc</kbd> to close
          </span>
        )}
      </div>
      <ToggleButton
        className={classes["switch"] ?? ""}
        isSelected={showHidden}
        onChange={(chosen) => {
          usePickerChoice.setState({ showHidden: chosen })
          write(at, { focus: TEXT })
        }}
      >
        <span className={classes["track"]} />
        Show hidden
      </ToggleButton>
    </div>
  )
}

/** The sentence of the step that decides, and the way to all of them. */
const Because = ({ at, command_id, name }: { readonly at: At; readonly command_id: string; readonly name: string }) => {
  const { data, error } = useQuery(explanationQuery(at, command_id))
  const failed = data?.decisions.find(({ outcome }) => outcome === "fail")
  const said = data === undefined ? "…" : (failed?.because ?? "Nothing hides it any more.")
  return (
    <>
      <span className={classes["sentence"]}>{error === null ? said : sentenceOf(error)}</span>
      <Button
        className={classes["why"] ?? ""}
        preventFocusOnPress
        aria-label={`Explain /${name} in the inspector`}
        onPress={() => useScreen.getState().inspect(`explain/${command_id}`)}
      >
        <CircleHelp size={14} aria-hidden /> Explain
      </Button>
    </>
  )
}
