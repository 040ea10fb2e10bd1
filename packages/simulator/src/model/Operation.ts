/** What random users, applications and operators do. An operation is data; `predict` turns it into a step. */
import type { Json } from "./ModelJson.ts"
import type { CommandTarget } from "./ModelWorld.ts"

/** The application, and the guild of a guild scope. */
export interface ScopeRef {
  readonly application_id: string
  readonly guild_id: string | undefined
}

type Locale = { readonly header: string; readonly value: string }

export type CommandOperation =
  | ({ readonly kind: "list commands"; readonly locale: Locale | undefined; readonly dictionaries: boolean } & ScopeRef)
  | ({ readonly kind: "get command"; readonly command_id: string } & ScopeRef)
  | ({ readonly kind: "create command"; readonly body: Json; readonly auth: "bot" | "client" } & ScopeRef)
  | ({ readonly kind: "edit command"; readonly command_id: string; readonly body: Json } & ScopeRef)
  | ({ readonly kind: "delete command"; readonly command_id: string } & ScopeRef)
  | ({ readonly kind: "bulk overwrite"; readonly elements: ReadonlyArray<Json> } & ScopeRef)

interface Overwriting {
  readonly application_id: string
  readonly guild_id: string
}

export type OverwriteOperation =
  | ({ readonly kind: "list overwrites" } & Overwriting)
  | ({ readonly kind: "get overwrites"; readonly command_id: string } & Overwriting)
  | ({
      readonly kind: "put overwrites"
      readonly command_id: string
      readonly targets: ReadonlyArray<CommandTarget>
      /** Undefined is the bot, which may not. */
      readonly user_id: string | undefined
    } & Overwriting)

export interface UseValue {
  readonly name: string
  readonly value: string | number | boolean
}

export type UserOperation =
  | {
      readonly kind: "open picker"
      readonly user_id: string
      readonly channel_id: string
      readonly locale: string | undefined
    }
  | { readonly kind: "explain"; readonly user_id: string; readonly channel_id: string; readonly command_id: string }
  | {
      readonly kind: "use"
      readonly user_id: string
      readonly channel_id: string
      readonly command_id: string
      /** Undefined means the newest. */
      readonly version: string | undefined
      readonly values: ReadonlyArray<UseValue>
    }

export type WorldOperation =
  | { readonly kind: "edit user"; readonly user_id: string; readonly change: UserChange }
  | { readonly kind: "edit member"; readonly guild_id: string; readonly user_id: string; readonly change: MemberChange }
  | { readonly kind: "edit role"; readonly guild_id: string; readonly role_id: string; readonly permissions: string }
  | { readonly kind: "delete role"; readonly guild_id: string; readonly role_id: string }
  | {
      readonly kind: "edit channel"
      readonly guild_id: string
      readonly channel_id: string
      readonly change: ChannelChange
    }
  | {
      readonly kind: "install in guild"
      readonly guild_id: string
      readonly application_id: string
      readonly present: boolean
    }
  | {
      readonly kind: "install on user"
      readonly user_id: string
      readonly application_id: string
      readonly present: boolean
    }

export interface UserChange {
  readonly locale?: string
  readonly adult?: boolean
  readonly nsfw_dms?: boolean
}

export interface MemberChange {
  readonly roles?: ReadonlyArray<string>
  /** How many milliseconds from now; null ends it. */
  readonly timed_out_for?: number | null
}

export interface ChannelChange {
  readonly nsfw?: boolean
  readonly archived?: boolean
  readonly locked?: boolean
  readonly permission_overwrites?: ReadonlyArray<{
    readonly id: string
    readonly type: 0 | 1
    readonly allow: string
    readonly deny: string
  }>
}

export type LobbyOperation =
  | { readonly kind: "create lobby"; readonly application_id: string; readonly body: Json }
  | { readonly kind: "get lobby"; readonly application_id: string; readonly lobby_id: string }
  | { readonly kind: "edit lobby"; readonly application_id: string; readonly lobby_id: string; readonly body: Json }
  | { readonly kind: "delete lobby"; readonly application_id: string; readonly lobby_id: string }
  | {
      readonly kind: "put member"
      readonly application_id: string
      readonly lobby_id: string
      readonly user_id: string
      readonly body: Json
    }
  | {
      readonly kind: "remove member"
      readonly application_id: string
      readonly lobby_id: string
      readonly user_id: string
    }
  | {
      readonly kind: "put members in lobby"
      readonly application_id: string
      readonly lobby_id: string
      /** Some of them with `remove_member`. */
      readonly elements: ReadonlyArray<Json>
    }
  | { readonly kind: "join lobby"; readonly application_id: string; readonly user_id: string; readonly body: Json }
  | {
      readonly kind: "leave lobby"
      readonly application_id: string
      readonly user_id: string
      readonly lobby_id: string
    }
  | {
      readonly kind: "connect to lobby"
      readonly application_id: string
      readonly user_id: string
      readonly lobby_id: string
      readonly present: boolean
    }

export type ServerOperation =
  | { readonly kind: "advance clock"; readonly ms: number }
  | { readonly kind: "kill server" }
  | { readonly kind: "restart server" }
  | { readonly kind: "reset server" }
  /** The application's next call meets a planned fault and changes nothing. */
  | { readonly kind: "fault"; readonly status: number; readonly call: CommandOperation | LobbyOperation }

export type Act =
  | CommandOperation
  | OverwriteOperation
  | UserOperation
  | WorldOperation
  | LobbyOperation
  | ServerOperation

/** `number` never changes: captures are named by it, e.g. `${c12}`, even when other operations are left out. */
export type Operation = Act & { readonly number: number }

export const OPERATION_KINDS: ReadonlyArray<Act["kind"]> = [
  "list commands",
  "get command",
  "create command",
  "edit command",
  "delete command",
  "bulk overwrite",
  "list overwrites",
  "get overwrites",
  "put overwrites",
  "open picker",
  "explain",
  "use",
  "edit user",
  "edit member",
  "edit role",
  "delete role",
  "edit channel",
  "install in guild",
  "install on user",
  "create lobby",
  "get lobby",
  "edit lobby",
  "delete lobby",
  "put member",
  "remove member",
  "put members in lobby",
  "join lobby",
  "leave lobby",
  "connect to lobby",
  "advance clock",
  "kill server",
  "restart server",
  "reset server",
  "fault"
]
