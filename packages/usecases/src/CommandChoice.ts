/**
 * Which command a user means, and whether they may use it here: named by id, or typed. What they may not use is
 * refused with the reason, not denied to exist. Source: wire-interactions.md §5.2, §5.8; decision 33.
 */
import { type ApplicationCommand, CommandType } from "@backlot/domain/ApplicationCommand"
import { type Evaluation, evaluate } from "@backlot/domain/Evaluate"
import type { Fault } from "@backlot/domain/Fault"
import type { Snowflake } from "@backlot/domain/Snowflake"
import { unsupported } from "@backlot/domain/Unsupported"
import type { Application } from "@backlot/domain/World"
import { Data, Effect, Result } from "effect"
import * as Collection from "./Collection.ts"
import * as Collections from "./Collections.ts"
import type { Filled, OptionRefusal, Reader } from "./Filling.ts"
import * as Scene from "./Scene.ts"
import type { Surroundings } from "./Surroundings.ts"

export type RefusalReason = "unknown" | "invisible" | "permission" | "context" | "stale" | "options"

/** Refused before delivery: nothing was made, nothing was sent. */
export class UseRefused extends Data.TaggedError("UseRefused")<{
  readonly reason: RefusalReason
  readonly because: string
  readonly faults: ReadonlyArray<Fault>
  /** The current command, when there is one and it was stale. */
  readonly command?: ApplicationCommand
}> {}

/** What a user asks for; without an id the reader chooses among the visible commands. */
export interface Asked {
  readonly command_id: Snowflake | undefined
  /** The version that the user's client knows. */
  readonly version: Snowflake | undefined
  readonly read: Reader
}

export interface Chosen {
  readonly application: Application
  readonly filled: Filled
  readonly evaluation: Evaluation
}

/** The command that the user may use, filled in. Inside a transaction. */
export const choose = Effect.fnUntraced(function* (
  asked: Asked,
  scene: Scene.Scene,
  surroundings: Surroundings,
  now: number
) {
  return asked.command_id === undefined
    ? yield* typed(asked.read, scene, surroundings, now)
    : yield* named(asked.command_id, asked, scene, surroundings, now)
})

const named = Effect.fnUntraced(function* (
  commandId: Snowflake,
  { version, read }: Asked,
  scene: Scene.Scene,
  surroundings: Surroundings,
  now: number
) {
  const [command] = yield* Collections.commands.by("id", Collection.id(commandId))
  if (command === undefined) return yield* refused("unknown", "no such command exists")
  const judged = yield* judge(command, scene, now)
  if (!judged.evaluation.usable) return yield* notUsable(judged.evaluation)
  if (command.type !== CommandType.CHAT_INPUT) {
    return yield* refused("options", unsupported("Using a command that is not a slash command").message)
  }
  yield* requireCurrent(command, version)
  return yield* filledIn(judged, read([command], surroundings))
})

const typed = Effect.fnUntraced(function* (read: Reader, scene: Scene.Scene, surroundings: Surroundings, now: number) {
  const judged = []
  for (const command of yield* Scene.candidates(scene)) {
    if (command.type === CommandType.CHAT_INPUT) judged.push(yield* judge(command, scene, now))
  }
  const visible = judged.filter(({ evaluation }) => evaluation.visible)
  const reading = read(visible.map(commandOf), surroundings)
  if (Result.isSuccess(reading) || reading.failure.reason !== "unknown") {
    return yield* filledIn(judgedOf(judged, reading), reading)
  }
  // Nobody sees such a command here; perhaps it is hidden from this user, and then there is a reason to tell.
  const hidden = judgedOf(judged, read(judged.map(commandOf), surroundings))
  return hidden === undefined ? yield* unfilled(reading.failure) : yield* notUsable(hidden.evaluation)
})

interface Judged {
  readonly command: ApplicationCommand
  readonly application: Application
  readonly evaluation: Evaluation
}

type Reading = Result.Result<Filled, OptionRefusal>

const commandOf = ({ command }: Judged) => command

const judgedOf = (judged: ReadonlyArray<Judged>, reading: Reading): Judged | undefined => {
  const { command } = Result.isSuccess(reading) ? reading.success : reading.failure
  return judged.find((candidate) => candidate.command.id === command?.id)
}

const filledIn = Effect.fnUntraced(function* (judged: Judged | undefined, reading: Reading) {
  if (judged !== undefined && !judged.evaluation.usable) return yield* notUsable(judged.evaluation)
  if (Result.isFailure(reading)) return yield* unfilled(reading.failure)
  if (judged === undefined) return yield* refused("unknown", "no such command exists")
  return { application: judged.application, evaluation: judged.evaluation, filled: reading.success } satisfies Chosen
})

const judge = Effect.fnUntraced(function* (command: ApplicationCommand, scene: Scene.Scene, now: number) {
  const application = yield* Collections.applications.get(Collection.id(command.application_id))
  if (application === undefined) return yield* refused("unknown", "its application is gone")
  const isOf = (install: { readonly application_id: Snowflake }) => install.application_id === application.id
  const evaluation = evaluate({
    command,
    user_id: scene.user.id,
    bot_id: application.bot.id,
    place: scene,
    guild_install: scene.kind === "guild" ? scene.guildInstalls.find(isOf) : undefined,
    user_install: scene.userInstalls.find(isOf),
    now_ms: now
  })
  return { command, application, evaluation } satisfies Judged
})

/** Decision 33: global commands only, any mismatch is stale. */
const requireCurrent = (
  command: ApplicationCommand,
  version: Snowflake | undefined
): Effect.Effect<void, UseRefused> =>
  command.guild_id === undefined && version !== undefined && version !== command.version
    ? Effect.fail(
        new UseRefused({ reason: "stale", because: `the version is now ${command.version}`, faults: [], command })
      )
    : Effect.void

const refused = (reason: RefusalReason, because: string) => new UseRefused({ reason, because, faults: [] })

const notUsable = ({ reason, decisions }: Evaluation) =>
  refused(reason ?? "invisible", decisions.find(({ outcome }) => outcome === "fail")?.because ?? "it is hidden here")

const unfilled = ({ reason, faults }: OptionRefusal) =>
  new UseRefused({ reason, because: faults[0]?.message ?? "no such command exists", faults })
