/** A link to elsewhere. The tooltip shows where it really leads. */
import type { ReactNode } from "react"
import { webAddress } from "./WebAddress.ts"

export const SafeLink = ({ href, children }: { readonly href: string; readonly children: ReactNode }) => {
  const address = webAddress(href)
  return address === undefined ? (
    children
  ) : (
    <a href={address} title={address} target="_blank" rel="noopener noreferrer nofollow">
      {children}
    </a>
  )
}
