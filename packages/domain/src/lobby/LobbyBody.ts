/**
 * Bodies of the lobby API: what they say before any rule is asked. Every field may be left out or null. Ours: the
 * members of a list take an `additional_name` as the member of a PUT does. Source: wire-rest.md §6.2.
 */
import { Schema } from "effect"
import { lobby as limits } from "../base/Limits.ts"
import { Bool, decoder, dict, field, Id, Int, list, models, Text } from "../validation/Shape.ts"

const memberFields = {
  metadata: field(dict(Text)),
  flags: field(Int),
  additional_name: field(Text)
}

const Member = Schema.Struct(memberFields)
const ListedMember = Schema.Struct({ id: field(Id), ...memberFields })
const BulkMember = Schema.Struct({ ...ListedMember.fields, remove_member: field(Bool) })

const LobbyShape = Schema.Struct({
  metadata: field(dict(Text)),
  members: field(models(ListedMember, limits.membersPerRequest)),
  idle_timeout_seconds: field(Int),
  flags: field(Int),
  override_event_webhooks_url: field(Text)
})

export type LobbyDraft = typeof LobbyShape.Type
export type MemberDraft = typeof Member.Type
export type ListedMemberDraft = typeof ListedMember.Type
export type BulkMemberDraft = typeof BulkMember.Type

export const decodeLobby = decoder(LobbyShape)
export const decodeMember = decoder(Member)
export const decodeBulk = decoder(list(BulkMember, limits.membersPerRequest))
