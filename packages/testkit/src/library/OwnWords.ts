/** Translates the player's advice, which is for scenario files, into the words of tests. */
import { PRESENT_HINT } from "@backlot/player/judge/PresentHint"
import { ADVANCE_STEP } from "@backlot/player/turn/Interacting"

const WORDS: ReadonlyArray<readonly [said: string, here: string]> = [
  [ADVANCE_STEP, '`backlot.advance("3s")`'],
  [PRESENT_HINT, "`answer.expect(…)` does not wait: `answer.responded().expect(…)` does"]
]

export const inOwnWords = (text: string): string =>
  WORDS.reduce((replaced, [said, here]) => replaced.replaceAll(said, here), text)
