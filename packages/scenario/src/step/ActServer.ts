/** The server, and the fragments of the scenario itself. */
import { Schema } from "effect"
import { Text } from "../Vocabulary.ts"
import { type Acts, plain, short } from "./Act.ts"

const SENTENCES: Readonly<Record<string, string>> = {
  restart: "the server is restarted",
  kill: "the server is killed and started again",
  reset: "the server is reset"
}

export const serverActs = {
  server: {
    shape: Schema.Literals(["restart", "kill", "reset"]).annotate({
      description:
        "restart: stops the server and starts it on the same data. kill: the same as a crash. reset: back to the first world."
    }),
    actor: "nobody",
    sentence: (value) => SENTENCES[plain(value)] ?? `the server: ${plain(value)}`,
    load: "it stops the server for everybody who plays"
  },
  run: {
    shape: Text.annotate({ description: "Runs the steps of a fragment; `with` gives its variables." }),
    actor: "nobody",
    sentence: (value, step) => `runs ${plain(value)}${step.with === undefined ? "" : ` with ${short(step.with)}`}`,
    takes: ["with"],
    load: "the fragment is not expanded"
  }
} as const satisfies Acts
