/** What random users, applications and operators do. An operation is data; `predict` turns it into a step. */
import type { Json } from "./ModelJson.ts"
import type { CommandTarget, ModelOverwrite } from "./ModelWorld.ts"

/** A family of operations: each kind with its fields. */
type Family<Kinds> = { readonly [Kind in keyof Kinds]: { readonly kind: Kind } & Readonly<Kinds[Kind]> }[keyof Kinds]

/** The application, and the guild of a guild scope. */
export interface ScopeRef {
  readonly application_id: string
  readonly guild_id: string | undefined
}

export type CommandOperation = Family<{
  "list commands": ScopeRef & {
    readonly locale: { readonly header: string; readonly value: string } | undefined
    readonly dictionaries: boolean
  }
  "get command": ScopeRef & { readonly command_id: string }
  "create command": ScopeRef & { readonly body: Json; readonly auth: "bot" | "client" }
  "edit command": ScopeRef & { readonly command_id: string; readonly body: Json }
  "delete command": ScopeRef & { readonly command_id: string }
  "bulk overwrite": ScopeRef & { readonly elements: ReadonlyArray<Json> }
}>

export type GuildRef = ScopeRef & { readonly guild_id: string }

export type OverwriteOperation = Family<{
  "list overwrites": GuildRef
  "get overwrites": GuildRef & { readonly command_id: string }
  "put overwrites": GuildRef & {
    readonly command_id: string
    readonly targets: ReadonlyArray<CommandTarget>
    /** Undefined is the bot, which may not. */
    readonly user_id: string | undefined
  }
}>

export interface UseValue {
  readonly name: string
  readonly value: string | number | boolean
}

interface UserInChannel {
  readonly user_id: string
  readonly channel_id: string
}

export type UserOperation = Family<{
  "open picker": UserInChannel & { readonly locale: string | undefined }
  explain: UserInChannel & { readonly command_id: string }
  use: UserInChannel & {
    readonly command_id: string
    /** Undefined means the newest. */
    readonly version: string | undefined
    readonly values: ReadonlyArray<UseValue>
  }
}>

export interface ChannelChange {
  readonly nsfw?: boolean
  readonly archived?: boolean
  readonly locked?: boolean
  readonly permission_overwrites?: ReadonlyArray<
    Pick<ModelOverwrite, "id" | "type"> & { readonly allow: string; readonly deny: string }
  >
  readonly members?: ReadonlyArray<{ readonly user_id: string }>
}

export type WorldOperation = Family<{
  "edit user": {
    readonly user_id: string
    readonly change: { readonly locale?: string; readonly adult?: boolean; readonly nsfw_dms?: boolean }
  }
  "edit member": {
    readonly guild_id: string
    readonly user_id: string
    /** `timed_out_for`: how many milliseconds from now; null ends it. */
    readonly change: { readonly roles?: ReadonlyArray<string>; readonly timed_out_for?: number | null }
  }
  "edit role": { readonly guild_id: string; readonly role_id: string; readonly permissions: string }
  "delete role": { readonly guild_id: string; readonly role_id: string }
  "edit channel": { readonly guild_id: string; readonly channel_id: string; readonly change: ChannelChange }
  "install in guild": { readonly guild_id: string; readonly application_id: string; readonly present: boolean }
  "install on user": { readonly user_id: string; readonly application_id: string; readonly present: boolean }
}>

export interface LobbyRef {
  readonly application_id: string
  readonly lobby_id: string
}

export type LobbyOperation = Family<{
  "create lobby": { readonly application_id: string; readonly body: Json }
  "get lobby": LobbyRef
  "edit lobby": LobbyRef & { readonly body: Json }
  "delete lobby": LobbyRef
  "put member": LobbyRef & { readonly user_id: string; readonly body: Json }
  "remove member": LobbyRef & { readonly user_id: string }
  /** Some elements have `remove_member`. */
  "put members in lobby": LobbyRef & { readonly elements: ReadonlyArray<Json> }
  "join lobby": { readonly application_id: string; readonly user_id: string; readonly body: Json }
  "leave lobby": LobbyRef & { readonly user_id: string }
  "connect to lobby": LobbyRef & { readonly user_id: string; readonly present: boolean }
}>

type ServerOperation = Family<{
  "advance clock": { readonly ms: number }
  "kill server": object
  "restart server": object
  "reset server": object
  /** The application's next call meets a planned fault and changes nothing. */
  fault: { readonly status: number; readonly call: CommandOperation | LobbyOperation }
}>

interface Families {
  readonly command: CommandOperation
  readonly overwrite: OverwriteOperation
  readonly user: UserOperation
  readonly world: WorldOperation
  readonly lobby: LobbyOperation
  readonly server: ServerOperation
}

export type Act = Families[keyof Families]

/** The operation of one kind. */
export type Of<Kind extends Act["kind"]> = Extract<Act, { readonly kind: Kind }>

/** `number` never changes: captures are named by it, e.g. `${c12}`, even when other operations are left out. */
export type Operation = Act & { readonly number: number }

/** The kinds of operation, by family. */
export const KINDS: { readonly [Name in keyof Families]: ReadonlyArray<Families[Name]["kind"]> } = {
  command: ["list commands", "get command", "create command", "edit command", "delete command", "bulk overwrite"],
  overwrite: ["list overwrites", "get overwrites", "put overwrites"],
  user: ["open picker", "explain", "use"],
  world: [
    ...(["edit user", "edit member", "edit role", "delete role", "edit channel"] as const),
    ...(["install in guild", "install on user"] as const)
  ],
  lobby: [
    ...(["create lobby", "get lobby", "edit lobby", "delete lobby", "put member", "remove member"] as const),
    ...(["put members in lobby", "join lobby", "leave lobby", "connect to lobby"] as const)
  ],
  server: ["advance clock", "kill server", "restart server", "reset server", "fault"]
}

/** Whether an operation is of this family. */
export const isOf = <One extends Act, Name extends keyof Families>(
  operation: One,
  family: Name
): operation is Extract<One, { readonly kind: Families[Name]["kind"] }> =>
  KINDS[family].some((kind) => kind === operation.kind)
