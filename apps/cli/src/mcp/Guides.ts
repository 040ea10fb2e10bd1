/** Prompts that a person picks in their agent. */
import { optional } from "@backlot/scenario/Vocabulary"
import { Effect, Schema } from "effect"
import * as McpServer from "effect/ai/McpServer"

const FIRST = ({ folder = "." }: { readonly folder?: string }) =>
  `Write a first Backlot scenario for the bot in ${folder}.

1. Read the bot: its library, its entry point, how it is started, the commands it registers. Do not change it.
2. Read the resource backlot://docs/scenarios. Where no scenario file is there yet, run \`npx backlot init\` in ${folder} and read what it wrote.
3. Try the bot by hand: \`overview\`, \`list_commands\`, then \`use_command\` as a user of the world, and \`press\`, \`select\` or \`submit\` what the answer offers. When something fails, read \`trace\` and \`app\`.
4. Write ${folder === "." ? "" : `${folder}/`}first.scenario.yaml with what you saw: one user story of three to six steps, each with an \`expect\` on what the user sees, not on ids or times. Let \`app.command\` start the bot, with \`intercept: true\`.
5. Play it by \`play_scenario\`, with its file, and correct the file until it passes. Then break one expectation, see that it fails, and put it back.

Tell in the end what the scenario proves and what it does not.`

const EXPLAIN = ({ file }: { readonly file: string }) =>
  `Explain why the Backlot scenario ${file} fails, and propose the smallest correction.

1. Play it by \`play_scenario\` with files ["${file}"]. Read the report: the step, what was expected, what came, the output of the app.
2. Tell these apart: the app is wrong (a wrong or late answer, an exception in its output), the scenario is wrong (an old text, an id, a race that needs a \`wait\`), or the world is wrong (a missing permission, role or channel: a refusal names it).
3. If the report is not enough, repeat the steps by the tools: act as the same user, then read \`explain\` for a refusal and \`trace\` for an answer of the app.
4. Say in two sentences what is wrong and how you know it, then propose one change. Do not loosen an expectation to make it pass.`

export const registerPrompts = Effect.all(
  [
    McpServer.registerPrompt({
      name: "first_scenario",
      title: "Write a first scenario for this bot",
      description: "Reads the bot, tries it with the tools, and writes a scenario file that passes.",
      parameters: { folder: optional(Schema.String, "The folder of the bot. Default: the working directory.") },
      content: (given) => Effect.succeed(FIRST(given))
    }),
    McpServer.registerPrompt({
      name: "explain_failing_scenario",
      title: "Explain this failing scenario",
      description: "Plays a scenario file, finds the cause of its failure, and proposes the smallest correction.",
      parameters: { file: Schema.String.annotate({ description: "The scenario file." }) },
      content: (given) => Effect.succeed(EXPLAIN(given))
    })
  ],
  { discard: true }
)
