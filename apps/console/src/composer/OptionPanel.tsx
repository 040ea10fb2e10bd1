/** What the option with the focus is for, its rule, and its choices. */
import { Hash, LoaderCircle, Shield } from "lucide-react"
import { Avatar } from "../ui/Avatar.tsx"
import { ListPanel } from "./ListPanel.tsx"
import type { UseItem } from "./OptionChoices.ts"
import classes from "./OptionPanel.module.css"
import { faultOf, ruleOf } from "./OptionRule.ts"
import type { Entry, Option, Row } from "./Picked.ts"
import type { AskedChoices } from "./useChoices.ts"
import type { List } from "./useList.ts"

interface Of {
  readonly row: Row
  readonly option: Option | undefined
  readonly entry: Entry | undefined
  /** Undefined while there is nothing to choose. */
  readonly list: List<UseItem> | undefined
  readonly asked: AskedChoices
}

export const OptionPanel = ({ row, option, entry, list, asked }: Of) => (
  <div className={classes["panel"]}>
    <p className={classes["head"]}>
      <b>
        {option === undefined
          ? list === undefined
            ? row.application_name
            : "Options"
          : (option.name_localized ?? option.name)}
      </b>
      <span>
        {option === undefined ? (list === undefined ? row.description_localized : "") : option.description_localized}
      </span>
      {option?.autocomplete === true ? <Latency asked={asked} /> : null}
    </p>
    {option === undefined || entry === undefined ? null : (
      <Rule option={option} entry={entry} isChoosing={list !== undefined} />
    )}
    {asked.failed === undefined ? null : (
      <p className={classes["failed"]} role="alert">
        {failureOf(asked.failed)}
      </p>
    )}
    {list === undefined ? null : (
      <ListPanel
        list={list}
        text={`${option?.name} ${entry?.text}`}
        label={option === undefined ? "Options" : `Choices of ${option.name_localized ?? option.name}`}
        rowHeight={36}
        render={renderItem}
      />
    )}
  </div>
)

interface RuleOf {
  readonly option: Option
  readonly entry: Entry
  /** What is typed may still become one of the list. */
  readonly isChoosing: boolean
}

const Rule = ({ option, entry, isChoosing }: RuleOf) => {
  const isOpen = (entry.text === "" && entry.file === undefined) || (isChoosing && option.autocomplete !== true)
  const fault = isOpen ? undefined : faultOf(option, entry)
  const rule = ruleOf(option)
  if (fault === undefined && rule === undefined) return null
  return (
    <p className={classes["rule"]} data-wrong={fault !== undefined || undefined} aria-live="polite">
      {fault ?? `${rule}.`}
    </p>
  )
}

const Latency = ({ asked: { isAsking, ms } }: { readonly asked: AskedChoices }) => (
  <span className={classes["latency"]} title="Time to the app's choices">
    {isAsking ? <LoaderCircle size={12} className={classes["turning"]} aria-label="Asking the app" /> : null}
    {ms === undefined ? "" : `${Math.round(ms)} ms`}
  </span>
)

/** The service begins its own sentence in the same way. */
const failureOf = (because: string): string =>
  because.startsWith("Loading options failed") ? because : `Loading options failed: ${because}`

const renderItem = (item: UseItem) => {
  if (item.kind === "option") {
    const { name, name_localized, description_localized } = item.option
    return (
      <>
        <span className={classes["name"]}>{name_localized ?? name}</span>
        <span className={classes["detail"]}>{description_localized}</span>
      </>
    )
  }
  return (
    <>
      {item.of === "person" ? <Avatar id={String(item.value)} name={item.text} size={24} /> : null}
      {item.of === "role" ? <Shield size={16} aria-hidden /> : null}
      {item.of === "channel" ? <Hash size={16} aria-hidden /> : null}
      <span className={classes["name"]}>{item.text}</span>
      <span className={classes["detail"]}>{item.detail}</span>
    </>
  )
}
