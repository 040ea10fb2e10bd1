/** The components of a message, of both generations. */
import type { CSSProperties } from "react"
import { Markdown } from "../markdown/MarkdownView.tsx"
import { FileCard } from "../media/Attachments.tsx"
import { Covered } from "../media/Covered.tsx"
import { Picture } from "../media/Picture.tsx"
import { ButtonPart } from "./ButtonPart.tsx"
import classes from "./Components.module.css"
import { isSelect, type Part, TYPE } from "./Part.ts"
import { SelectPart } from "./SelectPart.tsx"

interface Of {
  readonly parts: ReadonlyArray<Part>
  readonly message_id: string
}

export const Components = ({ parts, message_id }: Of) => (
  <div className={classes["components"]}>
    <Each parts={parts} message_id={message_id} />
  </div>
)

const Each = ({ parts, message_id }: Of) =>
  parts.map((part, at) => <One key={part.id ?? at} part={part} message_id={message_id} />)

const One = ({ part, message_id }: { readonly part: Part; readonly message_id: string }) => {
  if (isSelect(part)) return <SelectPart part={part} message_id={message_id} />
  switch (part.type) {
    case TYPE.row:
      return (
        <div className={classes["row"]}>
          <Each parts={part.components ?? []} message_id={message_id} />
        </div>
      )
    case TYPE.button:
      return <ButtonPart part={part} message_id={message_id} />
    case TYPE.text:
      return <Markdown text={part.content ?? ""} />
    case TYPE.section:
      return (
        <div className={classes["section"]}>
          <div className={classes["texts"]}>
            <Each parts={part.components ?? []} message_id={message_id} />
          </div>
          {part.accessory === undefined ? null : <One part={part.accessory} message_id={message_id} />}
        </div>
      )
    case TYPE.thumbnail:
      return <Picture url={part.media?.url ?? ""} alt={part.description ?? "Thumbnail"} spoiler={part.spoiler} small />
    case TYPE.gallery:
      return <Gallery part={part} />
    case TYPE.file:
      return (
        <Covered spoiler={part.spoiler === true}>
          <FileCard name={part.name ?? "File"} size={part.size} url={part.file?.url ?? ""} />
        </Covered>
      )
    case TYPE.separator:
      return (
        <hr
          className={classes["separator"]}
          data-wide={part.spacing === 2 || undefined}
          data-plain={part.divider === false || undefined}
        />
      )
    case TYPE.container:
      return <Container part={part} message_id={message_id} />
    default:
      return <p className={classes["unknown"]}>A component of type {part.type}, which the console does not know.</p>
  }
}

const Gallery = ({ part: { items = [] } }: { readonly part: Part }) => (
  <div className={classes["gallery"]} data-count={Math.min(items.length, 4)}>
    {items.map(({ media, description, spoiler }, at) => (
      <Picture
        key={at}
        url={media.url}
        alt={description ?? "Picture"}
        width={media.width}
        height={media.height}
        spoiler={spoiler}
      />
    ))}
  </div>
)

const Container = ({ part, message_id }: { readonly part: Part; readonly message_id: string }) => {
  const { accent_color: accent } = part
  return (
    <Covered spoiler={part.spoiler === true}>
      <div
        className={classes["container"]}
        style={accent == null ? undefined : ({ "--bar": `#${accent.toString(16).padStart(6, "0")}` } as CSSProperties)}
        data-accent={accent != null || undefined}
      >
        <Each parts={part.components ?? []} message_id={message_id} />
      </div>
    </Covered>
  )
}
