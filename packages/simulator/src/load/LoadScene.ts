/**
 * The state that all plays of a load share: the names of the world, and what each user sees in each channel they play
 * in. It is read over the control plane before the first play. Source: wire-interactions.md §7.1; product.md "Control
 * plane".
 */
import type { Viewpoint } from "@backlot/client/session/CommandIndex"
import { type ControlClient, make as makeClient, type SurroundingsAnswer } from "@backlot/client/session/ControlClient"
import type { ControlFailure } from "@backlot/client/session/ControlFailure"
import type { DirectoryUser } from "@backlot/domain/typing/Directory"
import type { OfferedCommand } from "@backlot/domain/typing/Picker"
import { openPlaying, type PlayerOptions } from "@backlot/player/PlayerOpen"
import type { Stage } from "@backlot/player/stage/Stage"
import { Effect } from "effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import { LoadLost } from "./LoadFault.ts"

/** What a user sees in a channel. */
export interface View {
  readonly commands: ReadonlyArray<OfferedCommand>
  readonly surroundings: SurroundingsAnswer
  /** Everyone in the channel. */
  readonly people: ReadonlyArray<DirectoryUser>
}

/** Each play copies `playing`, with its own memory and requests. */
export type LoadScene = Effect.Success<ReturnType<typeof read>>

type Given = Pick<PlayerOptions, "application" | "folder" | "answers_within_ms">

export const read = Effect.fnUntraced(function* (stage: Stage, given: Given) {
  const playing = yield* openPlaying({ stage, ...given, events: false })
  const client = yield* Effect.provide(makeClient(stage), FetchHttpClient.layer)
  yield* Effect.mapError(playing.names.read, ({ message }) => new LoadLost({ message }))
  return { playing, ...viewing(client) }
})

const viewing = (client: ControlClient) => {
  const views = new Map<string, View | undefined>()
  /** By channel; every user sees the same people. */
  const people = new Map<string, ReadonlyArray<DirectoryUser>>()
  const load = Effect.fnUntraced(function* (at: Viewpoint) {
    const commands = yield* client.commands(at)
    const known = people.get(at.channel_id)
    const surroundings = yield* client.surroundings(at, { ids: [], everyone: known === undefined })
    if (known === undefined) people.set(at.channel_id, surroundings.users)
    return { commands, surroundings, people: known ?? surroundings.users }
  })
  return {
    /** Undefined if the user does not see the channel. Read once, and again after `forget`. */
    view: (at: Viewpoint) =>
      Effect.suspend(() => {
        const key = keyOf(at)
        if (views.has(key)) return Effect.succeed(views.get(key))
        return Effect.tap(seen(load(at)), (view) => Effect.sync(() => views.set(key, view)))
      }),
    forget: (at: Viewpoint): void => void views.delete(keyOf(at))
  }
}

const keyOf = ({ user_id, channel_id }: Viewpoint): string => `${user_id} ${channel_id}`

/** The server refuses to show a hidden channel; a missing answer ends the load. */
const seen = (load: Effect.Effect<View, ControlFailure>): Effect.Effect<View | undefined, LoadLost> =>
  Effect.catch(load, (failure) =>
    failure._tag === "ControlRefused" && [403, 404].includes(failure.status)
      ? Effect.succeed(undefined)
      : Effect.fail(new LoadLost({ message: failure.message }))
  )
