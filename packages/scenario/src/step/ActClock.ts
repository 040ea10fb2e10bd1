/** The service clock. */
import { Schema } from "effect"
import { Duration } from "../Duration.ts"
import { optional, Text } from "../Vocabulary.ts"
import type { Acts } from "./Act.ts"
import { plain, short } from "./ActWords.ts"

const Clock = Schema.Struct({
  now: optional(Text, "An ISO 8601 time, never before what the clock shows."),
  mode: optional(Schema.Literals(["real", "frozen"]), "real: it goes on by itself. frozen: it stands still.")
}).annotate({ identifier: "Clock" })

export const clockActs = {
  advance: {
    shape: Duration.annotate({ description: "The service clock goes on by this; what is due happens." }),
    actor: "nobody",
    sentence: (value) => `${plain(value)} go by`,
    load: "it moves the clock for everybody who plays; under load the clock is real"
  },
  clock: {
    shape: Clock.annotate({ description: "Sets the service clock." }),
    actor: "nobody",
    sentence: (value) => `the clock is set: ${short(value)}`,
    load: "it sets the clock for everybody who plays; under load the clock is real"
  }
} as const satisfies Acts
