/**
 * One step of a scenario: who does what where, and what is expected of it. What stands here is the shape that is written
 * in files, in TypeScript and by the testkit alike. Source: product.md "Scenario files".
 */
import { Schema } from "effect"
import { Duration } from "./Duration.ts"
import { Expectation, Matcher, STATES } from "./Expectation.ts"
import { METHODS, Name, Overwrite, or, Text, told } from "./Vocabulary.ts"

/** A file that a user brings along: a path relative to the scenario, or its content. */
export const File = Schema.Struct({
  path: told(Text, "Relative to the scenario file."),
  text: told(Text, "The content, as text."),
  base64: told(Text, "The content, as base64."),
  filename: told(Text, "Default: the name of `path`."),
  content_type: told(Text, "A media type such as image/png.")
}).annotate({ identifier: "File" })

const OptionFile = Schema.Struct({
  option: Text.annotate({ description: "The name of the ATTACHMENT option." }),
  ...File.fields
}).annotate({ identifier: "OptionFile" })
const FieldFile = Schema.Struct({
  field: Text.annotate({ description: "The file upload, by custom_id or label." }),
  ...File.fields
}).annotate({ identifier: "FieldFile" })

/** Which message: its id, `last` (default: the newest that this user sees here that has what is wanted), or how it looks. */
export const MessageRef = Schema.Union([Text, Matcher]).annotate({
  identifier: "MessageRef",
  description:
    "An id, `last`, or what the message looks like. Default: the newest that fits, as this user sees the channel."
})

const Values = Schema.Union([Text, Schema.Array(Text)])

/** What every step may have beside its act. */
export const common = {
  name: told(Text, "Shown in reports. Default: a sentence made from the step."),
  as: told(Name, "The user who acts, by name or id. Default: that of the step before."),
  in: told(
    Name,
    "The channel: general, #general, Harbour/general, @bob (direct messages with bob) or an id. Default: that of the step before."
  ),
  locale: told(Text, "The language of the user's client in this step. Default: the user's own."),
  until: told(
    Schema.Literals(["acknowledged", "responded"]),
    "How long to wait for the app. acknowledged: its first answer, a deferral too. responded: a deferral counts once completed. Default: responded where the expectation needs it, else acknowledged."
  ),
  expect: told(Expectation, "What must hold of what comes of it."),
  capture: told(
    Schema.Record(Schema.String, Schema.String),
    "Variables that later steps use as ${name}, each with the path of its value in the outcome: { adoption: message.id }."
  )
} as const

/** A command of the picker by its parts, in place of a text. */
export const UseParts = Schema.Struct({
  text: told(Text, "As typed into the chat box, in place of command and options."),
  command: told(Text, "Its name, with subcommands separated by spaces, or its id."),
  options: told(Schema.Unknown, "By name: { animal: Dog }; or a list in wire shape, subcommands nest."),
  version: told(Text, "The version that the user's client knows, where it is not the newest."),
  attachments: told(Schema.Array(OptionFile), "Files for its ATTACHMENT options.")
}).annotate({ identifier: "UseParts" })

const Said = Schema.Struct({
  content: told(Text, "Its text."),
  reply_to: told(MessageRef, "The message that it replies to."),
  attachments: told(Schema.Array(File), "Its files.")
}).annotate({ identifier: "Said" })

const methods = (path: string) =>
  // Each method has its field.
  Object.fromEntries(METHODS.map((method) => [method, told(Text, path)])) as {
    readonly [M in (typeof METHODS)[number]]: ReturnType<typeof told<typeof Text>>
  }

/** A REST call as an application. */
export const AppCall = Schema.Struct({
  ...methods("The path, below the REST base: /channels/{channel:general}/messages"),
  application: told(Name, "Default: the application of the last interaction, else the scenario's."),
  body: told(Schema.Unknown, "Sent as JSON."),
  query: told(Schema.Record(Schema.String, Schema.Unknown), "Query parameters."),
  headers: told(Schema.Record(Schema.String, Text), "Further headers."),
  auth: told(Text, "bot (default), client, none, or a whole Authorization value such as `Bearer ${token}`."),
  files: told(Schema.Array(File), "Sent as multipart, as files[0], files[1] …")
}).annotate({
  identifier: "AppCall",
  description:
    "One of get, post, put, patch, delete with a path below the REST base. {application}, {token} and {interaction} are those of the last interaction; names of users, channels, guilds, roles and commands stand for their ids: /guilds/{guild:Harbour}/members/{user:bob}."
})

/** A change of the world through the control plane. */
export const WorldEdit = Schema.Struct({
  ...methods("The path, below the control plane: /guilds/Harbour/members/bob"),
  body: told(Schema.Unknown, "Sent as JSON, in the shapes of the world file.")
}).annotate({
  identifier: "WorldEdit",
  description:
    "One of get, put, patch, delete with a path below the control plane: { patch: /users/alice, body: { locale: de } }. Names stand for ids."
})

export const Wait = Schema.Struct({
  message: told(
    Matcher,
    "Until the user sees a message here that looks like this; a text or /pattern/ is about its content."
  ),
  no_message: told(
    Matcher,
    "Until the user sees none any more that looks like this; a text or /pattern/ is about its content."
  ),
  state: told(Schema.Literals(STATES), "Until the last interaction of the user has this state."),
  event: told(
    Text.annotate({ identifier: "EventType" }),
    "Until the event log has an event of this type, from the step before on."
  ),
  gateway: told(
    Text,
    "Until the application's gateway session is sent a dispatch of this type, from the step before on."
  ),
  data: told(Matcher, "What the data of the event or the dispatch looks like."),
  within: told(Duration, "Real time. Default: 5s.")
}).annotate({ identifier: "Wait" })

const Install = Schema.Struct({
  application: Name.annotate({ description: "By name or id." }),
  guild: told(Name, "Where it is installed. Default: on the user."),
  scopes: told(Schema.Array(Text), "Default: applications.commands, and bot in a guild."),
  permissions: told(
    Schema.Union([Text, Schema.Array(Text)]),
    "Of the bot in the guild: names, or the bit set in decimal."
  )
}).annotate({ identifier: "Install" })

const Authorize = Schema.Struct({
  application: told(Name, "Default: the scenario's application."),
  scopes: Schema.Array(Text).annotate({ description: "OAuth2 scopes." }),
  guild: told(Name, "The guild that the scopes bot and applications.commands are for."),
  authorize: told(Schema.Boolean, "false declines.")
}).annotate({ identifier: "Authorize" })

const Permit = Schema.Struct({
  command: told(Text, "A command's name or id. Left out: the application as a whole."),
  application: told(Name, "Default: the scenario's application."),
  guild: told(Name, "Default: that of the channel."),
  overwrites: Schema.Array(Overwrite).annotate({ description: "All of them: they replace what was there." })
}).annotate({ identifier: "Permit" })

const Join = Schema.Struct({
  secret: told(Text, "Joins the lobby of this secret, which is made if there is none."),
  application: told(Name, "Whose lobby it is. Default: the scenario's application."),
  lobby_metadata: told(Schema.Record(Schema.String, Text), "Of the lobby."),
  member_metadata: told(Schema.Record(Schema.String, Text), "Of this member."),
  idle_timeout_seconds: told(Schema.Finite, "After how long without anyone connected the lobby ends.")
}).annotate({ identifier: "Join" })

const Clock = Schema.Struct({
  now: told(Text, "An ISO 8601 time, never before what the clock shows."),
  mode: told(Schema.Literals(["real", "frozen"]), "real: it goes on by itself. frozen: it stands still.")
}).annotate({ identifier: "Clock" })

/** The acts: each step has exactly one of these keys, or only `expect`. */
export const ACTS = {
  type: Text.annotate({ description: "Types a text and sees the app's choices: /adopt animal:d" }),
  use: or(UseParts).annotate({ description: "Uses a slash command: /adopt animal:Dog name:Rex" }),
  menu: Text.annotate({ description: "Uses the context menu command of this name; `on` says on what." }),
  picker: Text.annotate({ description: "Opens the picker and searches for this; an empty text lists everything." }),
  explain: Text.annotate({ description: "Asks why the user may or may not use this command here." }),
  press: Text.annotate({ description: "Presses a button, by custom_id or label; `on` says of which message." }),
  select: Text.annotate({ description: "Chooses `values` in a select menu, by custom_id or placeholder." }),
  submit: Schema.Record(Schema.String, Schema.Unknown).annotate({
    description: "Submits the modal that the last answer opened: values by custom_id or label."
  }),
  say: or(Said).annotate({ description: 'Sends a message; with `in: "@bob"` a direct message.' }),
  revise: Text.annotate({ description: "Edits a message of the user's own to this content; `on` says which." }),
  erase: MessageRef.annotate({ description: "Deletes a message of the user's own." }),
  react: Text.annotate({ description: "Adds a reaction; `on` says to which message." }),
  unreact: Text.annotate({ description: "Takes a reaction back; `on` says from which message." }),
  read: Schema.Union([Schema.Boolean, Schema.Finite]).annotate({
    description: "Reads the channel as this user sees it: true, or how many messages."
  }),
  set_locale: Text.annotate({ description: "The user chooses this language." }),
  install: or(Install).annotate({ description: "The user installs an application, on themselves or in a guild." }),
  uninstall: or(Install).annotate({ description: "The user removes an application." }),
  authorize: Authorize.annotate({ description: "The user grants scopes; the outcome has access_token." }),
  permit: Permit.annotate({ description: "The user edits a command's permissions in a guild." }),
  join: or(Join).annotate({ description: "The user joins a lobby: a secret, which makes it if there is none." }),
  leave: Text.annotate({ description: "The user leaves a lobby: its id, or `last`." }),
  connect: Text.annotate({ description: "The user's client connects to a lobby: its id, or `last`." }),
  disconnect: Text.annotate({ description: "The user's client disconnects from a lobby: its id, or `last`." }),
  world: WorldEdit,
  advance: Duration.annotate({ description: "The service clock goes on by this; what is due happens." }),
  clock: Clock.annotate({ description: "Sets the service clock." }),
  fault: Schema.Record(Schema.String, Schema.Unknown).annotate({
    description: "Plans a fault, in the shape of POST /control/v1/faults; match.application may be a name."
  }),
  clear_faults: Schema.Literal(true).annotate({ description: "Removes all planned faults." }),
  app: AppCall,
  wait: Schema.Union([Duration, Wait]).annotate({ description: "Waits, without polling; a duration is real time." }),
  server: Schema.Literals(["restart", "kill", "reset"]).annotate({
    description:
      "restart: stops the server and starts it on the same data. kill: as a crash. reset: back to the world it began with."
  }),
  run: Text.annotate({ description: "Runs the steps of a fragment; `with` gives its variables." })
} as const

export type Act = keyof typeof ACTS

/** Beside certain acts. */
export const beside = {
  on: told(
    MessageRef,
    "What a press, select, revise, react or menu is on: a message, or for a menu a user's name too."
  ),
  values: told(Values, "Beside select: values or labels, or names of users, roles and channels."),
  attachments: told(Schema.Array(FieldFile), "Beside submit: files for its file uploads."),
  with: told(Schema.Record(Schema.String, Schema.Unknown), "Beside run: variables of the fragment.")
} as const

/** Which acts some fields may stand beside; the other common ones stand anywhere. */
export const BESIDE = {
  on: ["press", "select", "menu", "revise", "react", "unreact", "submit"],
  values: ["select"],
  attachments: ["submit"],
  with: ["run"],
  locale: ["type", "use", "menu", "picker", "explain", "press", "select", "submit"],
  until: ["use", "menu", "press", "select", "submit"]
} as const satisfies Record<keyof typeof beside, ReadonlyArray<Act>> &
  Partial<Record<keyof typeof common, ReadonlyArray<Act>>>

/** What an act cannot be without. */
export const REQUIRED_BESIDE: Readonly<Partial<Record<Act, keyof typeof beside>>> = { select: "values" }

const acts = Object.fromEntries(Object.entries(ACTS).map(([act, schema]) => [act, Schema.optionalKey(schema)])) as {
  readonly [A in Act]: Schema.optionalKey<(typeof ACTS)[A]>
}

export const Step = Schema.Struct({ ...common, ...acts, ...beside }).annotate({ identifier: "Step" })
export type Step = typeof Step.Type

/** The act of a step; undefined where it only expects something of the step before. Decoded steps have at most one. */
export const actOf = (step: Step): Act | undefined =>
  // The keys of ACTS are the acts.
  (Object.keys(ACTS) as ReadonlyArray<Act>).find((act) => step[act] !== undefined)
