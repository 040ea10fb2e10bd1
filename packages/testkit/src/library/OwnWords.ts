/** Translates the player's advice, which is for scenario files, into the words of tests. */

import { PRESENT_HINT } from "@backlot/player/judge/Judge"
import { ADVANCE_STEP } from "@backlot/player/turn/Interacting"

/** Phrases of the player, and the same for tests. */
const WORDS: ReadonlyArray<readonly [said: string, here: string]> = [
  [ADVANCE_STEP, '`backlot.advance("3s")`'],
  [PRESENT_HINT, "`answer.expect(…)` does not wait: `answer.responded().expect(…)` does"]
]

export const inOwnWords = (text: string): string =>
  WORDS.reduce((told, [said, here]) => told.replaceAll(said, here), text)
