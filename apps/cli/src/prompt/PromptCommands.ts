/** The control plane at the prompt: users act, and the world is looked at and changed. Source: docs/prompt.md. */
import type { Step } from "@backlot/scenario/Step"
import { Effect, Option } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { oneOf } from "../given/FlagKinds.ts"
import { badUsage, flagsOf, type Given, type Variables } from "../given/Given.ts"
import { assigned } from "./Assignments.ts"
import { FILES, OPTION_FILES, optionFiles } from "./BroughtFiles.ts"
import type { Asking } from "./PlayPrompt.ts"
import { PROMPT_FLAGS, type PromptFlags } from "./PromptFlags.ts"

type Examples = ReadonlyArray<Command.Command.Example>

const argument = (name: string, help: string) => Argument.String(name).pipe(Argument.withDescription(help))

const USER = argument("USER", "A user by username, display name or id")
const CHANNEL = argument("CHANNEL", "A channel by name or id: general, Harbour/general, @bob")
const words = (name: string, help: string) => Argument.atLeast(argument(name, help), 1)

const UNTIL = {
  until: [
    oneOf("acknowledged", "responded"),
    "Wait for any answer, or until a deferred one is complete (default)",
    "STATE"
  ]
} as const
const ON = {
  on: [Flag.String, "The id of the message (default: the newest that fits)", "MESSAGE"]
} as const

/** Loaded on demand, so that `serve` starts without it. */
const play = (step: Step, flags: PromptFlags, asking?: (lines: typeof import("./PlayPrompt.ts")) => Asking) =>
  Effect.flatMap(
    Effect.promise(() => import("./PlayPrompt.ts")),
    (lines) => lines.playPrompt(step, flags, asking?.(lines))
  )

const described =
  (help: string, ...examples: Examples) =>
  <Name extends string, Input, Context, E, R>(command: Command.Command<Name, Input, Context, E, R>) =>
    command.pipe(Command.withDescription(help), Command.withExamples(examples))

const until = (given: Given<"acknowledged" | "responded"> | undefined) => given?.value ?? "responded"
const onMessage = (given: Given<string> | undefined) => (given === undefined ? {} : { on: given.value })

/** The acts of users. */
const actCommands = (variables: Variables) => [
  Command.make(
    "use",
    {
      user: USER,
      channel: CHANNEL,
      text: argument("TEXT", "As typed into the chat box: /adopt animal:Dog"),
      ...flagsOf(variables, { ...OPTION_FILES, ...UNTIL, ...PROMPT_FLAGS })
    },
    Effect.fnUntraced(function* ({ user, channel, text, file, ...flags }) {
      const attachments = yield* optionFiles(file?.value ?? [])
      const use = attachments.length === 0 ? text : { text, attachments }
      yield* play({ as: user, in: channel, use, until: until(flags.until) }, flags)
    })
  ).pipe(
    described(
      "Use a slash command as a user, and print what the user sees",
      { command: 'backlot use alice general "/adopt animal:Dog name:Rex"' },
      { command: 'backlot use alice general "/pets list" --json', description: "For a program" }
    )
  ),
  Command.make(
    "type",
    {
      user: USER,
      channel: CHANNEL,
      text: argument("TEXT", "As far as it is typed, with the option last: /pets release name:R"),
      ...flagsOf(variables, PROMPT_FLAGS)
    },
    ({ user, channel, text, ...flags }) => play({ as: user, in: channel, type: text }, flags)
  ).pipe(
    described("Type a command with an autocomplete option, and print the choices that the app offers", {
      command: 'backlot type alice general "/adopt animal:D"'
    })
  ),
  Command.make(
    "picker",
    {
      user: USER,
      channel: CHANNEL,
      query: argument("QUERY", "What is typed so far: /ad; without it everything is listed").pipe(Argument.optional),
      ...flagsOf(variables, PROMPT_FLAGS)
    },
    ({ user, channel, query, ...flags }) =>
      play(
        { as: user, in: channel, picker: Option.getOrElse(query, () => "").replace(/^\//, "") },
        flags,
        ({ pickerShown }) => ({
          isAnswer: ({ url }) => /\/commands(?:\?|$)/.test(url),
          show: pickerShown
        })
      )
  ).pipe(
    described("Print the commands that the picker offers to a user who types this, best first", {
      command: 'backlot picker alice general "/ad"'
    })
  ),
  Command.make(
    "menu",
    {
      user: USER,
      channel: CHANNEL,
      command: argument("COMMAND", "A user or message command by its name"),
      ...flagsOf(variables, {
        on: [Flag.String, "The id of the message (default: the newest), or a user", "TARGET"],
        ...UNTIL,
        ...PROMPT_FLAGS
      })
    },
    ({ user, channel, command, on, ...flags }) =>
      play({ as: user, in: channel, menu: command, until: until(flags.until), ...onMessage(on) }, flags)
  ).pipe(
    described("Use a context menu command on a message or a user", {
      command: "backlot menu bob general Praise"
    })
  ),
  Command.make(
    "say",
    {
      user: USER,
      channel: CHANNEL,
      text: argument("TEXT", "The content of the message"),
      ...flagsOf(variables, { ...FILES, ...PROMPT_FLAGS })
    },
    ({ user, channel, text, file, ...flags }) => {
      const say = file === undefined ? text : { content: text, attachments: file.value.map((path) => ({ path })) }
      return play({ as: user, in: channel, say }, flags)
    }
  ).pipe(
    described(
      "Send a message as a user",
      { command: 'backlot say alice general "hello"' },
      { command: 'backlot say alice @bob "hello"', description: "In their direct messages" }
    )
  ),
  Command.make(
    "press",
    {
      user: USER,
      channel: CHANNEL,
      button: argument("BUTTON", "A button by its label or custom_id"),
      ...flagsOf(variables, { ...ON, ...UNTIL, ...PROMPT_FLAGS })
    },
    ({ user, channel, button, on, ...flags }) =>
      play({ as: user, in: channel, press: button, until: until(flags.until), ...onMessage(on) }, flags)
  ).pipe(
    described("Press a button of the newest message that has it", { command: "backlot press alice general Keep" })
  ),
  Command.make(
    "select",
    {
      user: USER,
      channel: CHANNEL,
      menu: argument("MENU", "A select menu by its placeholder or custom_id"),
      values: words("VALUES", "Options by label or value; users, roles and channels by name"),
      ...flagsOf(variables, { ...ON, ...UNTIL, ...PROMPT_FLAGS })
    },
    ({ user, channel, menu, values, on, ...flags }) =>
      play({ as: user, in: channel, select: menu, values, until: until(flags.until), ...onMessage(on) }, flags)
  ).pipe(
    described("Choose in a select menu of the newest message that has it", {
      command: 'backlot select alice general "Stroke one of them" Rex'
    })
  ),
  Command.make(
    "submit",
    {
      user: USER,
      interaction: argument("INTERACTION", "The id of the interaction that opened the modal; `use` prints it"),
      fields: words("NAME=VALUE", "Fields by label or custom_id"),
      ...flagsOf(variables, { ...UNTIL, ...PROMPT_FLAGS })
    },
    Effect.fnUntraced(function* ({ user, interaction, fields, ...flags }) {
      const submit = yield* assigned(fields)
      yield* play({ as: user, submit, on: interaction, until: until(flags.until) }, flags)
    })
  ).pipe(
    described("Fill in and submit a modal", {
      command: 'backlot submit bob 700000000000000001 "What is good about it?=The boats"'
    })
  ),
  Command.make(
    "explain",
    {
      user: USER,
      channel: CHANNEL,
      command: argument("COMMAND", "A command by name or id: /adopt"),
      ...flagsOf(variables, PROMPT_FLAGS)
    },
    ({ user, channel, command, ...flags }) =>
      play({ as: user, in: channel, explain: command }, flags, ({ decisionsOf }) => ({
        isAnswer: ({ url }) => url.endsWith("/explain"),
        show: decisionsOf
      }))
  ).pipe(
    described("Print why a user may or may not use a command here: each step of the decision", {
      command: "backlot explain bob general /announce"
    })
  )
]

const commandsCommand = (variables: Variables) =>
  Command.make(
    "commands",
    flagsOf(variables, {
      app: [Flag.String, "Only the commands of this application", "NAME"],
      guild: [Flag.String, "Only the commands that this guild has", "NAME"],
      ...PROMPT_FLAGS
    }),
    ({ app, guild, ...flags }) =>
      Effect.flatMap(
        Effect.promise(() => import("./ShownCommands.ts")),
        ({ showCommands }) => showCommands({ app: app?.value, guild: guild?.value }, flags)
      )
  ).pipe(
    described("List the commands that applications have registered", {
      command: "backlot commands --app 'Pet Shop' --guild Harbour"
    })
  )

const eventsCommand = (variables: Variables) =>
  Command.make(
    "events",
    flagsOf(variables, {
      follow: [Flag.Boolean, "Go on with what happens, until Ctrl-C"],
      type: [Flag.String, "Only this type, or all below it: interaction, interaction.created", "TYPE"],
      ...PROMPT_FLAGS
    }),
    ({ follow, type, ...flags }) =>
      Effect.flatMap(
        Effect.promise(() => import("./ShownEvents.ts")),
        ({ showEvents }) => showEvents({ follow: follow?.value === true, type: type?.value }, flags)
      )
  ).pipe(
    described(
      "Print the log of events that the server still has",
      { command: "backlot events --type interaction" },
      { command: "backlot events --follow --json", description: "One line of JSON for each, as it happens" }
    )
  )

const traceCommand = (variables: Variables) =>
  Command.make(
    "trace",
    {
      interaction: argument("INTERACTION", "The id of an interaction (default: the newest)").pipe(Argument.optional),
      ...flagsOf(variables, PROMPT_FLAGS)
    },
    ({ interaction, ...flags }) =>
      Effect.flatMap(
        Effect.promise(() => import("./ShownTrace.ts")),
        ({ showTrace }) => showTrace(Option.getOrUndefined(interaction), flags)
      )
  ).pipe(
    described("Print what became of an interaction: decisions, what the app was sent, what it answered, when", {
      command: "backlot trace"
    })
  )

const CHANGES = ["advance", "set", "freeze", "run"] as const

const clockCommand = (variables: Variables) =>
  Command.make(
    "clock",
    {
      change: argument("CHANGE", `${CHANGES.join(", ")}: by a time, to a time, stop, or go with the real time`).pipe(
        Argument.optional
      ),
      value: argument("VALUE", "3s, 15m, 1d; or 2030-01-01T00:00:00Z").pipe(Argument.optional),
      ...flagsOf(variables, PROMPT_FLAGS)
    },
    Effect.fnUntraced(function* ({ change, value, ...flags }) {
      const step = yield* clockStep(Option.getOrUndefined(change), Option.getOrUndefined(value))
      yield* play(step, flags, ({ clockShown }) => ({
        isAnswer: ({ method, url }) => url.endsWith("/clock") && (method === "GET") === (step.world !== undefined),
        show: clockShown
      }))
    })
  ).pipe(
    described(
      "Print the service clock, or change it",
      { command: "backlot clock" },
      { command: "backlot clock freeze" },
      { command: "backlot clock advance 15m", description: "What falls due has happened when it ends" }
    )
  )

const clockStep = (change: string | undefined, value: string | undefined): Effect.Effect<Step, UsageError> => {
  if (change !== undefined && !CHANGES.some((one) => one === change))
    return badUsage(`clock cannot ${JSON.stringify(change)}: it takes ${CHANGES.join(", ")}`)
  const takesValue = change === "advance" || change === "set"
  if (takesValue && value === undefined)
    return badUsage(
      `VALUE is missing, as in: backlot clock ${change === "set" ? "set 2030-01-01T00:00:00Z" : "advance 15m"}`
    )
  if (!takesValue && value !== undefined) return badUsage(`clock ${change ?? ""} takes no ${JSON.stringify(value)}`)
  if (change === "advance") return Effect.succeed({ advance: value ?? "" })
  if (change === "set") return Effect.succeed({ clock: { now: value ?? "" } })
  if (change === undefined) return Effect.succeed({ world: { get: "/clock" } })
  return Effect.succeed({ clock: { mode: change === "freeze" ? "frozen" : "real" } })
}

type UsageError = Effect.Error<ReturnType<typeof badUsage>>

const METHODS = ["get", "put", "patch", "delete"] as const

/** `world edit`, beside the commands for whole worlds. */
export const editCommand = (variables: Variables) =>
  Command.make(
    "edit",
    {
      path: argument("PATH", "An element, as docs/control-plane.md names it, by names or ids: /guilds/Harbour"),
      fields: Argument.atLeast(
        argument(
          "NAME=VALUE",
          'Fields of the element. A VALUE that is JSON is read as such: null, 7, ["KICK_MEMBERS"]'
        ),
        0
      ),
      ...flagsOf(variables, {
        method: [oneOf(...METHODS), "What to do with it (default patch; without fields get)", "METHOD"],
        ...PROMPT_FLAGS
      })
    },
    Effect.fnUntraced(function* ({ path, fields, method: given, ...flags }) {
      const body = yield* assigned(fields)
      const method = given?.value ?? (fields.length === 0 ? "get" : "patch")
      const takesFields = method === "put" || method === "patch"
      if (!takesFields && fields.length > 0) return yield* badUsage(`--method ${method} takes no fields`)
      const world = takesFields ? { [method]: path, body } : { [method]: path }
      yield* play({ world }, flags, ({ fieldsShown }) => ({
        isAnswer: ({ method: sent, url }) =>
          sent.toLowerCase() === method && !/\/control\/v1\/(?:world|clock)$/.test(url),
        show: fieldsShown(takesFields ? Object.keys(body) : undefined)
      }))
    })
  ).pipe(
    described(
      "Read or change an element of the world of a running server",
      { command: "backlot world edit /guilds/Harbour name=Harbour preferred_locale=de" },
      { command: "backlot world edit /guilds/Harbour/channels/general", description: "Print it" },
      {
        command: "backlot world edit /users/300000000000000009 username=dave --method put",
        description: "Make or replace it"
      }
    )
  )

export const promptCommands = (variables: Variables) =>
  [
    ...actCommands(variables),
    commandsCommand(variables),
    eventsCommand(variables),
    traceCommand(variables),
    clockCommand(variables)
  ] as const
