/** The app's choices for an option while it is typed. Only the newest answer counts. */
import { useEffect, useState } from "react"
import { type AnswerOf, control } from "../api/Control.ts"
import { sentenceOf } from "../api/ControlFailure.ts"
import type { At } from "../use/Uses.ts"
import type { Picked } from "./Picked.ts"
import { questionOf } from "./UseBody.ts"

type Choices = NonNullable<AnswerOf<"use_command">["choices"]>

export interface AskedChoices {
  readonly choices: ReadonlyArray<Choices[number]>
  /** The text that they answer. */
  readonly of: string | undefined
  /** Real milliseconds to the answer. */
  readonly ms: number | undefined
  readonly isAsking: boolean
  readonly failed: string | undefined
}

const NONE: AskedChoices = { choices: [], of: undefined, ms: undefined, isAsking: false, failed: undefined }

/** A pause in typing, after which the app is asked. */
const PAUSE_MS = 120

/** `name` is undefined while no option with choices of the app has the focus. */
export const useChoices = (at: At, picked: Picked, name: string | undefined): AskedChoices => {
  const [asked, setAsked] = useState(NONE)
  const { user_id, channel_id } = at
  const text = picked.entries.find((entry) => entry.name === name)?.text ?? ""
  // Equal questions are asked once, however often the composer renders.
  const question = name === undefined ? undefined : JSON.stringify(questionOf(picked, name, text))
  useEffect(() => {
    if (question === undefined) return setAsked(NONE)
    const stopped = new AbortController()
    const ask = async () => {
      setAsked((before) => ({ ...before, isAsking: true }))
      const start = performance.now()
      try {
        const answer = await control(
          "use_command",
          { user_id, channel_id },
          { body: JSON.parse(question), signal: stopped.signal }
        )
        if (stopped.signal.aborted) return
        const { choices, state, error, wait_expired } = answer
        const silent = wait_expired === true ? "The application did not answer." : `The interaction is ${state}.`
        const failed = choices === undefined ? (error ?? silent) : undefined
        setAsked({ choices: choices ?? [], of: text, ms: performance.now() - start, isAsking: false, failed })
      } catch (error) {
        if (stopped.signal.aborted) return
        setAsked({ choices: [], of: text, ms: performance.now() - start, isAsking: false, failed: sentenceOf(error) })
      }
    }
    const timer = setTimeout(() => void ask(), PAUSE_MS)
    return () => {
      clearTimeout(timer)
      stopped.abort()
    }
  }, [question, text, user_id, channel_id])
  return name === undefined ? NONE : asked
}
