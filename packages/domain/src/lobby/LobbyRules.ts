/** Rules of lobby bodies. Sources: service.md "Lobbies", "Lobby member", "Limits"; wire-rest.md §6.2; decision 2. */
import { Result } from "effect"
import { lobby as limits } from "../base/Limits.ts"
import type { Snowflake } from "../base/Snowflake.ts"
import { type Fault, type Path, under } from "../error/Fault.ts"
import * as FormError from "../error/FormError.ts"
import { InvalidForm } from "../error/ServiceError.ts"
import { metadataError } from "../record/LobbyRecord.ts"
import type { LobbyMember } from "../record/World.ts"
import { choiceError, countError } from "../validation/Given.ts"
import { rangeError } from "../validation/NumberRules.ts"
import { at, gather, none, repetition, rules } from "../validation/Rule.ts"
import { type Decoded, withoutEchoes } from "../validation/Shape.ts"
import { httpUrlError, lengthError } from "../validation/TextRules.ts"
import * as Body from "./LobbyBody.ts"

type Judged<A> = Result.Result<A, InvalidForm>

/** `members` are undefined when missing or null. Our choice: docs/choices.md "Lobbies". */
export const readLobby = (sent: unknown) => {
  const decoded = Body.decodeLobby(sent)
  return judged(decoded, judgeLobby(decoded.value), (draft) => ({
    draft,
    members: draft.members?.map(memberOf) ?? undefined
  }))
}

/** The body that adds or replaces a member: missing fields are reset (decision 40). */
export const readMember = (sent: unknown, id: Snowflake): Judged<LobbyMember> => {
  const decoded = Body.decodeMember(sent)
  return judged(decoded, judgeMember(decoded.value), (draft) => memberOf({ ...draft, id }))
}

/** The list that adds, changes and removes members. Null counts as an empty list, which is refused. */
export const readBulk = (sent: unknown) => {
  const decoded = Body.decodeBulk(sent ?? [])
  const elements = decoded.value
  const { membersPerRequest: max } = limits
  const size = elements.length < 1 || elements.length > max ? FormError.badLength(1, max) : undefined
  return judged(decoded, [...at([], size), ...judgeListed([], elements)], (drafts) => {
    const { removed = [], put = [] } = Object.groupBy(drafts, (draft) => (draft.remove_member ? "removed" : "put"))
    return { put: put.map(memberOf), removed: removed.map(({ id }) => id ?? "") }
  })
}

/** The value of a decoded body, or every fault of its shape and of its rules. */
export const judged = <D, A>(
  { value, faults }: Decoded<D>,
  found: ReadonlyArray<Fault>,
  read: (draft: D) => A
): Judged<A> => {
  const all = withoutEchoes(faults, found)
  return all.length === 0 ? Result.succeed(read(value)) : Result.fail(new InvalidForm({ faults: all }))
}

export const metadataFaults = (name: string, metadata: Body.LobbyDraft["metadata"]): ReadonlyArray<Fault> =>
  at([name], metadataError(metadata, limits.metadataMax))

export const idleFaults = ({ idle_timeout_seconds }: Pick<Body.LobbyDraft, "idle_timeout_seconds">) =>
  at(["idle_timeout_seconds"], rangeError(idle_timeout_seconds, limits.idleMinSeconds, limits.idleMaxSeconds))

/** A lobby and a member have one flag each, 1 << 0. */
export const flagsFaults = ({ flags }: Pick<Body.LobbyDraft, "flags">) => at(["flags"], choiceError(flags, [0, 1]))

const judgeMember = rules<Body.MemberDraft>({
  "metadata has a total length of at most 1000": ({ metadata }) => metadataFaults("metadata", metadata),
  "the only flag of a member is CanLinkLobby": flagsFaults,
  "an additional name has 1 to 80 characters": ({ additional_name }) =>
    at(["additional_name"], lengthError(additional_name, 1, limits.additionalNameMax))
})

const judgeLobby = rules<Body.LobbyDraft>({
  "metadata has a total length of at most 1000": ({ metadata }) => metadataFaults("metadata", metadata),
  "a request names at most 25 members": ({ members }) => at(["members"], countError(members, limits.membersPerRequest)),
  "every member of a list is valid and is listed once": ({ members }) =>
    members ? judgeListed(["members"], members) : none,
  "idle_timeout_seconds is 5 to 604800": idleFaults,
  "a lobby has no flag but 1 << 0": flagsFaults,
  "override_event_webhooks_url is an address of at most 512 characters; an empty one removes it": (draft) =>
    at(["override_event_webhooks_url"], httpUrlError(draft.override_event_webhooks_url, limits.webhookUrlMax))
})

/** When an id is repeated, the later entries are faults. Our choice: docs/choices.md "Lobbies". */
const judgeListed = (list: Path, members: ReadonlyArray<Body.ListedMemberDraft>): ReadonlyArray<Fault> => {
  const isRepeated = repetition()
  return gather(members, (member, index) => {
    const wrong = isRepeated(member.id) ? FormError.lobbyMemberRepeated : FormError.presence(member.id)
    return under([...list, index], [...at(["id"], wrong), ...judgeMember(member)])
  })
}

const memberOf = ({ id, metadata, flags, additional_name }: Body.ListedMemberDraft): LobbyMember => ({
  id: id ?? "",
  metadata: metadata ?? null,
  flags: flags ?? 0,
  ...(additional_name ? { additional_name } : {})
})
