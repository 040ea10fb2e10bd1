/**
 * The platform's own Activities, to which bots invite by their fixed ids. Their applications are in no world. Source:
 * the ids that packages for Activities send. Our choice: docs/choices.md "Guilds".
 */

import type { Snowflake } from "../base/Snowflake.ts"
import { flagFields } from "./ApplicationFlag.ts"

const NAMES: ReadonlyMap<Snowflake, string> = new Map([
  ["755600276941176913", "YouTube Together"],
  ["755827207812677713", "Poker Night"],
  ["773336526917861400", "Betrayal.io"],
  ["814288819477020702", "Fishington.io"],
  ["832012774040141894", "Chess In The Park"],
  ["832013003968348200", "Checkers In The Park"],
  ["832025144389533716", "Blazing 8s"],
  ["852509694341283871", "SpellCast"],
  ["878067389634314250", "Doodle Crew"],
  ["879863686565621790", "Letter League"],
  ["879863976006127627", "Word Snacks"],
  ["880218394199220334", "Watch Together"],
  ["902271654783242291", "Sketch Heads"],
  ["903769130790969345", "Land-io"],
  ["945737671223947305", "Putt Party"],
  ["947957217959759964", "Bobble League"],
  ["950505761862189096", "Know What I Meme"],
  ["976052223358406656", "Ask Away"]
])

export const isPlatformActivity = (id: Snowflake): boolean => NAMES.has(id)

/** Its application as an invite shows it; undefined for any other id. */
export const platformActivity = (id: Snowflake) => {
  const name = NAMES.get(id)
  return name === undefined
    ? undefined
    : {
        id,
        name,
        icon: null,
        description: "",
        summary: "",
        type: null,
        verify_key: "0".repeat(64),
        ...flagFields({ flags: ["EMBEDDED"] })
      }
}
