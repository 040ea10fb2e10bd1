/** What the acts of one player share: the stage, how it is reached, what is remembered between steps. */
import type { Path } from "@backlot/domain/error/Fault"
import { errorText } from "@backlot/scenario/describe/ErrorText"
import { fieldsOf } from "@backlot/scenario/Fields"
import type { Outcome } from "@backlot/scenario/Outcome"
import { Effect, Result, Semaphore } from "effect"
import type { Found } from "../name/Finder.ts"
import { type Names, namesOf, type Place } from "../name/Names.ts"
import { worldNames } from "../name/WorldNames.ts"
import type { EventStream } from "../stage/EventStream.ts"
import { StageLost, StepUnplayable } from "../stage/Failure.ts"
import type { GatewayWatch } from "../stage/GatewayWatch.ts"
import type { OpenStage, Stage } from "../stage/Stage.ts"
import { type Answer, guarded, type StageHttp } from "../stage/StageHttp.ts"

/** What an act leaves behind: what is remembered of it, and what came of it but for its real time. */
export type ActOutcome = Omit<Outcome, "real_ms">

/** Where a step is played: the acting user and the channel, ids. */
export interface Scene {
  readonly user: string
  readonly channel: Place
}

/** The last thing that was played with an interaction, or a message in a channel. */
export interface Played {
  readonly outcome: ActOutcome
  readonly user: string | undefined
  readonly channel: string | undefined
}

export interface Memory {
  user: string | undefined
  /** As it was written: what it means may hang on the user. */
  channel: string | undefined
  last: Played | undefined
  /** By user: the last interaction. */
  readonly interactions: Map<string, string>
  /** By user: the modal that their last answer opened, and its interaction. */
  readonly modals: Map<string, { readonly interaction_id: string; readonly modal: unknown }>
  interaction: string | undefined
  lobby: string | undefined
  /** The service clock, as far as it is known without asking. */
  clock: { readonly mode: "real" | "frozen"; readonly now: number; readonly read: number } | undefined
}

export interface PlayingOptions {
  readonly stage: Stage
  readonly restart: OpenStage["restart"] | undefined
  /** The application that calls speak for, by name or id; default: the first of the world. */
  readonly application: string | undefined
  /** Where relative paths of files begin. */
  readonly folder: string | undefined
}

export interface Playing extends PlayingOptions {
  readonly http: StageHttp
  readonly events: EventStream | undefined
  /** The session that looks on as this application, opened when it is first asked for. */
  readonly gateway: (applicationId: string) => Effect.Effect<GatewayWatch, StageLost | StepUnplayable>
  /** Those that were opened. */
  readonly watches: ReadonlyMap<string, GatewayWatch>
  readonly names: NameBook
  readonly memory: Memory
  /** Bearer values by user, application and scopes. */
  readonly tokens: Map<string, string>
  readonly control: (method: string, path: string, body?: unknown) => Effect.Effect<Answer, StageLost>
}

/** The names of the world as it was when they were last read. */
export interface NameBook {
  /** What is known, which may be nothing yet. */
  readonly known: () => Names
  /** Read for the first time, and again once they are stale. */
  readonly read: Effect.Effect<Names, StageLost>
  /** Runs effects one after the other: those that choose an id that is free. */
  readonly alone: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
  /** The world changed: they are read again when they are next asked for. */
  readonly forget: () => void
  /** Looks something up, in the world as it is now where what is known does not have it. */
  readonly find: <A>(look: (names: Names) => Found<A>, path: Path) => Effect.Effect<A, StepUnplayable | StageLost>
}

export const memory = (): Memory => ({
  user: undefined,
  channel: undefined,
  last: undefined,
  interactions: new Map(),
  modals: new Map(),
  interaction: undefined,
  lobby: undefined,
  clock: undefined
})

/** What was remembered so far, on its own from here on. Open modals stay shared, and so does the clock. */
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

/** Requests to the control plane of a stage. */
export const controlOf =
  (http: StageHttp, stage: Stage): Playing["control"] =>
  (method, path, body) => {
    const sent = http.send({
      method,
      url: `${stage.control_url}${path}`,
      headers: body === undefined ? guarded(stage) : { ...guarded(stage), "content-type": "application/json" },
      body: body === undefined ? undefined : JSON.stringify(body)
    })
    // The server may have closed a kept connection just then; what only reads is asked again.
    const answered = method === "GET" ? Effect.catch(sent, () => sent) : sent
    return Effect.catch(answered, ({ message }) => Effect.fail(new StageLost({ message })))
  }

export const nameBook = (control: Playing["control"]): NameBook => {
  let names = namesOf(worldNames(undefined))
  let isFresh = false
  const reread: Effect.Effect<Names, StageLost> = Effect.suspend(() => {
    // Before it is asked for, so that a change meanwhile is not lost.
    isFresh = true
    return Effect.flatMap(control("GET", "/world"), ({ status, body }) => {
      if (status !== 200) return Effect.fail(new StageLost({ message: `GET /control/v1/world answered ${status}` }))
      names = namesOf(worldNames(body))
      return Effect.succeed(names)
    })
  })
  const read = Effect.suspend(() => (isFresh ? Effect.succeed(names) : reread))
  const permits = Semaphore.makeUnsafe(1)
  return {
    known: () => names,
    read,
    alone: (effect) => permits.withPermit(effect),
    forget: () => {
      isFresh = false
    },
    find: (look, path) =>
      Effect.suspend(() => {
        const found = isFresh ? look(names) : undefined
        if (found !== undefined && Result.isSuccess(found)) return Effect.succeed(found.success)
        return Effect.flatMap(reread, (now) =>
          Result.match(look(now), {
            onSuccess: Effect.succeed,
            onFailure: (message) => Effect.fail(new StepUnplayable({ path, message }))
          })
        )
      })
  }
}

export const unplayable = (path: Path, message: string) => new StepUnplayable({ path, message })

/** What a refused request of the control plane, or of an application, came to. */
export const outcomeOfError = ({ status, body }: Answer): ActOutcome => {
  const { code } = fieldsOf(body)
  const because = errorText(body)
  return {
    status,
    ...(typeof code === "number" ? { code } : {}),
    ...(because === undefined ? {} : { because }),
    body
  }
}

/** The outcome of an edit through the control plane. */
export const outcomeOfEdit = (answer: Answer): ActOutcome =>
  answer.status >= 400
    ? outcomeOfError(answer)
    : { status: answer.status, ...(answer.body === undefined ? {} : { body: answer.body }) }

/** Forgets what the player remembers of a world that was replaced. */
export const forget = ({ tokens, memory }: Playing): void => {
  tokens.clear()
  memory.interactions.clear()
  memory.modals.clear()
  memory.interaction = undefined
  memory.lobby = undefined
}

/** The application that is meant where a step names none: that of the scenario, else the first of the world. */
export const applicationOf = (playing: Playing, named: string | undefined, path: Path) =>
  playing.names.find((names) => names.application(named ?? playing.application), path)

/** The command that is meant in this channel: where several applications have it, that of `applicationOf`. */
export const commandOf = Effect.fnUntraced(function* (
  playing: Playing,
  { guild_id }: Place,
  named: { readonly name: string; readonly types: ReadonlyArray<number> | undefined },
  path: Path
) {
  const { name, types } = named
  const application_id = (yield* applicationOf(playing, undefined, path)).id
  const scope = { guild_id, application_id, ...(types === undefined ? {} : { types }) }
  return yield* playing.names.find((names) => names.command(name, scope), path)
})
