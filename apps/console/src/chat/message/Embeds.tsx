/** Rich embeds, with every field that they have. */
import type { APIEmbed } from "discord-api-types/v10"
import type { CSSProperties, ReactNode } from "react"
import { inStyle } from "../context/Times.ts"
import { Markdown, Words } from "../markdown/MarkdownView.tsx"
import { SafeLink } from "../markdown/SafeLink.tsx"
import { ownFile } from "../markdown/WebAddress.ts"
import { Picture } from "../media/Picture.tsx"
import { spansOf } from "./EmbedFields.ts"
import classes from "./Embeds.module.css"

export const Embeds = ({ embeds }: { readonly embeds: ReadonlyArray<APIEmbed> }) => (
  <>
    {embeds.map((embed, at) => (
      <Embed key={at} embed={embed} />
    ))}
  </>
)

const Embed = ({ embed }: { readonly embed: APIEmbed }) => {
  const { title, description, url, color, author, thumbnail, image, video, footer, timestamp, provider } = embed
  const fields = embed.fields ?? []
  const spans = spansOf(fields)
  return (
    <section
      className={classes["embed"]}
      aria-label={title === undefined ? "Embed" : `Embed: ${title}`}
      style={color == null ? undefined : ({ "--bar": `#${color.toString(16).padStart(6, "0")}` } as CSSProperties)}
    >
      <div className={classes["main"]}>
        {provider?.name === undefined ? null : <small className={classes["provider"]}>{provider.name}</small>}
        {author === undefined ? null : (
          <div className={classes["author"]}>
            <Icon url={author.icon_url} />
            <Linked url={author.url}>{author.name}</Linked>
          </div>
        )}
        {title === undefined ? null : (
          <div className={classes["title"]}>
            {url === undefined ? (
              <Markdown text={title} />
            ) : (
              <SafeLink href={url}>
                <Words text={title} />
              </SafeLink>
            )}
          </div>
        )}
        {description === undefined ? null : (
          <div className={classes["description"]}>
            <Markdown text={description} />
          </div>
        )}
        {fields.length === 0 ? null : (
          <dl className={classes["fields"]}>
            {fields.map(({ name, value }, at) => (
              <div key={at} style={{ gridColumn: `span ${spans[at]}` }}>
                <dt>
                  <Markdown text={name} />
                </dt>
                <dd>
                  <Markdown text={value} />
                </dd>
              </div>
            ))}
          </dl>
        )}
        {image === undefined ? null : <Picture url={image.url} alt="" width={image.width} height={image.height} />}
        {video?.url === undefined ? null : <Picture url={video.url} alt="Video" />}
        {footer === undefined && timestamp === undefined ? null : (
          <div className={classes["footer"]}>
            <Icon url={footer?.icon_url} />
            <span>
              {[footer?.text, timestamp === undefined ? undefined : inStyle(Date.parse(timestamp), "s")]
                .filter((part) => part !== undefined && part !== "")
                .join(" • ")}
            </span>
          </div>
        )}
      </div>
      {thumbnail === undefined ? null : <Picture url={thumbnail.url} alt="Thumbnail" small />}
    </section>
  )
}

const Linked = ({ url, children }: { readonly url: string | undefined; readonly children: ReactNode }) =>
  url === undefined ? <span>{children}</span> : <SafeLink href={url}>{children}</SafeLink>

/** A small picture of this server; from elsewhere a dot that names its address. */
const Icon = ({ url }: { readonly url: string | undefined }) => {
  if (url === undefined) return null
  const own = ownFile(url)
  return own === undefined ? (
    <span className={classes["dot"]} title={`Icon ${url}`} />
  ) : (
    <img className={classes["dot"]} src={own} alt="" />
  )
}
