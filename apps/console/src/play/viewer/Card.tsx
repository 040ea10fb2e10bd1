/** A message as a card, as a person sees it in a client: author, text, embeds, components. Nothing of it can be used. */
import type { CardNames } from "@backlot/simulator/report/CardNames"
import type { Card, Embed, Part } from "@backlot/simulator/report/MessageCards"
import { memo } from "react"
import { colourOf } from "../../ui/Avatar.tsx"
import { c } from "./Classes.ts"
import { Markdown } from "./Markdown.tsx"
import { Moment } from "./Moment.tsx"

interface Of {
  readonly card: Card
  readonly names: CardNames
  /** `message` stands by itself, `seen` is one of a screen. */
  readonly kind?: "message" | "seen"
  /** Since the step before. */
  readonly change?: "new" | "changed" | undefined
}

export const MessageCard = memo(({ card, names, kind = "message", change }: Of) => {
  const { author, bot, at, marks, state, content, embeds, parts, extras } = card
  const isPrivate = marks.some((mark) => mark.startsWith("only"))
  return (
    <article
      className={c(`${kind} bubble${isPrivate ? " private" : ""}`)}
      aria-label={`Message of ${author}`}
      data-change={change}
    >
      <span className={c("face")} style={{ background: colourOf(author) }} aria-hidden>
        {[...author][0] ?? "?"}
      </span>
      <div className={c("said")}>
        <header>
          <b>{author}</b>
          {bot ? <span className={c("bot")}>APP</span> : null}
          {at === undefined ? null : (
            <span className={c("soft")}>
              <Moment iso={at} style="day" />
            </span>
          )}
          {[...marks, ...(change === undefined ? [] : [change])].map((mark) => (
            <span key={mark} className={c("note")}>
              {mark}
            </span>
          ))}
        </header>
        {content === "" ? null : <Text className="text" value={content} names={names} />}
        {embeds.map((embed, index) => (
          <EmbedBox key={`${index}`} embed={embed} names={names} />
        ))}
        {parts.length === 0 ? null : (
          <div className={c("parts")}>
            <Parts parts={parts} names={names} />
          </div>
        )}
        {extras.map((text, index) => (
          <div key={`${index}`} className={c("extra")}>
            {text}
          </div>
        ))}
        {state === undefined ? null : <div className={c(`state ${state.tone}`)}>{state.text}</div>}
      </div>
    </article>
  )
})

const Text = ({
  className,
  value,
  names
}: {
  readonly className: string
  readonly value: string | undefined
  readonly names: CardNames
}) =>
  value === undefined ? null : (
    <div className={c(className)}>
      <Markdown text={value} names={names} />
    </div>
  )

const coloured = (colour: string | undefined) =>
  colour === undefined ? {} : { style: { borderInlineStartColor: colour } }

const EmbedBox = ({ embed, names }: { readonly embed: Embed; readonly names: CardNames }) => {
  const { colour, author, title, description, fields, images, footer } = embed
  return (
    <div className={c("embed")} {...coloured(colour)}>
      {author === undefined ? null : <div className={c("by")}>{author}</div>}
      <Text className="embed-title text" value={title} names={names} />
      <Text className="description text" value={description} names={names} />
      {fields.length === 0 ? null : (
        <dl>
          {fields.map(({ name, value, inline }, index) => (
            <div key={`${index}`} className={inline ? c("inline") : ""}>
              <dt className={c("text")}>
                <Markdown text={name} names={names} />
              </dt>
              <dd className={c("text")}>
                <Markdown text={value} names={names} />
              </dd>
            </div>
          ))}
        </dl>
      )}
      {images.map((url) => (
        <div key={url} className={c("media")}>
          {url}
        </div>
      ))}
      {footer === undefined ? null : <div className={c("footer")}>{footer}</div>}
    </div>
  )
}

const STYLES = ["", "primary", "secondary", "success", "danger", "link", "premium"]

const Parts = ({ parts, names }: { readonly parts: ReadonlyArray<Part>; readonly names: CardNames }) =>
  parts.map((part, index) => <PartBox key={`${index}`} part={part} names={names} />)

const PartBox = ({ part, names }: { readonly part: Part; readonly names: CardNames }) => {
  const { kind, label = "", style = 2, disabled = false, options = [], colour, parts = [] } = part
  const off = disabled ? <span className={c("off")}> (disabled)</span> : null
  const dull = disabled ? " disabled" : ""
  switch (kind) {
    case "button":
      return (
        <span className={c(`button ${STYLES[style] ?? "secondary"}${dull}`)}>
          {label}
          {off}
        </span>
      )
    case "select":
      return (
        <div className={c(`select${dull}`)}>
          <span>
            {label}
            {off}
          </span>
          <span className={c("soft")} aria-hidden>
            ▾
          </span>
          {options.length === 0 ? null : (
            <ul>
              {options.map((option, index) => (
                <li key={`${index}`} className={option.chosen ? c("chosen") : ""}>
                  {option.label}
                </li>
              ))}
            </ul>
          )}
        </div>
      )
    case "text":
      return <Text className="text" value={label} names={names} />
    case "media":
      return <div className={c("media")}>{label}</div>
    case "separator":
      return <div className={c("separator")} />
    case "input":
      return (
        <div className={c("input")}>
          <span className={c("label")}>{label}</span>
          <div className={c("blank")}>{options[0]?.label ?? ""}</div>
        </div>
      )
    case "row":
      return (
        <div className={c("row")}>
          <Parts parts={parts} names={names} />
        </div>
      )
    default:
      return (
        <div className={c(kind)} {...coloured(colour)}>
          {label === "" ? null : <div className={c("label")}>{kind === "modal" ? `Modal: ${label}` : label}</div>}
          <Parts parts={parts} names={names} />
        </div>
      )
  }
}
