/**
 * How the control plane reads what a user fills in: the client's own reading, over what surrounds the user.
 * Source: product.md "Control plane" (use a command); wire-interactions.md §8.
 */
import { type DirectoryAttachment, type DirectoryEntries, directoryOf } from "@backlot/domain/typing/Directory"
import { readUse, type UseInput } from "@backlot/domain/typing/UseReading"
import type { Surroundings } from "@backlot/usecases/access/Surroundings"
import type { Reader } from "@backlot/usecases/command/Filling"

export interface Given extends UseInput {
  readonly attachments: ReadonlyArray<DirectoryAttachment>
}

/** Reads `given` against the commands that the user may mean. */
export const reader =
  (given: Given): Reader =>
  (candidates, surroundings) =>
    readUse(given, candidates, directoryOf({ ...entriesOf(surroundings), attachments: given.attachments }))

/** What the user can name, as a client knows it. */
export const entriesOf = ({ users, channels, roles }: Surroundings) =>
  ({
    users: users.map(({ user, member }) => ({
      id: user.id,
      username: user.username,
      global_name: user.global_name,
      nick: member?.nick ?? null
    })),
    channels: channels.map(({ channel: { id, name, type } }) => ({ id, name, type })),
    roles: roles.map(({ id, name }) => ({ id, name }))
  }) satisfies DirectoryEntries
