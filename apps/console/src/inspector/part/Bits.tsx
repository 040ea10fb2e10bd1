/** Small pieces that every view uses. */
import { Check, ChevronRight, Copy } from "lucide-react"
import { type ReactNode, useId, useState } from "react"
import { Button, Meter } from "react-aria-components"
import { sentenceOf } from "../../api/ControlFailure.ts"
import { useScreen } from "../../state/Screen.ts"
import classes from "./Bits.module.css"
import { copy, useCopied } from "./Copy.ts"

export type Tone = "good" | "warn" | "bad" | "plain" | "accent"

export const Pill = ({ tone = "plain", children }: { readonly tone?: Tone; readonly children: ReactNode }) => (
  <span className={classes["pill"]} data-tone={tone}>
    {children}
  </span>
)

/** A heading with what belongs to it. */
export const Section = ({
  title,
  aside,
  children
}: Readonly<Record<"children", ReactNode>> & { readonly title: string; readonly aside?: ReactNode }) => (
  <section className={classes["section"]}>
    <header className={classes["heading"]}>
      <h3>{title}</h3>
      {aside}
    </header>
    {children}
  </section>
)

export interface Fact {
  readonly name: string
  readonly value: ReactNode
}

/** Names and values beside each other; undefined ones are left out. */
export const Facts = ({ facts }: { readonly facts: ReadonlyArray<Fact | undefined> }) => (
  <dl className={classes["facts"]}>
    {facts.map((fact) =>
      fact === undefined ? null : (
        <div key={fact.name}>
          <dt>{fact.name}</dt>
          <dd>{fact.value}</dd>
        </div>
      )
    )}
  </dl>
)

/** Part of the inspector that opens when it is wanted. */
export const Fold = ({
  title,
  children,
  open = false
}: {
  readonly title: ReactNode
  readonly children: ReactNode
  readonly open?: boolean
}) => {
  const [isOpen, setOpen] = useState(open)
  const id = useId()
  return (
    <div className={classes["fold"]}>
      <Button
        className={classes["folder"] ?? ""}
        aria-expanded={isOpen}
        {...(isOpen ? { "aria-controls": id } : {})}
        onPress={() => setOpen(!isOpen)}
      >
        <ChevronRight size={14} aria-hidden /> {title}
      </Button>
      {isOpen ? (
        <div id={id} className={classes["folded"]}>
          {children}
        </div>
      ) : null}
    </div>
  )
}

export const Press = ({
  children,
  onPress,
  tone = "plain",
  disabled = false,
  label
}: {
  readonly children: ReactNode
  readonly onPress: () => void
  readonly tone?: "plain" | "strong" | "bad"
  readonly disabled?: boolean
  readonly label?: string
}) => (
  <Button
    className={classes["press"] ?? ""}
    data-tone={tone}
    isDisabled={disabled}
    onPress={onPress}
    {...(label === undefined ? {} : { "aria-label": label })}
  >
    {children}
  </Button>
)

export const CopyButton = ({ text, children }: { readonly text: () => string; readonly children: ReactNode }) => {
  const [copied, note] = useCopied()
  return (
    <Press
      onPress={() => {
        copy(text())
        note()
      }}
    >
      {copied ? <Check size={13} aria-hidden /> : <Copy size={13} aria-hidden />} {copied ? "Copied" : children}
    </Press>
  )
}

/** A link to another part of the inspector. */
export const Jump = ({ to, children }: { readonly to: string; readonly children: ReactNode }) => (
  <Button className={classes["jump"] ?? ""} onPress={() => useScreen.getState().inspect(to)}>
    {children}
  </Button>
)

/** A sentence about something that failed. */
export const Problem = ({ error }: { readonly error: unknown }) =>
  error === undefined || error === null ? null : (
    <p className={classes["problem"]} role="alert">
      {sentenceOf(error)}
    </p>
  )

export const Note = ({ children }: { readonly children: ReactNode }) => <p className={classes["note"]}>{children}</p>

/** A bar that fills, for what runs out or up. */
export const Bar = ({
  part,
  tone = "accent",
  label
}: {
  readonly part: number
  readonly tone?: Tone
  readonly label: string
}) => {
  const width = Math.max(0, Math.min(1, part)) * 100
  return (
    <Meter className={classes["track"] ?? ""} aria-label={label} value={Math.round(width)}>
      <i data-tone={tone} style={{ width: `${width}%` }} />
    </Meter>
  )
}

/** What a view is made of: a head that stays, and a body that scrolls. */
export const Page = ({ children }: { readonly children: ReactNode }) => (
  <div className={classes["page"]}>{children}</div>
)
