/** What the acts of one player share: the stage, the connections to it, and what is remembered between steps. */
import type { Viewpoint } from "@backlot/client/session/CommandIndex"
import type { ControlCall } from "@backlot/client/session/ControlCall"
import type { Path } from "@backlot/domain/error/Fault"
import type { RefusedCall } from "@backlot/protocol/control/ControlRefused"
import { becauseIn } from "@backlot/protocol/error/ErrorBody"
import { errorText } from "@backlot/scenario/describe/ErrorText"
import { defined, fieldsOf } from "@backlot/scenario/Fields"
import { type Outcome, rateLimitOf } from "@backlot/scenario/Outcome"
import { METHODS } from "@backlot/scenario/Vocabulary"
import { Effect } from "effect"
import type { ChannelRef } from "../name/Names.ts"
import type { EventStream } from "../stage/EventStream.ts"
import { type StageLost, StepUnplayable } from "../stage/Failure.ts"
import type { GatewayWatch } from "../stage/GatewayWatch.ts"
import { notImplementedIn } from "../stage/NotImplemented.ts"
import type { OpenStage, Stage } from "../stage/Stage.ts"
import { type Answer, guarded, type StageHttp, sendJson } from "../stage/StageHttp.ts"
import type { NameBook } from "./NameBook.ts"

/** The outcome of an act, without its real time. */
export type ActOutcome = Omit<Outcome, "real_ms">

/** A call that was answered with 4xx. */
export interface RefusedAs {
  readonly method: string
  /** Below the REST base. */
  readonly path: string
  readonly status: number
}

/** The refused calls that were read from the server, which forgets them when it restarts. */
export interface Heard {
  /** The number of the last call that was read, or that is none of ours. */
  after: number
  /** Those of apps alone. */
  calls: ReadonlyArray<RefusedCall>
  /** Missing operations that were told already, with the number of their events. */
  lacking: ReadonlyMap<string, number>
}

/** Ids of the acting user and the channel. */
export interface Scene {
  readonly user: string
  readonly channel: ChannelRef
}

/** The same without the guild. */
export interface At {
  readonly user: string
  readonly channel: string
}

interface Played {
  readonly outcome: ActOutcome
  readonly user: string | undefined
  readonly channel: string | undefined
}

export interface Credentials {
  readonly token: string
  readonly application_id: string | undefined
}

export interface Memory {
  user?: string | undefined
  /** As written: its meaning may depend on the user. */
  channel?: string | undefined
  last?: Played | undefined
  /** By user: the last interaction. */
  readonly interactions: Map<string, string>
  /** By user: the modal that the last answer opened, and its interaction. */
  readonly modals: Map<string, { readonly interaction_id: string; readonly modal: unknown }>
  /** By interaction: what the application was sent. */
  readonly credentials: Map<string, Credentials>
  interaction?: string | undefined
  lobby?: string | undefined
  /** The service clock, if it is known. */
  clock?: { readonly mode: "real" | "frozen"; readonly now: number; readonly read: number } | undefined
}

export interface PlayingOptions {
  readonly stage: Stage
  /** Absent: the player cannot play `server: restart` and `server: kill`. */
  readonly restart?: OpenStage["restart"] | undefined
  /** The default application, by name or id. Default: the first of the world. */
  readonly application?: string | undefined
  /** The longest real time to an app's first answer. Default: 3 s. */
  readonly answers_within_ms?: number | undefined
  /** The number of the last call that was refused before the play (`lastRefused`). Default: 0. */
  readonly refused_before?: number | undefined
  /** The folder of relative file paths. Default: the working directory. */
  readonly folder?: string | undefined
}

/** What a player needs of the machine that it runs on. */
export interface Edges {
  readonly http: StageHttp
  /** Reads a file that a step brings along, up to a limit. */
  readonly readFile: (folder: string, path: string) => Promise<Uint8Array<ArrayBuffer>>
}

export interface Playing extends PlayingOptions, Edges {
  readonly events: EventStream | undefined
  /** The gateway session of an application, opened on first use. */
  readonly gateway: (applicationId: string) => Effect.Effect<GatewayWatch, StageLost | StepUnplayable>
  readonly watches: ReadonlyMap<string, GatewayWatch>
  readonly names: NameBook
  readonly memory: Memory
  /** Bearer values by user, application and scopes. */
  readonly tokens: Map<string, string>
  /** What steps called as an application themselves, and was refused or is not implemented. */
  readonly own: { readonly refused: Array<RefusedAs>; readonly lacking: Set<string> }
  readonly heard: Heard
  readonly control: (method: string, path: string, body?: unknown) => Effect.Effect<Answer, StageLost>
}

export const memory = (): Memory => ({
  interactions: new Map(),
  modals: new Map(),
  credentials: new Map()
})

/** A copy that goes its own way. Open modals and the clock stay shared. */
export const forked = (memory: Memory): Memory => ({
  ...memory,
  interactions: new Map(memory.interactions),
  get clock() {
    return memory.clock
  },
  set clock(clock) {
    memory.clock = clock
  }
})

export const controlOf =
  (http: StageHttp, stage: Stage): Playing["control"] =>
  (method, path, body) => {
    const sent = sendJson(http, method, `${stage.control_url}${path}`, guarded(stage), body)
    // The server may have just closed a kept connection; a GET is sent again.
    return method === "GET" ? Effect.catch(sent, () => sent) : sent
  }

export const send = ({ control }: Playing, { method, path, body }: ControlCall) => control(method, path, body)

/** A user in a channel, as calls name them. */
export const viewpoint = ({ user, channel }: At): Viewpoint => ({
  user_id: user,
  channel_id: channel
})

export const unplayable = (path: Path, message: string) => new StepUnplayable({ path, message })

export const outcomeOfError = ({ status, body }: Answer): ActOutcome => {
  const { code } = fieldsOf(body)
  return { status, ...defined({ code: typeof code === "number" ? code : undefined, because: errorText(body) }), body }
}

export const outcomeOfEdit = (answer: Answer): ActOutcome =>
  answer.status >= 400 ? outcomeOfError(answer) : defined({ status: answer.status, body: answer.body })

/** The outcome of an act that can only succeed or be refused. */
export const outcomeOfNothing = (answer: Answer): ActOutcome => (answer.status >= 400 ? outcomeOfError(answer) : {})

/** Forgets what the player remembers of a world that was replaced. */
export const forget = ({ tokens, memory }: Playing): void => {
  tokens.clear()
  memory.interactions.clear()
  memory.modals.clear()
  memory.credentials.clear()
  memory.interaction = undefined
  memory.lobby = undefined
}

/** The application of a step without one: that of the scenario, else the first of the world. */
export const applicationOf = (playing: Playing, named: string | undefined, path: Path) =>
  playing.names.find((names) => names.application(named ?? playing.application), path)

/** The command of this name in the channel; if several applications have it, that of `applicationOf`. */
export const commandOf = Effect.fnUntraced(function* (
  playing: Playing,
  { guild_id }: ChannelRef,
  { name, types }: { readonly name: string; readonly types: ReadonlyArray<number> | undefined },
  path: Path
) {
  const { id: application_id } = yield* applicationOf(playing, undefined, path)
  return yield* playing.names.find((names) => names.command(name, { guild_id, application_id, types }), path)
})

/** The only method with its path. */
export const methodOf = Effect.fnUntraced(function* (
  call: Readonly<Partial<Record<(typeof METHODS)[number], string>>>,
  path: Path
) {
  const [method, ...more] = METHODS.filter((one) => call[one] !== undefined)
  if (method === undefined || more.length > 0) {
    return yield* unplayable(path, `exactly one of ${METHODS.join(", ")} must be here, with the path`)
  }
  return [method, call[method] ?? ""] as const
})

export const outcomeOfCall = ({ status, headers, body }: Answer): ActOutcome => {
  const { code: given } = fieldsOf(body)
  const code = status >= 400 && typeof given === "number" ? given : undefined
  const lacking = notImplementedIn(headers)
  const not_implemented = lacking === undefined ? undefined : [lacking]
  const because = lacking ?? becauseIn(headers)
  return defined({ status, code, headers, body, rate_limit: rateLimitOf(headers, body), because, not_implemented })
}
