/** Files of a message: pictures and sounds of this server are shown, everything else is a card. */
import type { APIAttachment } from "discord-api-types/v10"
import { Download, File } from "lucide-react"
import { ownFile, webAddress } from "../markdown/WebAddress.ts"
import classes from "./Attachments.module.css"
import { Picture } from "./Picture.tsx"
import { sizeOf } from "./Size.ts"

export const Attachments = ({ attachments }: { readonly attachments: ReadonlyArray<APIAttachment> }) => (
  <div className={classes["files"]}>
    {attachments.map((file) => (
      <Attachment key={file.id} file={file} />
    ))}
  </div>
)

const Attachment = ({ file }: { readonly file: APIAttachment }) => {
  const { content_type = "", url, filename, description, width, height } = file
  const own = ownFile(url)
  const spoiler = filename.startsWith("SPOILER_")
  if (own !== undefined && /^image\/(?:png|jpe?g|gif|webp|avif)\b/.test(content_type))
    return <Picture url={url} alt={description ?? filename} width={width} height={height} spoiler={spoiler} />
  if (own !== undefined && content_type.startsWith("video/"))
    // biome-ignore lint/a11y/useMediaCaption: files of apps have no captions
    return <video src={own} controls aria-label={description ?? filename} className={classes["video"]} />
  return (
    <>
      <FileCard name={file.title ?? filename} size={file.size} url={url} note={description} />
      {own !== undefined && content_type.startsWith("audio/") ? (
        // biome-ignore lint/a11y/useMediaCaption: as above
        <audio src={own} controls aria-label={description ?? filename} />
      ) : null}
    </>
  )
}

interface OfCard {
  readonly name: string
  readonly size: number | null | undefined
  readonly url: string
  readonly note?: string | null | undefined
}

export const FileCard = ({ name, size, url, note }: OfCard) => {
  const own = ownFile(url)
  const href = own ?? webAddress(url)
  return (
    <span className={classes["card"]}>
      <File size={26} aria-hidden />
      <span className={classes["about"]}>
        <span className={classes["name"]}>{name}</span>
        <small>
          {size == null ? "Size unknown" : sizeOf(size)}
          {note == null || note === "" ? "" : ` · ${note}`}
        </small>
      </span>
      {href === undefined ? null : (
        <a
          href={href}
          title={own === undefined ? href : `Download ${name}`}
          aria-label={`Download ${name}`}
          target="_blank"
          rel="noopener noreferrer"
          {...(own === undefined ? {} : { download: name })}
        >
          <Download size={18} aria-hidden />
        </a>
      )}
    </span>
  )
}
