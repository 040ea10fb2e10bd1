/**
 * Linking a lobby to a channel of a guild: the body, and the conditions for lobby and channel. Source: wire-rest.md
 * §6.3; the platform's documentation of linked channels. Codes and texts are our choice: docs/choices.md "Lobbies".
 */
import { Result, Schema } from "effect"
import type { Snowflake } from "../base/Snowflake.ts"
import { fault } from "../error/Fault.ts"
import { InvalidForm, WrongChannelType } from "../error/ServiceError.ts"
import type { PermissionName } from "../permission/Permission.ts"
import type { LobbyRecord } from "../record/LobbyRecord.ts"
import type { GuildChannel } from "../record/World.ts"
import { ChannelType } from "../record/WorldVocabulary.ts"
import { decoder, field, Id } from "../validation/Shape.ts"
import { isOfClients } from "./LobbyJoin.ts"
import { judged } from "./LobbyRules.ts"

/** The permissions needed in a channel to link it; unlinking needs none. */
export const NEEDED: ReadonlyArray<PermissionName> = ["MANAGE_CHANNELS", "VIEW_CHANNEL", "SEND_MESSAGES"]

/** The channel to link; null unlinks. */
export const decodeLink = (input: unknown): Result.Result<Snowflake | null, InvalidForm> => {
  return judged(decode(input), [], ({ channel_id }) => channel_id ?? null)
}

/** Only lobbies that a server created can be linked. */
export const judgeLobby = (lobby: Pick<LobbyRecord, "secret_hash">): Result.Result<void, InvalidForm> =>
  isOfClients(lobby)
    ? refused("LOBBY_NOT_LINKABLE", "A lobby that clients made with a secret cannot be linked to a channel.")
    : Result.void

/** The channel must be a text channel, not age-restricted. `linked`: the lobbies that are linked to it. */
export const judgeChannel = (
  lobbyId: Snowflake,
  { type, nsfw }: Pick<GuildChannel, "type" | "nsfw">,
  linked: ReadonlyArray<Pick<LobbyRecord, "id">>
): Result.Result<void, InvalidForm | WrongChannelType> => {
  if (type !== ChannelType.GUILD_TEXT) return Result.fail(new WrongChannelType())
  if (nsfw) return refused("LOBBY_LINK_AGE_RESTRICTED", "An age-restricted channel cannot be linked to a lobby.")
  return linked.some(({ id }) => id !== lobbyId)
    ? refused("LOBBY_LINK_TAKEN", "This channel is linked to another lobby.")
    : Result.void
}

/** The lobby with the link; null removes it. */
export const linkedTo = ({ linked_channel_id: _, ...lobby }: LobbyRecord, channelId: Snowflake | null): LobbyRecord =>
  channelId === null ? lobby : { ...lobby, linked_channel_id: channelId }

export const LinkShape = Schema.Struct({ channel_id: field(Id) }).annotate({
  identifier: "LobbyLinkBody",
  description: "A text channel of a guild. Without one: unlinks."
})

const decode = decoder(LinkShape)

const refused = (code: string, message: string) =>
  Result.fail(new InvalidForm({ faults: [fault(["channel_id"], { code, message })] }))
