/**
 * The calls of the client object that use a user's bearer token: lobbies, and the guilds and channels needed to link a
 * lobby. Everything goes over REST. Sources: wire-rest.md §6.1, §7 "Client lobby calls"; service.md "Lobbies".
 */
import type { Snowflake } from "@backlot/domain/base/Snowflake"
import { Lobby, LobbyInvite, LobbyMessage } from "@backlot/protocol/rest/Lobby"
import { Effect, Schema } from "effect"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import type { HttpMethod } from "effect/http/HttpMethod"
import { AuthorizationTokenType } from "./AuthorizationTokenType.ts"
import { type ClientFailure, ClientNotReady, ValidationError } from "./ClientFailure.ts"
import { ask, type Send, sendOnly } from "./ClientHttp.ts"

const rest = [Schema.Record(Schema.String, Schema.Unknown)] as const

/** A guild of the user, with the user's permissions in it as a decimal bit set. */
export const UserGuild = Schema.StructWithRest(
  Schema.Struct({ id: Schema.String, name: Schema.String, owner: Schema.Boolean, permissions: Schema.String }),
  rest
)

export type UserGuild = typeof UserGuild.Type

export const GuildChannel = Schema.StructWithRest(
  Schema.Struct({ id: Schema.String, type: Schema.Number, name: Schema.String }),
  rest
)

export type GuildChannel = typeof GuildChannel.Type

export type Metadata = Readonly<Record<string, string>>

/** Settings of a lobby that joining creates. */
export interface JoinSettings {
  /** 5 to 604800. */
  readonly idle_timeout_seconds?: number | undefined
  readonly flags?: number | undefined
}

export type LobbyAnswer = typeof Lobby.Type
export type LobbyMessageAnswer = typeof LobbyMessage.Type
export type LobbyInviteAnswer = typeof LobbyInvite.Type

type Call<A> = Effect.Effect<A, ClientFailure>

export abstract class ClientSession {
  readonly #send: Send
  readonly #url: string
  #token: string | undefined

  protected constructor(send: Send, url: string) {
    this.#send = send
    this.#url = url
  }

  /** Sets the token of all later calls. Throws a `ValidationError` for any type but a bearer token. */
  updateToken(type: AuthorizationTokenType, token: string): void {
    if (type !== AuthorizationTokenType.Bearer) throw NOT_BEARER
    this.#token = token
  }

  /** Joins the lobby with that secret and creates it if it does not exist. */
  createOrJoinLobby(secret: string): Call<LobbyAnswer> {
    return this.#ask(Lobby, "PUT", "/lobbies", { secret })
  }

  createOrJoinLobbyWithMetadata(
    secret: string,
    lobby_metadata: Metadata,
    member_metadata: Metadata,
    settings: JoinSettings = {}
  ): Call<LobbyAnswer> {
    return this.#ask(Lobby, "PUT", "/lobbies", { secret, lobby_metadata, member_metadata, ...settings })
  }

  leaveLobby(lobbyId: Snowflake): Call<void> {
    return Effect.flatMap(this.#request("DELETE", `${lobbyAt(lobbyId)}/members/@me`), (it) => sendOnly(this.#send, it))
  }

  sendLobbyMessage(lobbyId: Snowflake, content: string): Call<LobbyMessageAnswer> {
    return this.#ask(LobbyMessage, "POST", `${lobbyAt(lobbyId)}/messages`, { content })
  }

  sendLobbyMessageWithMetadata(lobbyId: Snowflake, content: string, metadata: Metadata): Call<LobbyMessageAnswer> {
    return this.#ask(LobbyMessage, "POST", `${lobbyAt(lobbyId)}/messages`, { content, metadata })
  }

  /** In the order of the service. `limit`: 1 to 200. */
  getLobbyMessagesWithLimit(lobbyId: Snowflake, limit: number): Call<ReadonlyArray<LobbyMessageAnswer>> {
    return this.#ask(Schema.Array(LobbyMessage), "GET", `${lobbyAt(lobbyId)}/messages?limit=${limit}`)
  }

  linkChannelToLobby(lobbyId: Snowflake, channel_id: Snowflake): Call<LobbyAnswer> {
    return this.#ask(Lobby, "PATCH", `${lobbyAt(lobbyId)}/channel-linking`, { channel_id })
  }

  unlinkChannelFromLobby(lobbyId: Snowflake): Call<LobbyAnswer> {
    return this.#ask(Lobby, "PATCH", `${lobbyAt(lobbyId)}/channel-linking`, { channel_id: null })
  }

  /** Creates an invite to the guild of the linked channel. */
  joinLinkedLobbyGuild(lobbyId: Snowflake): Call<LobbyInviteAnswer> {
    return this.#ask(LobbyInvite, "POST", `${lobbyAt(lobbyId)}/members/@me/invites`)
  }

  getUserGuilds(): Call<ReadonlyArray<UserGuild>> {
    return this.#ask(Schema.Array(UserGuild), "GET", "/users/@me/guilds")
  }

  /** The channels of a guild of the user. */
  getGuildChannels(guildId: Snowflake): Call<ReadonlyArray<GuildChannel>> {
    return this.#ask(Schema.Array(GuildChannel), "GET", `/guilds/${encodeURIComponent(guildId)}/channels`)
  }

  #ask<S extends Schema.ConstraintDecoder<unknown, never>>(
    schema: S,
    method: HttpMethod,
    path: string,
    body?: object
  ): Call<S["Type"]> {
    return Effect.flatMap(this.#request(method, path, body), (it) => ask(this.#send, it, schema))
  }

  /** Uses the token that is set when the request is sent. */
  #request(method: HttpMethod, path: string, body?: object) {
    return Effect.suspend(() => {
      if (this.#token === undefined) return Effect.fail(NO_TOKEN)
      const bare = HttpClientRequest.make(method)(`${this.#url}/api/v10${path}`)
      const request = HttpClientRequest.bearerToken(bare, this.#token)
      return Effect.succeed(body === undefined ? request : HttpClientRequest.bodyJsonUnsafe(request, body))
    })
  }
}

const lobbyAt = (lobbyId: Snowflake): string => `/lobbies/${encodeURIComponent(lobbyId)}`

const NO_TOKEN = new ClientNotReady({ message: "No token: call updateToken with an access token first." })

const NOT_BEARER = new ValidationError({
  field: "AuthorizationTokenType",
  message: "AuthorizationTokenType must be Bearer (1): the service gives and takes no other tokens of users."
})
