/**
 * Shapes of the bodies of the lobby API. Every field may be left out or null. Members of a list take an `additional_name`
 * like the member of a PUT. Our choice: docs/choices.md "Lobbies". Source: wire-rest.md §6.2.
 */
import { Schema } from "effect"
import { lobby as limits } from "../base/Limits.ts"
import { Bool, decoder, dict, field, Id, Int, list, models, needed, shownAs, Text } from "../validation/Shape.ts"
import { atLeast, described, oneOf, text, whole } from "../validation/ShapeLimits.ts"

/** The OpenAPI shape of metadata, in bodies and in answers. */
export const ShownMetadata = Schema.Record(Schema.String, Schema.String).annotate({
  identifier: "LobbyMetadata",
  description: `All keys and values together have at most ${limits.metadataMax} characters.`
})

export const metadata = field(shownAs(dict(Text), () => ShownMetadata))

const flags = (meaning: string) => field(described(oneOf(Int, [0, 1]), meaning))

const memberFields = {
  metadata,
  flags: flags("1: the member can link the lobby to a channel."),
  additional_name: field(text(1, limits.additionalNameMax))
}

export const Member = Schema.Struct(memberFields).annotate({
  identifier: "LobbyMemberBody",
  description: "What is left out is reset."
})

const ListedMember = Schema.Struct({ id: needed(Id), ...memberFields }).annotate({ identifier: "LobbyMemberRequest" })

const BulkMember = Schema.Struct({ ...ListedMember.fields, remove_member: field(Bool) }).annotate({
  identifier: "BulkLobbyMemberRequest"
})

export const BulkMembers = atLeast(list(BulkMember, limits.membersPerRequest), 1)

export const lobbyFields = {
  metadata,
  members: field(models(ListedMember, limits.membersPerRequest)),
  idle_timeout_seconds: field(
    described(
      whole(limits.idleMinSeconds, limits.idleMaxSeconds),
      `How long the lobby lives while nobody is connected. Default: ${limits.idleDefaultSeconds}.`
    )
  ),
  flags: flags("1: who joins must have authorized the application."),
  override_event_webhooks_url: field(text(0, limits.webhookUrlMax))
}

export const NewLobby = Schema.Struct(lobbyFields).annotate({ identifier: "LobbyBody" })

/** Judged as `NewLobby`. */
export const LobbyEdit = NewLobby.annotate({
  identifier: "LobbyEdit",
  description: "What is left out stays; `members` become all the members there are."
})

export type LobbyDraft = typeof NewLobby.Type
export type MemberDraft = typeof Member.Type
export type ListedMemberDraft = typeof ListedMember.Type

export const decodeLobby = decoder(NewLobby)
export const decodeMember = decoder(Member)
export const decodeBulk = decoder(BulkMembers)
