/** Copies text, and shows for a moment that it did. */
import { useEffect, useState } from "react"

export const copy = (text: string): void => {
  navigator.clipboard?.writeText(text).catch(() => undefined)
}

const SHOWN_MS = 1_500

export const useCopied = (): readonly [boolean, () => void] => {
  const [at, setAt] = useState(0)
  useEffect(() => {
    if (at === 0) return
    const timer = setTimeout(() => setAt(0), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [at])
  return [at > 0, () => setAt((now) => now + 1)]
}
