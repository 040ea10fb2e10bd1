/** Tools by which an agent plays users. Each is one step of the scenario language. */
import { formatPath } from "@backlot/domain/error/Fault"
import { describeAct, describeOutcome } from "@backlot/scenario/describe/Describe"
import { describeMessage } from "@backlot/scenario/describe/DescribeMessage"
import type { Outcome } from "@backlot/scenario/Outcome"
import type { Step } from "@backlot/scenario/Step"
import { File, OptionFile } from "@backlot/scenario/step/Beside"
import { optional, Text } from "@backlot/scenario/Vocabulary"
import { Effect, Schema } from "effect"
import { decisionsOf, pickerShown } from "../prompt/PlayPrompt.ts"
import { commandIn, type Further, furtherOf, playStep, troubleOf } from "../prompt/PlayStep.ts"
import { type Told, tool } from "./McpTool.ts"
import { FAILURE, OUTCOME, outcomeValue, USED } from "./OutcomeValue.ts"
import type { Place } from "./Place.ts"
import { ToolRefused } from "./ToolRefused.ts"

const USER = Text.annotate({ description: "The acting user, by username, display name or id: alice" })
const CHANNEL = Text.annotate({
  description: "A channel as this user sees it, by name or id: general, Harbour/general, @bob for direct messages"
})
const WHO = { user: USER, channel: CHANNEL }
const UNTIL = {
  until: optional(
    Schema.Literals(["acknowledged", "responded"]),
    "acknowledged: return with the app's first answer. responded (default): wait until a deferred answer is complete, 10 s at most."
  )
}
const ON = optional(Text, "The id of the message. Default: the newest one that fits.")

const TYPED = "As typed into the chat box, options as name:value: /adopt animal:Dog name:Rex"

export const ACT_TOOLS = [
  tool({
    name: "use_command",
    title: "Use a slash command",
    does: "Use a slash command as a user, and get what that user sees: the message with its embeds, buttons and selects, or the modal that opens. A user who may not use it is refused with a reason; `explain` then shows the whole decision, `trace` what the app was sent and answered.",
    input: {
      ...WHO,
      text: Text.annotate({ description: TYPED }),
      files: optional(
        Schema.Array(OptionFile),
        "Files for ATTACHMENT options of the command; a `path` is relative to the working directory."
      ),
      ...UNTIL
    },
    output: USED,
    run: ({ user, channel, text, files = [], until = "responded" }, place) =>
      act({ as: user, in: channel, use: files.length === 0 ? text : { text, attachments: files }, until }, place)
  }),
  tool({
    name: "use_menu",
    title: "Use a context menu command",
    does: "Use a user or message command of the context menu, on a user or on a message.",
    input: {
      ...WHO,
      command: Text.annotate({ description: "The name of the menu command: Praise" }),
      on: optional(Text, "A user by name, or the id of a message. Default: the newest message."),
      ...UNTIL
    },
    output: USED,
    run: ({ user, channel, command, until = "responded", ...on }, place) =>
      act({ as: user, in: channel, menu: command, until, ...on }, place)
  }),
  tool({
    name: "say",
    title: "Send a message",
    does: "Send a message as a user; bots get MESSAGE_CREATE. An app that answers messages does so later: `look` shows it.",
    input: {
      ...WHO,
      text: Text.annotate({ description: "The content of the message." }),
      reply_to: optional(Text, "The id of the message that it replies to, or `last`."),
      files: optional(Schema.Array(File), "Files to attach; a `path` is relative to the working directory.")
    },
    output: { message: OUTCOME.message, ...FAILURE },
    run: ({ user, channel, text, reply_to, files }, place) => {
      const more = { ...(reply_to === undefined ? {} : { reply_to }), ...(files && { attachments: files }) }
      return act({ as: user, in: channel, say: { content: text, ...more } }, place)
    }
  }),
  tool({
    name: "press",
    title: "Press a button",
    does: "Press a button of a message as a user, and get what that user sees.",
    input: {
      ...WHO,
      button: Text.annotate({ description: "The button by its label or custom_id." }),
      on: ON,
      ...UNTIL
    },
    output: USED,
    run: ({ user, channel, button, until = "responded", ...on }, place) =>
      act({ as: user, in: channel, press: button, until, ...on }, place)
  }),
  tool({
    name: "select",
    title: "Choose in a select menu",
    does: "Choose in a select menu of a message as a user, and get what that user sees.",
    input: {
      ...WHO,
      menu: Text.annotate({ description: "The menu by its placeholder or custom_id." }),
      values: Schema.Array(Text).annotate({
        description: "Options by label or value; users, roles and channels by name or id."
      }),
      on: ON,
      ...UNTIL
    },
    output: USED,
    run: ({ user, channel, menu, values, until = "responded", ...on }, place) =>
      act({ as: user, in: channel, select: menu, values, until, ...on }, place)
  }),
  tool({
    name: "submit",
    title: "Submit a modal",
    does: "Fill in and submit the modal that an interaction of this user opened.",
    input: {
      user: USER,
      interaction_id: Text.annotate({ description: "The interaction that opened the modal, as its answer has it." }),
      fields: Schema.Record(Schema.String, Schema.Unknown).annotate({
        description: 'Values by label or custom_id of the field: { "What is good about it?": "The boats" }'
      }),
      ...UNTIL
    },
    output: USED,
    run: ({ user, interaction_id, fields, until = "responded" }, place) =>
      act({ as: user, submit: fields, on: interaction_id, until }, place)
  }),
  tool({
    name: "autocomplete",
    title: "Ask an app for choices",
    does: "Type a command whose last option has autocomplete, and get the choices that the app offers for what is typed.",
    input: { ...WHO, text: Text.annotate({ description: "As far as it is typed: /adopt animal:D" }) },
    output: { interaction_id: OUTCOME.interaction_id, choices: OUTCOME.choices, ...FAILURE },
    reads: true,
    run: ({ user, channel, text }, place) => act({ as: user, in: channel, type: text }, place)
  }),
  tool({
    name: "picker",
    title: "What the command picker offers",
    does: "List the commands that the picker offers to this user in this channel for a text, best first. What the user may not see is missing: `explain` says why.",
    input: { ...WHO, query: optional(Text, "What is typed so far: /ad. Default: everything.") },
    output: { commands: OUTCOME.commands, ...FAILURE },
    reads: true,
    run: ({ user, channel, query = "" }, place) =>
      act({ as: user, in: channel, picker: query.replace(/^\//, "") }, place, pickerShown)
  }),
  tool({
    name: "look",
    title: "Look at a channel",
    does: "Read the newest messages of a channel as this user sees them, oldest first, with embeds, buttons and selects. Messages for another user only are missing.",
    input: {
      ...WHO,
      limit: optional(
        Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 50 })),
        "How many messages, 1 to 50. Default: 10."
      )
    },
    output: { messages: OUTCOME.messages, ...FAILURE },
    reads: true,
    run: ({ user, channel, limit = 10 }, place) =>
      act({ as: user, in: channel, read: limit }, place, ({ messages = [] }) =>
        messages.length === 0
          ? ["no messages"]
          : messages.flatMap((message) => [...describeMessage(message), `  id ${message.id}`])
      )
  }),
  tool({
    name: "explain",
    title: "Explain a permission decision",
    does: "Explain why a user may or may not use a command in a channel: each step of the decision, in order, with its reason.",
    input: { ...WHO, command: Text.annotate({ description: "A command by its name or id: /announce" }) },
    output: { visible: OUTCOME.visible, usable: OUTCOME.usable, decisions: OUTCOME.decisions, ...FAILURE },
    reads: true,
    run: ({ user, channel, command }, place) => act({ as: user, in: channel, explain: command }, place, decisionsOf)
  })
]

/** Plays a step once the app is ready. A refusal names its reason, and what shows more of it. */
export const act = Effect.fnUntraced(function* (
  step: Step,
  place: Place,
  show: (outcome: Outcome) => ReadonlyArray<string> = describeOutcome
): Effect.fn.Return<Told, Effect.Error<ReturnType<typeof playStep>> | ToolRefused> {
  if (place.app !== undefined) yield* place.app.ready
  const { outcome, failure } = yield* playStep(place.server, step)
  const value = outcome === undefined ? undefined : outcomeValue(outcome)
  if (failure === undefined) {
    const lines = outcome === undefined ? ["done"] : [...show(outcome), ...nextOf(step, outcome)]
    if (!isReading(step)) place.transcript.add([describeAct(step), ...lines.map(indented)])
    return { text: lines.join("\n"), value: value ?? {} }
  }
  const lines =
    failure._tag === "StepUnplayable"
      ? [`${argumentOf(step, failure.path)}: ${failure.message}`]
      : [...troubleOf(failure, outcome), ...furtherLines(step, outcome)]
  place.transcript.add([describeAct(step), ...lines.map(indented)])
  return yield* new ToolRefused({ message: lines.join("\n"), value })
})

const isReading = ({ read, picker, explain, world }: Step): boolean =>
  [read, picker, explain, world?.get].some((one) => one !== undefined)

const indented = (line: string): string => `  ${line}`

const nextOf = ({ as = "" }: Step, { modal, interaction_id }: Outcome): ReadonlyArray<string> => {
  if (interaction_id === undefined) return []
  const id = `interaction_id ${interaction_id}`
  return modal === undefined ? [id] : [`${id}: \`submit\` as ${as} with it fills in the modal`]
}

const furtherLines = (step: Step, outcome: Outcome | undefined): ReadonlyArray<string> => {
  const further = furtherOf(step, outcome)
  return further === undefined ? [] : [FURTHER[further](step, outcome)]
}

const FURTHER: Readonly<Record<Further, (step: Step, outcome: Outcome | undefined) => string>> = {
  commands: () => "`list_commands` has the commands that there are",
  explain: (step) =>
    `\`explain\` with ${JSON.stringify({ user: step.as, channel: step.in, command: commandIn(step) })} says why`,
  trace: (_, outcome) =>
    `\`trace\` with ${JSON.stringify({ interaction_id: outcome?.interaction_id })} shows what the app was sent and did`
}

const argumentOf = (step: Step, path: ReadonlyArray<string | number>): string => {
  const [first = "", ...rest] = path
  if (path.includes("attachments")) return formatPath(["files", ...path.slice(path.indexOf("attachments") + 1)])
  if (first === "submit") return formatPath(["fields", ...rest])
  if (first === "on" && step.submit !== undefined) return "interaction_id"
  if (first === "say" && rest[0] === "reply_to") return "reply_to"
  return ARGUMENTS[first] ?? formatPath(path)
}

const ARGUMENTS: Readonly<Record<string, string>> = {
  as: "user",
  in: "channel",
  use: "text",
  say: "text",
  type: "text",
  menu: "command",
  explain: "command",
  press: "button",
  select: "menu",
  picker: "query",
  read: "limit",
  world: "path",
  advance: "advance",
  clock: "set"
}
