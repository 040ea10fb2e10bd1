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
  // A step without a place happens where the one before did.
  let at: string | undefined

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
      if (played !== undefined) {
        const named = noteStep(played.step, names, people, places)
        at = noteAnswer(played, names, places) ?? named ?? at
        log.happened(step, at === undefined ? undefined : places.get(at))
      }
      if (!log.hasRoom()) return
      for (const seen of yield* read(step)) if (seen !== undefined) log.add(seen)
    }),
    result: log.result
  }
}

/** The id of the place that the step names. */
const noteStep = (
  { as, in: at, expect }: LoadedStep["step"],
  names: Names,
  people: Map<string, ScreenPerson>,
  places: Map<string, ScreenPlace>
): string | undefined => {
  for (const name of [as, ...(expect?.seen_by ?? []), ...(expect?.unseen_by ?? [])]) {
    const id = name === undefined ? undefined : Result.getOrUndefined(names.user(name))
    const user = names.world.users.find((one) => one.id === id)
    if (user !== undefined && people.size < BOUNDS.screenPeople.value) {
      people.set(user.id, { id: user.id, name: user.global_name ?? user.username })
    }
  }
  if (at === undefined) return undefined
  const user = as === undefined ? undefined : Result.getOrUndefined(names.user(as))
  const place = Result.getOrUndefined(names.channel(at, user))
  if (place === undefined || !("id" in place)) return undefined
  notePlace(place.id, names, places)
  return place.id
}

/** The place of an answer: a direct message that a step began, a thread that the app made. */
const noteAnswer = (played: PlayedStep, names: Names, places: Map<string, ScreenPlace>): string | undefined => {
  const id = textOf(played.outcome, "message", "channel_id") ?? textOf(played.outcome, "body", "channel_id")
  if (id !== undefined) notePlace(id, names, places)
  return id
}

const notePlace = (id: string, { world }: Names, places: Map<string, ScreenPlace>): void => {
  if (places.has(id) || places.size >= BOUNDS.screenPlaces.value) return
  const channel = world.guilds.flatMap(({ channels }) => channels).find((one) => one.id === id)
  places.set(id, { id, name: channel === undefined ? directName(id, world) : `#${channel.name}` })
}

const directName = (id: string, { direct_channels, users, applications }: Names["world"]): string => {
  const { recipients = [] } = direct_channels.find((one) => one.id === id) ?? {}
  const people = recipients.map(
    (person) =>
      users.find((user) => user.id === person)?.username ?? applications.find(({ bot }) => bot.id === person)?.name
  )
  return people.length === 0 ? "Direct messages" : people.map((name) => `@${name ?? "somebody"}`).join(", ")
}
