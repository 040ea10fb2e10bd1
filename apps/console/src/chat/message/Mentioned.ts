import type { APIMessage } from "discord-api-types/v10"

/** Whether a message mentions this person: by name, by a role of theirs, or with everyone. */
export const mentions = (
  { mentions, mention_roles, mention_everyone, author }: APIMessage,
  user_id: string,
  role_ids: ReadonlyArray<string> = []
): boolean =>
  author.id !== user_id &&
  (mention_everyone ||
    (mentions ?? []).some(({ id }) => id === user_id) ||
    (mention_roles ?? []).some((id) => role_ids.includes(id)))
