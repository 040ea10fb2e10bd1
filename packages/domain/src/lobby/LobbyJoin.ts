/** Joins or creates a lobby by its secret. Sources: wire-rest.md §6.2, §6.3; `Create or Join Lobby`. */
import { type Result, Schema } from "effect"
import { lobby as limits } from "../base/Limits.ts"
import type { Snowflake } from "../base/Snowflake.ts"
import * as FormError from "../error/FormError.ts"
import type { InvalidForm } from "../error/ServiceError.ts"
import type { LobbyRecord, Metadata } from "../record/LobbyRecord.ts"
import type { LobbyMember } from "../record/World.ts"
import { at, rules } from "../validation/Rule.ts"
import { decoder, needed } from "../validation/Shape.ts"
import { described, text } from "../validation/ShapeLimits.ts"
import { lengthError } from "../validation/TextRules.ts"
import { type LobbyDraft, lobbyFields, metadata } from "./LobbyBody.ts"
import { flagsFaults, idleFaults, judged, metadataFaults } from "./LobbyRules.ts"
import * as State from "./LobbyState.ts"

/** A valid body. In an existing lobby, undefined keeps the old value and null sets the default (decision 40). */
export interface JoinDraft {
  readonly secret: string
  readonly lobby: Pick<LobbyDraft, "metadata" | "idle_timeout_seconds" | "flags">
  readonly member_metadata: Metadata | null | undefined
}

export const decodeJoin = (input: unknown): Result.Result<JoinDraft, InvalidForm> => {
  const decoded = decode(input)
  const draftOf = ({ secret, lobby_metadata, member_metadata, ...lobby }: typeof JoinShape.Type) => ({
    secret: secret ?? "",
    lobby: { ...lobby, ...(lobby_metadata === undefined ? {} : { metadata: lobby_metadata }) },
    member_metadata
  })
  return judged(decoded, judgeJoin(decoded.value), draftOf)
}

/** Whether the secret can still be used to join. */
export const isOpen = ({ secret_expires_at }: Pick<LobbyRecord, "secret_expires_at">, now: number): boolean =>
  secret_expires_at === undefined || secret_expires_at > now

/** Whether a client created the lobby, with a secret. Members can leave only such a lobby, and it cannot be linked. */
export const isOfClients = ({ secret_hash }: Pick<LobbyRecord, "secret_hash">): boolean => secret_hash !== undefined

/** A new lobby, with its first member unless a bot creates it. */
export const open = (
  draft: JoinDraft,
  userId: Snowflake | null,
  drawn: State.Drawn & { readonly secret_hash: string }
) => {
  const members = userId === null ? [] : [memberOf(draft, { id: userId, metadata: null, flags: 0 })]
  const { record, ...made } = State.create(draft.lobby, members, drawn)
  const secret_expires_at = drawn.now + limits.secretMs
  return { ...made, record: { ...record, secret_hash: drawn.secret_hash, secret_expires_at } }
}

/** The new or updated member: undefined fields keep their values. */
export const memberOf = ({ member_metadata: metadata }: Pick<JoinDraft, "member_metadata">, before: LobbyMember) =>
  metadata === undefined ? before : { ...before, metadata }

/**
 * A lobby whose secret has expired. The secret becomes free, and its next use creates a new lobby. The old lobby gets
 * the hash `spent`, for which no text exists, because it is still a lobby of clients. Our choice: docs/choices.md
 * "Lobbies".
 */
export const retired = (record: LobbyRecord, spent: string): LobbyRecord => ({ ...record, secret_hash: spent })

export const JoinShape = Schema.Struct({
  secret: needed(
    described(
      text(1, limits.secretMax),
      `One for all who meet in the lobby. After ${limits.secretMs / 86_400_000} days it makes a new one.`
    )
  ),
  lobby_metadata: metadata,
  member_metadata: metadata,
  idle_timeout_seconds: lobbyFields.idle_timeout_seconds,
  flags: lobbyFields.flags
}).annotate({ identifier: "JoinLobbyBody", description: "What is left out stays in a lobby that is there." })

const decode = decoder(JoinShape)

const judgeJoin = rules<typeof JoinShape.Type>({
  // An empty secret counts as missing. Our choice: docs/choices.md "Lobbies".
  "secret ≤ 250 characters": ({ secret }) =>
    at(["secret"], FormError.presence(secret) ?? lengthError(secret, 1, limits.secretMax)),
  "metadata has a total length of at most 1000": ({ lobby_metadata, member_metadata }) => [
    ...metadataFaults("lobby_metadata", lobby_metadata),
    ...metadataFaults("member_metadata", member_metadata)
  ],
  "idle_timeout_seconds is 5 to 604800": idleFaults,
  "a lobby has no flag but 1 << 0": flagsFaults
})
