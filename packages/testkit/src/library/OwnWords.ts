/** The player's advice is for those who write scenario files: the same for those who write tests. */

import { PRESENT_HINT } from "@backlot/player/judge/PresentHint"
import { ADVANCE_STEP } from "@backlot/player/turn/Interacting"

/** What the player says, and what there is for it here. */
const WORDS: ReadonlyArray<readonly [said: string, here: string]> = [
  [ADVANCE_STEP, '`backlot.advance("3s")`'],
  [PRESENT_HINT, "`answer.expect(…)` does not wait: `answer.responded().expect(…)` does"]
]

export const inOwnWords = (text: string): string =>
  WORDS.reduce((told, [said, here]) => told.replaceAll(said, here), text)
