/** What the page has read from the server, in one cache. Events renew it: `live/Live.ts`. */
import { QueryClient, type QueryKey, queryOptions, useQuery } from "@tanstack/react-query"
import { control } from "./Control.ts"
import { ControlFailure } from "./ControlFailure.ts"

export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      // Events say when something changed.
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: 120_000,
      refetchOnWindowFocus: false,
      // The server is on this machine: a computer without a network still reaches it.
      networkMode: "always",
      retry: (count, error) => error instanceof ControlFailure && error.status === 0 && count < 20,
      retryDelay: 500
    },
    mutations: { networkMode: "always" }
  }
})

/** Reads again what is on the screen. What is read for the first time may have missed a change, and is read once more. */
export const renewAll = async (queryKey: QueryKey): Promise<void> => {
  const first = queries.isFetching({ queryKey, predicate: ({ state }) => state.data === undefined }) > 0
  await queries.invalidateQueries({ queryKey })
  if (first) await queries.invalidateQueries({ queryKey })
}

/** Everyone and everything of the world but commands and messages. */
export const worldQuery = () =>
  queryOptions({
    queryKey: ["world"],
    queryFn: ({ signal }) =>
      control(
        "get_world",
        {},
        { signal, query: { parts: "applications,users,guilds,direct_channels" } }
      ) as Promise<World>
  })

/** What the client of a user shows in its side bars. */
export const viewQuery = (user_id: string) =>
  queryOptions({
    queryKey: ["view", user_id],
    queryFn: ({ signal }) => control("get_view", { user_id }, { signal }),
    enabled: user_id !== ""
  })

export const membersQuery = (user_id: string, guild_id: string | null) =>
  queryOptions({
    queryKey: ["members", user_id, guild_id],
    queryFn: ({ signal }) =>
      control("get_seen_members", { user_id, guild_id: guild_id ?? "" }, { signal, query: { limit: 1000 } }),
    enabled: user_id !== "" && guild_id !== null
  })

export const clockQuery = () =>
  queryOptions({ queryKey: ["clock"], queryFn: ({ signal }) => control("get_clock", {}, { signal }) })

export const interactionQuery = (interaction_id: string) =>
  queryOptions({
    queryKey: ["interaction", interaction_id],
    queryFn: ({ signal }) => control("get_interaction", { interaction_id }, { signal })
  })

/**
 * The parts of a world file that the page reads by name. Whoever shows all of an element, as the tree and the forms of the
 * inspector do, reads it as a record.
 */
export interface World {
  readonly applications: ReadonlyArray<WorldApplication>
  readonly users: ReadonlyArray<WorldUser>
  readonly guilds: ReadonlyArray<WorldGuild>
  readonly direct_channels: ReadonlyArray<Id & { readonly type: number; readonly recipients: ReadonlyArray<string> }>
}

interface Id {
  readonly id: string
}

interface Named extends Id {
  readonly name: string
}

export interface WorldApplication extends Named {
  readonly owner_id: string
  readonly bot: { readonly id?: string; readonly username?: string; readonly token?: string }
  readonly interactions_endpoint_url?: string | null
  readonly flags?: ReadonlyArray<string>
  readonly skus?: ReadonlyArray<Named & { readonly type: number }>
  readonly entitlements?: ReadonlyArray<{
    readonly sku_id: string
    readonly user_id: string
    readonly guild_id?: string | null
    readonly subscription?: object | null
  }>
}

export interface WorldUser extends Id {
  readonly username: string
  readonly global_name?: string | null
  readonly locale?: string
  readonly adult?: boolean
}

export interface WorldGuild extends Named {
  readonly owner_id: string
  readonly features?: ReadonlyArray<string>
  readonly roles: ReadonlyArray<WorldRole>
  readonly channels: ReadonlyArray<Named & { readonly type: number; readonly members?: ReadonlyArray<OfUser> }>
  readonly members: ReadonlyArray<WorldMember>
  readonly installs?: ReadonlyArray<{ readonly application_id: string }>
  readonly voice_states: ReadonlyArray<WorldVoiceState>
  readonly invites: ReadonlyArray<{ readonly code: string; readonly channel_id: string }>
  readonly scheduled_events: ReadonlyArray<WorldEvent>
  readonly soundboard_sounds: ReadonlyArray<Named>
  readonly join_requests?: ReadonlyArray<OfUser & { readonly application_status?: string }>
}

interface OfUser {
  readonly user_id: string
}

export interface WorldMember extends OfUser {
  readonly nick?: string | null
  readonly bio?: string | null
  readonly avatar?: string | null
  readonly banner?: string | null
  readonly roles?: ReadonlyArray<string>
  readonly pending?: boolean
  readonly premium_since?: string | null
}

export interface WorldVoiceState extends OfUser {
  readonly channel_id: string
  readonly mute?: boolean
  readonly deaf?: boolean
  readonly self_mute?: boolean
  readonly self_deaf?: boolean
  readonly self_stream?: boolean
  readonly self_video?: boolean
  readonly suppress?: boolean
  readonly request_to_speak_timestamp?: string | null
}

export interface WorldEvent extends Named {
  readonly scheduled_start_time: string
  readonly status?: number
  readonly user_ids?: ReadonlyArray<string>
  readonly exceptions?: ReadonlyArray<{
    readonly event_exception_id: string
    readonly scheduled_start_time?: string | null
    readonly is_canceled?: boolean
    readonly user_ids?: ReadonlyArray<string>
  }>
}

export interface WorldRole {
  readonly id: string
  readonly name: string
  readonly permissions: string | ReadonlyArray<string>
  readonly position?: number
  readonly color?: number
}

export const useWorld = () => useQuery(worldQuery())
export const useView = (user_id: string) => useQuery(viewQuery(user_id))
export const useMembers = (user_id: string, guild_id: string | null) => useQuery(membersQuery(user_id, guild_id))
export const useClock = () => useQuery(clockQuery())
export const useInteraction = (interaction_id: string) => useQuery(interactionQuery(interaction_id))
