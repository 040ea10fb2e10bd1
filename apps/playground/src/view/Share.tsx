/** Puts the state into the address of the page, and into the clipboard where the browser lets it. */
import { Result } from "effect"
import { useState } from "react"
import { FRAGMENT_MAX, type Shared, toFragment } from "../model/Shared.ts"

export const Share = ({ shared }: { readonly shared: Shared }) => {
  const [said, setSaid] = useState("")
  const share = async () => {
    const fragment = await toFragment(shared)
    if (Result.isFailure(fragment)) {
      const [length, most] = [fragment.failure, FRAGMENT_MAX].map((count) => count.toLocaleString("en-US"))
      setSaid(
        `It is too large for a link: ${length} of ${most} characters. Leave out definitions or parts of the world.`
      )
      return
    }
    history.replaceState(history.state, "", fragment.success)
    const isCopied = await Promise.resolve(navigator.clipboard?.writeText(location.href)).then(
      () => navigator.clipboard !== undefined,
      () => false
    )
    setSaid(isCopied ? "The link is copied. It holds all that you see." : "The link is the address of this page.")
  }
  return (
    <span className="pg-share">
      <button type="button" onClick={() => void share()}>
        Share
      </button>
      <span role="status">{said}</span>
    </span>
  )
}
