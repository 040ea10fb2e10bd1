/** An image of this server, or what stands for one from elsewhere, which the page does not load. */
import { ImageOff } from "lucide-react"
import { useState } from "react"
import { SafeLink } from "../markdown/SafeLink.tsx"
import { ownFile, webAddress } from "../markdown/WebAddress.ts"
import { Covered } from "./Covered.tsx"
import classes from "./Picture.module.css"

interface Of {
  readonly url: string
  readonly alt: string
  readonly width?: number | null | undefined
  readonly height?: number | null | undefined
  readonly spoiler?: boolean | undefined
  /** As a square of a fixed size, e.g. a thumbnail. */
  readonly small?: boolean
}

export const Picture = ({ url, alt, width, height, spoiler = false, small = false }: Of) => {
  const [broken, setBroken] = useState(false)
  const own = ownFile(url)
  const shape = width == null || height == null || small ? {} : { width, height }
  return (
    <Covered spoiler={spoiler}>
      {own === undefined || broken ? (
        <Missing url={url} alt={alt} small={small} />
      ) : (
        <a
          href={own}
          target="_blank"
          rel="noopener noreferrer"
          className={classes["frame"]}
          data-small={small || undefined}
          aria-label={`Open ${alt === "" ? "the picture" : alt}`}
        >
          <img src={own} alt={alt} title={alt === "" ? undefined : alt} {...shape} onError={() => setBroken(true)} />
        </a>
      )}
    </Covered>
  )
}

const Missing = ({ url, alt, small }: { readonly url: string; readonly alt: string; readonly small: boolean }) => {
  const address = webAddress(url)
  return (
    <span className={classes["missing"]} data-small={small || undefined} title={url}>
      <ImageOff size={small ? 18 : 22} aria-hidden />
      <span className={small ? "hidden" : classes["where"]}>
        {alt === "" ? null : <span>{alt}</span>}
        {address === undefined ? <small>{url}</small> : <SafeLink href={address}>{shortened(address)}</SafeLink>}
      </span>
    </span>
  )
}

const shortened = (address: string): string => (address.length > 70 ? `${address.slice(0, 69)}…` : address)
