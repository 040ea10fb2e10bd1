/** What the form of an act asks. */
import { useView, useWorld, type World, type WorldGuild } from "../api/Queries.ts"
import type { View } from "../place/Seen.ts"
import type { Choice } from "../ui/Form.tsx"

/** What an act is of; empty where it has to do with nothing of the kind. */
export interface Of {
  readonly user_id: string
  readonly guild_id: string
  readonly channel_id: string
  readonly message_id: string
  readonly scheduled_event_id: string
  readonly event_exception_id: string
}

export const NOTHING: Of = {
  user_id: "",
  guild_id: "",
  channel_id: "",
  message_id: "",
  scheduled_event_id: "",
  event_exception_id: ""
}

/** What the choices and the first values of a form are taken from. */
export interface Known {
  readonly of: Of
  readonly world: World
  readonly view: View
  readonly guild: WorldGuild | undefined
}

export const useKnown = (of: Of): Known | undefined => {
  const { data: world } = useWorld()
  const { data: view } = useView(of.user_id)
  return world && view && { of, world, view, guild: world.guilds.find(({ id }) => id === of.guild_id) }
}

export interface ActField {
  readonly name: string
  readonly label: string
  readonly kind: "text" | "long" | "flag" | "choice" | "picture"
  /** Of a choice; of a text what is offered while somebody types. */
  readonly choices?: (known: Known) => ReadonlyArray<Choice>
  /** Why there is nothing to choose. */
  readonly none?: string
  readonly first?: (known: Known) => string | boolean
  /** Of a text: it names what the act is of, and so cannot be empty. */
  readonly needed?: true
  /** Where the platform's answer names its faults, if not by the name of the field. */
  readonly path?: string
}

/** Whether the field says enough to be sent: a choice is one of its choices. The platform judges the rest. */
export const isGiven = ({ name, kind, choices, needed }: ActField, given: Given, known: Known): boolean =>
  kind === "choice"
    ? choices?.(known).some(({ id }) => id === given[name]) === true
    : needed !== true || String(given[name] ?? "").trim() !== ""

export type Given = Readonly<Record<string, string | boolean>>

/** The value of each field. */
export type GivenOf<F extends ReadonlyArray<ActField>> = {
  readonly [One in F[number] as One["name"]]: One["kind"] extends "flag" ? boolean : string
}

type More = Omit<ActField, "name" | "label" | "kind">

const field =
  <const Kind extends ActField["kind"]>(kind: Kind) =>
  <const Name extends string>(name: Name, label: string, more: More = {}) => ({ ...more, name, label, kind })

export const text = field("text")
export const long = field("long")
export const flag = field("flag")
export const choice = field("choice")
export const picture = field("picture")
