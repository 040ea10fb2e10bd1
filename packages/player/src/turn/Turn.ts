/** One step being played: the user, the channel, and the other fields of the step. */
import { BOUNDS } from "@backlot/scenario/Bounds"
import type { Step } from "@backlot/scenario/Step"
import { Effect } from "effect"
import type { ChannelRef, Names } from "../name/Names.ts"
import type { ExpectationFailed, StageLost, StepUnplayable } from "../stage/Failure.ts"
import type { Answer } from "../stage/StageHttp.ts"
import { type ActOutcome, type At, type Playing, type Scene, unplayable } from "./Playing.ts"

export type ActFailure = StepUnplayable | StageLost | ExpectationFailed

export interface Turn {
  readonly playing: Playing
  readonly step: Step
  /** The acting user's id. */
  readonly user: Effect.Effect<string, ActFailure>
  readonly scene: Effect.Effect<Scene, ActFailure>
  readonly at: Effect.Effect<At, ActFailure>
  /** Positions of the streams when this step, and when the acting step before it, began. */
  readonly marks: Marks
  readonly marksBefore: Marks
}

/** Positions in each stream: of the events, and of the gateway session of each observed application. */
export interface Marks {
  readonly events: number
  readonly gateway: ReadonlyMap<string, number>
}

/** An act with its value: `step[act]`. */
export type Act<A> = (turn: Turn, value: A) => Effect.Effect<ActOutcome, ActFailure>

/** The ids of the user and channel that the step names; else those of the step before. */
export const turnOf = (playing: Playing, step: Step, marks: Marks, marksBefore: Marks): Turn => {
  const { memory, names } = playing
  // Read when the step begins, because other steps may be played at the same time.
  const userName = step.as ?? memory.user
  const channelName = step.in ?? memory.channel
  const before = step.in === undefined ? memory.last?.channel : undefined
  if (step.as !== undefined) memory.user = step.as
  if (step.in !== undefined) memory.channel = step.in
  const user =
    userName === undefined
      ? Effect.fail(unplayable(["as"], "no user acts yet: the first step needs `as`"))
      : userName === "*"
        ? Effect.fail(unplayable(["as"], '"*" works only in a load: name a user'))
        : names.find((known) => known.user(userName), ["as"])
  const scene = Effect.gen(function* () {
    const id = yield* user
    if (channelName === undefined)
      return yield* unplayable(["in"], "no channel is known yet: the first step needs `in`")
    return { user: id, channel: yield* channelNamed(playing, id, channelName, before) }
  })
  const at = Effect.map(scene, ({ user, channel }) => ({ user, channel: channel.id }))
  return { playing, step, user, scene, at, marks, marksBefore }
}

/** The last interaction of the acting user, else the last of all; with `as`, only that user's. */
export const interactionOf = Effect.fnUntraced(function* ({ playing: { memory, names }, step }: Turn) {
  const named = step.as ?? memory.user
  if (named === undefined) return memory.interaction
  const user = yield* names.find((known) => known.user(named), ["as"])
  return memory.interactions.get(user) ?? (step.as === undefined ? memory.interaction : undefined)
})

/** Waits until the stream of events has reported that the world was replaced. */
export const replaced = ({ playing: { events }, marks }: Turn, { status }: Answer) =>
  events === undefined || status >= 400
    ? Effect.void
    : events.feed
        .next(marks.events, ({ type }) => type === "world.replaced")
        .pipe(Effect.timeoutOption(BOUNDS.late.value), Effect.asVoid)

/** Begins direct messages if there are none yet. */
export const channelNamed = Effect.fnUntraced(function* (
  playing: Playing,
  user: string,
  name: string,
  before: string | undefined
): Effect.fn.Return<ChannelRef, ActFailure> {
  const { names } = playing
  const found = yield* names.find((known) => known.channel(name, user), ["in"])
  if ("id" in found) return found
  // The other side goes on in the conversation of the step before, which has another name for it.
  if (found.with === user && before !== undefined) return { id: before, guild_id: undefined }
  if (found.with === user) return yield* unplayable(["in"], "a user has no direct messages with themselves")
  // One after the other: two at the same time would take the same id.
  return yield* names.alone(begin(playing, user, name))
})

const begin = Effect.fnUntraced(function* ({ names, control }: Playing, user: string, name: string) {
  const found = yield* names.find((known) => known.channel(name, user), ["in"])
  if ("id" in found) return found
  const id = freeId(yield* names.read)
  const path = `/direct_channels/${id}`
  const { status, body } = yield* control("PUT", path, { type: 1, recipients: [user, found.with] })
  if (status >= 400) return yield* unplayable(["in"], `no direct messages could be begun: ${JSON.stringify(body)}`)
  names.learn(path, body)
  return { id, guild_id: undefined } satisfies ChannelRef
})

/** Ids of new conversations count up from here, the same each time. Our choice: docs/choices.md "Scenarios". */
const FIRST_CONVERSATION = 490_000_000_000_000_001n

const freeId = ({ world }: Names): string => {
  const taken = new Set(world.direct_channels.map(({ id }) => id))
  let id = FIRST_CONVERSATION
  while (taken.has(String(id))) id += 1n
  return String(id)
}
