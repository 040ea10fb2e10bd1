/** The user's own language. */
import { Text } from "../Vocabulary.ts"
import type { Acts } from "./Act.ts"
import { verb } from "./ActWords.ts"

export const localeActs = {
  set_locale: {
    shape: Text.annotate({ description: "The user chooses this language." }),
    actor: "user",
    sentence: verb("sets the language to"),
    load: "it changes the user for everybody who plays them; write `locale` beside the step"
  }
} as const satisfies Acts
