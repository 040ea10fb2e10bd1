/** Tools by which an agent reads what there is and what happened, and changes world and clock. */
import { field, listOf } from "@backlot/scenario/Fields"
import type { Step } from "@backlot/scenario/Step"
import { optional, Text } from "@backlot/scenario/Vocabulary"
import * as ExportFile from "@backlot/server/world/ExportFile"
import { formatOf } from "@backlot/server/world/WorldText"
import { Effect, Schema, Stream } from "effect"
import { shownPath } from "../given/ShownPath.ts"
import { isOfType, keptAfter } from "../prompt/LoggedEvents.ts"
import { clockShown, fieldsShown } from "../prompt/PlayPrompt.ts"
import { registeredOn } from "../prompt/ShownCommands.ts"
import { eventLine } from "../prompt/ShownEvents.ts"
import { tracedOn, traceLines } from "../prompt/ShownTrace.ts"
import * as ServerWorld from "../world/ServerWorld.ts"
import { act } from "./ActTools.ts"
import { cut, TEXT_BYTES, VALUE_BYTES } from "./Bounded.ts"
import { type Told, tool } from "./McpTool.ts"
import { overviewOf } from "./Overview.ts"
import type { Place } from "./Place.ts"
import { replaceable } from "./Replaceable.ts"
import { ToolRefused } from "./ToolRefused.ts"

const Wire = Schema.Record(Schema.String, Schema.Unknown)

const EVENTS = 50
const METHODS = ["get", "put", "patch", "delete"] as const

export const WORLD_TOOLS = [
  tool({
    name: "overview",
    title: "What there is to play with",
    does: "List the users, guilds with their channels and roles, applications and the clock of the server. Call it first: every other tool takes these names.",
    input: {},
    output: {
      server: Schema.String.annotate({ description: "The address of the server." }),
      clock: Wire,
      users: Schema.Array(Wire),
      guilds: Schema.Array(Wire),
      applications: Schema.Array(Wire)
    },
    reads: true,
    run: (_, place) => overviewOf(place)
  }),
  tool({
    name: "list_commands",
    title: "List registered commands",
    does: "List the commands that applications have registered, with their options as they are typed. An empty list means that no app has registered any yet.",
    input: {
      app: optional(Text, "Only the commands of this application, by name or id."),
      guild: optional(Text, "Only the commands that this guild has, by name or id.")
    },
    output: { commands: Schema.Array(Wire).annotate({ description: "In the platform's shape." }) },
    reads: true,
    run: Effect.fnUntraced(function* ({ app, guild }, { server, app: running }) {
      if (running !== undefined) yield* running.ready
      const { commands, lines } = yield* Effect.mapError(registeredOn(server, { app, guild }), asArgument)
      return { text: lines.join("\n"), value: { commands } }
    })
  }),
  tool({
    name: "trace",
    title: "What became of an interaction",
    does: "Read the trace of an interaction: the permission decision, what the app was sent, what it answered and when. Call it when an app fails, is late or answers something unexpected.",
    input: { interaction_id: optional(Text, "Default: the newest interaction.") },
    output: {
      interaction_id: optional(Schema.String, "Its id."),
      state: optional(Schema.String, "Its state."),
      error: optional(Schema.String, "What the app did wrong."),
      trace: Schema.Array(Wire).annotate({ description: "Lines with at (service clock), what and detail." })
    },
    reads: true,
    run: Effect.fnUntraced(function* ({ interaction_id }, { server }) {
      const interaction = yield* Effect.mapError(tracedOn(server, interaction_id), asArgument)
      const value = { ...(interaction as object), trace: listOf(interaction, "trace") }
      return { text: traceLines(interaction).join("\n"), value }
    })
  }),
  tool({
    name: "events",
    title: "Read the log of events",
    does: "Read what happened on the server: messages, interactions, calls that were refused or are not implemented, gateway sessions. With `after` it tells what happened since; without it the newest.",
    input: {
      after: optional(
        Schema.Int.check(Schema.isGreaterThanOrEqualTo(0)),
        "The position after which to read: `last` of an earlier answer."
      ),
      type: optional(
        Text,
        "Only this type, or all below it: interaction, interaction.failed, message, gateway_session."
      ),
      limit: optional(
        Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 200 })),
        `At most this many, 1 to 200. Default: ${EVENTS}.`
      )
    },
    output: {
      events: Schema.Array(Wire).annotate({ description: "Oldest first, with seq, type, at and data." }),
      last: Schema.Int.annotate({ description: "For `after` of the next call." }),
      more: Schema.Boolean.annotate({ description: "True if the limit left some out." })
    },
    reads: true,
    run: Effect.fnUntraced(function* ({ after, type, limit = EVENTS }, { server }) {
      let last = after ?? 0
      const wanted = Stream.filter(yield* keptAfter(server, last), (event) => {
        last = event.seq
        return isOfType(type)(event)
      })
      const one = limit + 1
      const found = yield* Stream.runCollect(
        after === undefined ? Stream.takeRight(wanted, one) : Stream.take(wanted, one)
      )
      const more = found.length > limit
      const events = after === undefined ? found.slice(-limit) : found.slice(0, limit)
      if (more && after !== undefined) last = events.at(-1)?.seq ?? after
      const lines = events.map((event) => `${event.seq}  ${eventLine(event)}`)
      return {
        text: [...(lines.length === 0 ? ["no events"] : lines), `last: ${last}`].join("\n"),
        value: { events, last, more }
      }
    }, Effect.scoped)
  }),
  tool({
    name: "clock",
    title: "Read or change the service clock",
    does: "Read the service clock, or change it by one of the arguments. Deadlines of interactions, rate limits and time-outs follow this clock: advance it instead of waiting.",
    input: {
      advance: optional(Text, "Move it on by 3s, 15m or 1d; what falls due has happened when the call returns."),
      set: optional(Text, "Set it to an ISO 8601 time: 2030-01-01T00:00:00Z"),
      mode: optional(Schema.Literals(["frozen", "real"]), "frozen: only advance and set move it. real: it goes.")
    },
    output: { now: optional(Schema.String, "ISO 8601."), mode: optional(Schema.String, "frozen or real.") },
    run: (given, place) => changeClock(given, place)
  }),
  tool({
    name: "world",
    title: "Read or edit an element of the world",
    does: "Read, patch, replace (put) or delete one element of the world while it runs: /users/alice, /guilds/Harbour, /guilds/Harbour/channels/general, /guilds/Harbour/members/bob, /guilds/Harbour/roles/Crew, /applications/Pet Shop. Bots get the events that follow.",
    input: {
      method: Schema.Literals(METHODS).annotate({
        description: "get reads, patch changes the given fields, put makes or replaces."
      }),
      path: Text.annotate({ description: "The element, by names or ids: /guilds/Harbour/channels/general" }),
      body: optional(
        Schema.Record(Schema.String, Schema.Unknown),
        "Fields of the element as in a world file, for put and patch."
      )
    },
    output: {
      status: optional(Schema.Number, "Of the answer."),
      body: optional(Schema.Unknown, "The element as it is now.")
    },
    destroys: true,
    run: ({ method, path, body }, place) => {
      const takesBody = method === "put" || method === "patch"
      if (takesBody !== (body !== undefined)) {
        const message = takesBody ? `body: ${method} needs the fields of the element` : `body: ${method} takes none`
        return new ToolRefused({ message })
      }
      const world: Step["world"] = { [method]: path, ...(body === undefined ? {} : { body }) }
      return act({ world }, place, fieldsShown(takesBody ? Object.keys(body ?? {}) : undefined))
    }
  }),
  tool({
    name: "export_world",
    title: "Write the whole world to a file",
    does: "Write the whole state of the server as a world file, which scenarios and `--world` read. It holds secrets of this test world. Without `file` the text is returned, cut if it is large.",
    input: {
      file: optional(
        Text,
        "Where to write: world.yaml or world.json, in the working directory or below it. A world that is there is replaced; no other file is."
      )
    },
    output: {
      file: optional(Schema.String, "Where it was written."),
      text: optional(Schema.String, "The world as YAML."),
      bytes: Schema.Int
    },
    destroys: true,
    run: ({ file }, place) => exported(file, place)
  }),
  tool({
    name: "reset_world",
    title: "Start over",
    does: "Go back to the world that the server was started with or last given. Messages, interactions and edits since then are gone; apps are connected again.",
    input: {},
    output: {},
    destroys: true,
    run: (_, { server, transcript }) =>
      Effect.map(ServerWorld.reset({ kind: "server", ...server }), () => {
        transcript.add(["the world is reset"])
        return { text: "The world is again the one that the server was started with or last given.", value: {} }
      })
  })
]

/** The commands of the prompt name their own arguments. */
const asArgument = ({ message }: Error) =>
  new ToolRefused({ message: message.replace(/^--/, "").replace(/^INTERACTION:/, "interaction_id:") })

const changeClock = (
  given: { readonly advance?: string; readonly set?: string; readonly mode?: "frozen" | "real" },
  place: Place
): ReturnType<typeof act> => {
  const { advance, set, mode } = given
  const [name, second] = Object.keys(given)
  if (second !== undefined) {
    return Effect.fail(new ToolRefused({ message: `${second}: give one of advance, set and mode, not also ${name}` }))
  }
  const clock = set === undefined ? { mode } : { now: set }
  const step = advance !== undefined ? { advance } : name === undefined ? { world: { get: "/clock" } } : { clock }
  return Effect.map(act(step as Step, place, clockShown), ({ text, value }) => {
    const body = field(value, "body")
    return { text, value: typeof body === "object" && body !== null ? body : {} }
  })
}

const exported = Effect.fnUntraced(function* (
  file: string | undefined,
  { server }: Place
): Effect.fn.Return<Told, ToolRefused | Effect.Error<ReturnType<typeof ServerWorld.exported>>> {
  const text = yield* ServerWorld.exported({ kind: "server", ...server }, file === undefined ? "yaml" : formatOf(file))
  const bytes = Buffer.byteLength(text)
  if (file === undefined) {
    return { text: cut(text, TEXT_BYTES), value: { bytes, text: cut(text, VALUE_BYTES - 1_000) } }
  }
  yield* ExportFile.prepare(file).pipe(
    Effect.tap(replaceable),
    Effect.flatMap((target) => ExportFile.write(target, text)),
    Effect.mapError(({ message }) => new ToolRefused({ message: `file: ${message}` }))
  )
  return { text: `Wrote the world to ${shownPath(file)}, ${bytes} bytes.`, value: { file, bytes } }
})
