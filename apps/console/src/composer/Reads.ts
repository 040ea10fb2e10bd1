/** What the composer reads from the server. The first word of each key is one that `live/Live.ts` renews. */
import { queryOptions } from "@tanstack/react-query"
import { type AnswerOf, control } from "../api/Control.ts"
import type { At } from "../use/Uses.ts"
import type { Row } from "./Picked.ts"

const LISTED = 1
const ENTRY_POINT = 4

/** Rows of slash commands, as the server ranks them by what is typed. */
export const commandsQuery = ({ user_id, channel_id }: At, query: string) =>
  queryOptions({
    queryKey: ["commands", user_id, channel_id, query],
    queryFn: async ({ signal }): Promise<ReadonlyArray<Row>> =>
      (await control("list_commands", { user_id, channel_id }, { signal, query: { query, type: LISTED } })).commands
  })

/** Entry points of the Activities that can be launched here. */
export const activitiesQuery = ({ user_id, channel_id }: At) =>
  queryOptions({
    queryKey: ["commands", user_id, channel_id, { type: ENTRY_POINT }],
    queryFn: async ({ signal }): Promise<ReadonlyArray<Row>> =>
      (await control("list_commands", { user_id, channel_id }, { signal, query: { type: ENTRY_POINT } })).commands
  })

/** A command of a world file, as far as the picker shows it. */
export interface WorldCommand {
  readonly id: string
  readonly application_id: string
  readonly guild_id?: string
  readonly type?: number
  readonly name: string
  readonly name_localizations?: Readonly<Record<string, string>> | null
  readonly description?: string
  readonly description_localizations?: Readonly<Record<string, string>> | null
}

/** Every command of the world, hidden ones too. */
export const allCommandsQuery = () =>
  queryOptions({
    queryKey: ["commands", "all"],
    queryFn: async ({ signal }): Promise<ReadonlyArray<WorldCommand>> => {
      const world = await control("get_world", {}, { signal, query: { parts: "commands" } })
      return (world as { readonly commands?: ReadonlyArray<WorldCommand> }).commands ?? []
    }
  })

/** Why the person may or may not use a command here. */
export const explanationQuery = ({ user_id, channel_id }: At, command_id: string) =>
  queryOptions({
    queryKey: ["commands", "explanation", user_id, channel_id, command_id],
    queryFn: ({ signal }) => control("explain_command", { user_id, channel_id, command_id }, { signal })
  })

export type Surroundings = AnswerOf<"get_surroundings">

/** The people, roles and channels that can be named here. */
export const surroundingsQuery = ({ user_id, channel_id }: At) =>
  queryOptions({
    queryKey: ["view", user_id, "surroundings", channel_id],
    queryFn: ({ signal }): Promise<Surroundings> => control("get_surroundings", { user_id, channel_id }, { signal })
  })
