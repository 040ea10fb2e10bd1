/** Puts the state into the address of the page, and into the clipboard where the browser lets it. */
import { Result } from "effect"
import { useState } from "react"
import { type Shared, toFragment } from "../model/Shared.ts"

export const Share = ({ shared }: { readonly shared: Shared }) => {
  const [said, setSaid] = useState("")
  const share = async () => {
    const fragment = await toFragment(shared)
    if (Result.isFailure(fragment)) {
      setSaid(fragment.failure)
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
