/**
 * Rules of the bodies of the lobby API; each body has one list of faults. Sources: service.md "Lobbies", "Lobby
 * member", "Limits"; wire-rest.md §6.2; decision 2.
 */
import { Result } from "effect"
import { lobby as limits } from "../base/Limits.ts"
import type { Snowflake } from "../base/Snowflake.ts"
import { type Fault, type Path, under } from "../error/Fault.ts"
import * as FormError from "../error/FormError.ts"
import { InvalidForm } from "../error/ServiceError.ts"
import { metadataError } from "../record/LobbyMetadata.ts"
import type { LobbyMember } from "../record/World.ts"
import { judgeRange } from "../validation/NumberRules.ts"
import { at, gather, judge, none, type Rule } from "../validation/Rule.ts"
import { type Decoded, withoutEchoes } from "../validation/Shape.ts"
import { httpUrlError, lengthError } from "../validation/TextRules.ts"
import * as Body from "./LobbyBody.ts"

type Judged<A> = Result.Result<A, InvalidForm>

/** A body of a lobby. `members` are undefined when missing or null. Our choice: docs/choices.md "Lobbies". */
export interface LobbyInput {
  readonly draft: Body.LobbyDraft
  readonly members: ReadonlyArray<LobbyMember> | undefined
}

export interface BulkInput {
  readonly put: ReadonlyArray<LobbyMember>
  readonly removed: ReadonlyArray<Snowflake>
}

/** The body that creates or edits a lobby. */
export const readLobby = (sent: unknown): Judged<LobbyInput> => {
  const decoded = Body.decodeLobby(sent)
  const faults = judge(LOBBY_RULES, decoded.value)
  return judged(decoded, faults, (draft) => ({ draft, members: draft.members?.map(memberOf) ?? undefined }))
}

/** The body that adds or replaces a member: missing fields are reset (decision 40). */
export const readMember = (sent: unknown, id: Snowflake): Judged<LobbyMember> => {
  const decoded = Body.decodeMember(sent)
  return judged(decoded, judge(MEMBER_RULES, decoded.value), (draft) => memberOf({ ...draft, id }))
}

/** The list that adds, changes and removes members. Null counts as an empty list, which is refused. */
export const readBulk = (sent: unknown): Judged<BulkInput> => {
  const decoded = Body.decodeBulk(sent ?? [])
  const elements = decoded.value
  const { membersPerRequest: max } = limits
  const size = elements.length < 1 || elements.length > max ? FormError.badLength(1, max) : undefined
  const faults = [...at([], size), ...judgeListed([], elements)]
  return judged(decoded, faults, (drafts) => ({
    put: drafts.filter(({ remove_member }) => remove_member !== true).map(memberOf),
    removed: drafts.filter(({ remove_member }) => remove_member === true).map(idOf)
  }))
}

/** The fault of an idle time-out in seconds, if any. */
export const idleError = (seconds: number | null | undefined) =>
  seconds === undefined || seconds === null
    ? undefined
    : judgeRange(seconds, limits.idleMinSeconds, limits.idleMaxSeconds)

/** The fault of the flags of a lobby or a member, if any: each has the one flag 1 << 0. */
export const flagsError = (flags: number | null | undefined) =>
  flags === undefined || flags === null || FLAGS.includes(flags) ? undefined : FormError.choices(FLAGS)

const FLAGS: ReadonlyArray<number> = [0, 1]

const MEMBER_RULES: ReadonlyArray<Rule<Body.MemberDraft>> = [
  {
    sentence: "metadata has a total length of at most 1000",
    judge: ({ metadata }) => at(["metadata"], metadataError(metadata, limits.metadataMax))
  },
  {
    sentence: "the only flag of a member is CanLinkLobby",
    judge: ({ flags }) => at(["flags"], flagsError(flags))
  },
  {
    sentence: "an additional name has 1 to 80 characters",
    judge: ({ additional_name }) => at(["additional_name"], lengthError(additional_name, 1, limits.additionalNameMax))
  }
]

const LOBBY_RULES: ReadonlyArray<Rule<Body.LobbyDraft>> = [
  {
    sentence: "metadata has a total length of at most 1000",
    judge: ({ metadata }) => at(["metadata"], metadataError(metadata, limits.metadataMax))
  },
  {
    sentence: "a request names at most 25 members",
    judge: ({ members }) =>
      at(
        ["members"],
        (members?.length ?? 0) > limits.membersPerRequest ? FormError.maxLength(limits.membersPerRequest) : undefined
      )
  },
  {
    sentence: "every member of a list is sound and stands once",
    judge: ({ members }) => (members ? judgeListed(["members"], members) : none)
  },
  {
    sentence: "idle_timeout_seconds is 5 to 604800",
    judge: ({ idle_timeout_seconds }) => at(["idle_timeout_seconds"], idleError(idle_timeout_seconds))
  },
  {
    sentence: "a lobby has no flag but 1 << 0",
    judge: ({ flags }) => at(["flags"], flagsError(flags))
  },
  {
    sentence: "override_event_webhooks_url is an address of at most 512 characters; an empty one removes it",
    judge: ({ override_event_webhooks_url: url }) =>
      at(["override_event_webhooks_url"], httpUrlError(url, limits.webhookUrlMax))
  }
]

/** When an id is repeated, the later entries are faults. Our choice: docs/choices.md "Lobbies". */
const judgeListed = (list: Path, members: ReadonlyArray<Body.ListedMemberDraft>): ReadonlyArray<Fault> => {
  const seen = new Set<Snowflake>()
  return gather(members, (member, index) => {
    const repeated = seen.has(member.id ?? "")
    if (member.id) seen.add(member.id)
    const named = member.id === undefined || member.id === null ? FormError.required : undefined
    const wrong = named ?? (repeated ? FormError.lobbyMemberRepeated : undefined)
    return under([...list, index], [...at(["id"], wrong), ...judge(MEMBER_RULES, member)])
  })
}

const judged = <D, A>({ value, faults }: Decoded<D>, found: ReadonlyArray<Fault>, read: (draft: D) => A): Judged<A> => {
  const all = withoutEchoes(faults, found)
  return all.length === 0 ? Result.succeed(read(value)) : Result.fail(new InvalidForm({ faults: all }))
}

const idOf = ({ id }: Body.ListedMemberDraft): Snowflake => id ?? ""

const memberOf = ({ id, metadata, flags, additional_name }: Body.ListedMemberDraft): LobbyMember => ({
  id: id ?? "",
  metadata: metadata ?? null,
  flags: flags ?? 0,
  ...(additional_name ? { additional_name } : {})
})
