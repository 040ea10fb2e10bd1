/** What a user says of a command, an installation, a grant, a nickname, a purchase, a group, an invite or a request to join. */

import type { File } from "./Answer.ts"

export interface Installation {
  readonly application: string
  /** Default: on the user. */
  readonly guild?: string
  readonly scopes?: ReadonlyArray<string>
  /** Permissions of the bot in the guild: names, or the bit set in decimal. */
  readonly permissions?: string | ReadonlyArray<string>
}

export interface Authorization {
  readonly application?: string
  readonly scopes: ReadonlyArray<string>
  readonly guild?: string
  /** false declines. */
  readonly authorize?: boolean
}

export interface Nickname {
  readonly guild: string
  /** An empty text removes it. */
  readonly nick: string
}

/** What a user buys. */
export interface Sale {
  /** By its name, slug or id. */
  readonly sku: string
  /** Who sells it, where several applications do. */
  readonly application?: string
  /** The guild that it is for. */
  readonly guild?: string
}

/** A group of direct messages. */
export interface Group {
  /** The others, at most nine, by their names or ids. */
  readonly recipients: ReadonlyArray<string>
  readonly name?: string
}

/** What a member decides about somebody who asked to join. */
export interface JoinReview {
  /** Who asked, by name or id. */
  readonly user: string
  /** true lets them in, false rejects them. */
  readonly approve: boolean
  /** By its name or id. Default: the guild of the channel, where the user is in one. */
  readonly guild?: string
  /** Why they are rejected. */
  readonly reason?: string
}

/** How a thread starts, or a post of a forum. */
export interface ThreadStart {
  readonly name: string
  /** 11 public, 12 private. Default: 11, and 10 in an announcement channel. */
  readonly type?: number
  /** Minutes without a message until it is archived: 60, 1440, 4320 or 10080. */
  readonly auto_archive_duration?: number
  /** Seconds between messages of one user. */
  readonly rate_limit_per_user?: number
  /** Of a private thread: whether its members may add people. */
  readonly invitable?: boolean
  /** In a forum: files of the first message. Refused elsewhere. */
  readonly attachments?: ReadonlyArray<File>
  /** In a forum: the text of the first message, or a message of the platform. Refused elsewhere. */
  readonly message?: unknown
  /** In a forum: tags, by their names or ids. Refused elsewhere. */
  readonly applied_tags?: ReadonlyArray<string>
}

/** How a user connects to a voice or stage channel. What is left out is false. */
export interface VoiceJoin {
  readonly channel: string
  readonly self_mute?: boolean
  readonly self_deaf?: boolean
  readonly self_stream?: boolean
  readonly self_video?: boolean
  readonly request_to_speak?: boolean
}

export interface LobbyJoin {
  readonly secret: string
  readonly application?: string
  readonly lobby_metadata?: Readonly<Record<string, string>>
  readonly member_metadata?: Readonly<Record<string, string>>
  readonly idle_timeout_seconds?: number
}

/** What an invite is like. Users, applications and roles by their names or ids. */
export interface NewInvite {
  /** Seconds; 0 for ever. Default: a day. */
  readonly max_age?: number
  /** 0, the default, for any number. */
  readonly max_uses?: number
  readonly temporary?: boolean
  /** true: never one of theirs that is alike. */
  readonly unique?: boolean
  /** 1 for a user's stream, 2 for an application's Activity. */
  readonly target_type?: number
  readonly target_user?: string
  readonly target_application?: string
  /** The only users that can accept it. */
  readonly target_users?: ReadonlyArray<string>
  /** Roles that it gives; needs MANAGE_ROLES. */
  readonly roles?: ReadonlyArray<string>
}

/** A command by its parts, instead of a text such as `/adopt animal:Dog`. */
export interface UseParts {
  /** Its name, with subcommands separated by spaces, or its id. */
  readonly command: string
  /** By name. */
  readonly options?: Readonly<Record<string, unknown>>
  /** The version that the user's client knows, if it is not the newest. */
  readonly version?: string
  readonly attachments?: ReadonlyArray<File & { readonly option: string }>
}

export interface PermissionEdit {
  /** A command's name or id; absent: the application as a whole. */
  readonly command?: string
  readonly application?: string
  /** Each has one role, user or channel, by name; the channel `all` means all channels. */
  readonly overwrites: ReadonlyArray<{
    readonly role?: string
    readonly user?: string
    readonly channel?: string
    readonly allow: boolean
  }>
}
