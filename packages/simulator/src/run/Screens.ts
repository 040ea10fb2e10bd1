/**
 * Reads what each person of a scenario sees in the places that it touches. Only people and places that the scenario names,
 * or that an answer was in; both within bounds.
 */
import * as ControlCall from "@backlot/client/session/ControlCall"
import { type Names, namesOf } from "@backlot/player/name/Names"
import { worldNames } from "@backlot/player/name/WorldNames"
import type { PlayedStep } from "@backlot/player/Player"
import type { Playing } from "@backlot/player/turn/Playing"
import { BOUNDS } from "@backlot/scenario/Bounds"
import { listOf, textOf } from "@backlot/scenario/Fields"
import type { LoadedStep } from "@backlot/scenario/file/LoadedScenario"
import { Effect, Option, Result } from "effect"
import { make, type ScreenPerson, type ScreenPlace, type Screens } from "./ScreenLog.ts"

export interface Keeper {
  /** Reads the screens after a step. */
  readonly after: (step: number, played: PlayedStep | undefined) => Effect.Effect<void>
  readonly result: () => Screens
}

export const keeper = (control: Playing["control"], world: unknown, steps: ReadonlyArray<LoadedStep>): Keeper => {
  const log = make()
  const names = namesOf(worldNames(world))
  const people = new Map<string, ScreenPerson>()
  const places = new Map<string, ScreenPlace>()
  for (const { step } of steps) noteStep(step, names, people, places)

  const read = (step: number) => {
    const pairs = [...people.values()].flatMap((person) => [...places.values()].map((place) => ({ person, place })))
    return Effect.forEach(
      pairs,
      Effect.fnUntraced(function* ({ person, place }) {
        const at = { user_id: person.id, channel_id: place.id }
        const { method, path, body } = ControlCall.messages(at, BOUNDS.screenMessages.value)
        const answer = yield* Effect.option(control(method, path, body))
        // A server that does not answer hides nothing.
        if (Option.isNone(answer)) return
        const messages = answer.value.status === 200 ? listOf(answer.value.body, "messages") : undefined
        return { step, person, place, messages }
      }),
      { concurrency: 8 }
    )
  }
  return {
    after: Effect.fnUntraced(function* (step, played) {
      if (played !== undefined) noteStep(played.step, names, people, places)
      noteAnswer(played, names, places)
      if (!log.hasRoom()) return
      for (const seen of yield* read(step)) if (seen !== undefined) log.add(seen)
    }),
    result: log.result
  }
}

const noteStep = (
  { as, in: at, expect }: LoadedStep["step"],
  names: Names,
  people: Map<string, ScreenPerson>,
  places: Map<string, ScreenPlace>
): void => {
  for (const name of [as, ...(expect?.seen_by ?? []), ...(expect?.unseen_by ?? [])]) {
    const id = name === undefined ? undefined : Result.getOrUndefined(names.user(name))
    const user = names.world.users.find((one) => one.id === id)
    if (user !== undefined && people.size < BOUNDS.screenPeople.value) {
      people.set(user.id, { id: user.id, name: user.global_name ?? user.username })
    }
  }
  if (at === undefined) return
  const user = as === undefined ? undefined : Result.getOrUndefined(names.user(as))
  const place = Result.getOrUndefined(names.channel(at, user))
  if (place !== undefined && "id" in place) notePlace(place.id, names, places)
}

/** The place of an answer: a direct message that a step began, a thread that the app made. */
const noteAnswer = (played: PlayedStep | undefined, names: Names, places: Map<string, ScreenPlace>): void => {
  const id = textOf(played?.outcome, "message", "channel_id") ?? textOf(played?.outcome, "body", "channel_id")
  if (id !== undefined) notePlace(id, names, places)
}

const notePlace = (id: string, { world }: Names, places: Map<string, ScreenPlace>): void => {
  if (places.has(id) || places.size >= BOUNDS.screenPlaces.value) return
  const channel = world.guilds.flatMap(({ channels }) => channels).find((one) => one.id === id)
  places.set(id, { id, name: channel === undefined ? "Direct messages" : `#${channel.name}` })
}
