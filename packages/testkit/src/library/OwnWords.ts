/** The player's advice is for those who write scenario files: the same for those who write tests. */

/** What the player says, and what there is for it here. */
const WORDS: ReadonlyArray<readonly [said: string, here: string]> = [
  ["a step `advance: 3s`", '`backlot.advance("3s")`'],
  [
    "a step that only expects does not wait: put `wait: { state: responded }` before it",
    "`answer.expect(…)` does not wait: `answer.responded().expect(…)` does"
  ]
]

export const inOwnWords = (text: string): string =>
  WORDS.reduce((told, [said, here]) => told.replaceAll(said, here), text)
