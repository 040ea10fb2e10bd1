/** Buttons, select menus and modals. */
import { Schema } from "effect"
import { Text } from "../Vocabulary.ts"
import { type Acts, describeFiles, list, on, plain, short } from "./Act.ts"

export const componentActs = {
  press: {
    shape: Text.annotate({ description: "Presses a button, by custom_id or label; `on` selects the message." }),
    actor: "user in channel",
    sentence: (value, step) => `presses ${plain(value)}${on(step)}`,
    takes: ["on", "locale", "until"],
    load: true
  },
  select: {
    shape: Text.annotate({ description: "Chooses `values` in a select menu, by custom_id or placeholder." }),
    actor: "user in channel",
    sentence: (value, step) =>
      `selects ${step.values === undefined ? "nothing" : list(step.values)} in ${plain(value)}${on(step)}`,
    takes: ["on", "values", "locale", "until"],
    requires: "values",
    load: true
  },
  submit: {
    shape: Schema.Record(Schema.String, Schema.Unknown).annotate({
      description: "Submits the modal that the last answer opened: values by custom_id or label."
    }),
    actor: "user in channel",
    sentence: (value, { attachments }) => `submits ${short(value)}${describeFiles(attachments)}`,
    takes: ["on", "attachments", "locale", "until"],
    load: true
  }
} as const satisfies Acts
