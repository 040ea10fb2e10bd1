/** Which act somebody is about to do, and doing it. */
import { create } from "zustand"
import { queries, viewQuery, type World, worldQuery } from "../api/Queries.ts"
import type { View } from "../place/Seen.ts"
import { type Given, type Known, NOTHING, type Of } from "./ActField.ts"
import { ACTS, type ActName } from "./Acts.ts"

/** An act whose window is open. */
export interface Asked {
  readonly name: ActName
  readonly of: Of
  /** What its form begins with. */
  readonly given: Given
  /** Why it was refused before its window opened. */
  readonly error?: unknown
}

export const useActing = create<{ readonly asked: Asked | undefined }>()(() => ({ asked: undefined }))

export const closeAct = (): void => useActing.setState({ asked: undefined })

/** Opens the form or the question of an act, or does what has neither. */
export const begin = (name: ActName, of: Partial<Of>, given: Given = {}): void => {
  const { fields, says } = ACTS[name]
  if (fields === undefined && says === undefined) void perform(name, of, given)
  else useActing.setState({ asked: { name, of: { ...NOTHING, ...of }, given } })
}

/** Does it at once, and says whether it was done. Where it is refused, its window says why. */
export const perform = async (name: ActName, some: Partial<Of>, given: Given = {}): Promise<boolean> => {
  const of = { ...NOTHING, ...some }
  try {
    const known = await knownOf(of)
    await ACTS[name].call(of, { ...firstOf(name, known), ...given }, known, Object.keys(given))
    return true
  } catch (error) {
    useActing.setState({ asked: { name, of, given, error } })
    return false
  }
}

const knownOf = async (of: Of): Promise<Known> => {
  const [world, view]: [World, View] = await Promise.all([
    queries.ensureQueryData(worldQuery()),
    queries.ensureQueryData(viewQuery(of.user_id))
  ])
  return { of, world, view, guild: world.guilds.find(({ id }) => id === of.guild_id) }
}

/** The values of a form that nobody has changed. */
export const firstOf = (name: ActName, known: Known): Given =>
  Object.fromEntries(
    (ACTS[name].fields ?? []).map((field) => [field.name, field.first?.(known) ?? (field.kind === "flag" ? false : "")])
  )
