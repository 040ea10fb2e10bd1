/** Up-arrow in an empty composer: the last use again, or the newest message of this person to edit. */
import { type Conversation, isBefore } from "../api/Merged.ts"
import { queries } from "../api/Queries.ts"
import { type At, type RecentUse, useRecent } from "../use/Uses.ts"
import { isOf } from "./PickerItems.ts"
import { commandsQuery, surroundingsQuery } from "./Reads.ts"
import { putPicked, startEdit } from "./Sending.ts"
import type { WireOption } from "./UseBody.ts"
import { filled, fromText } from "./UseText.ts"
import { isEmpty, write, writtenIn } from "./Written.ts"

/** The last slash command of this person. */
export const lastUse = (user_id: string): RecentUse | undefined =>
  useRecent.getState().uses[user_id]?.find(({ title }) => title.startsWith("/"))

export const repeat = async (at: At): Promise<void> => {
  const use = lastUse(at.user_id)
  const own = ownMessage(at)
  if (own !== undefined && (use?.after === undefined || isBefore(use.after, own.id))) {
    return startEdit(at, own.id, own.content)
  }
  if (use !== undefined) await refill(at, use)
}

/** Replies too, but no answers of apps and no notes of the service. */
const SAID = new Set([0, 19])

const ownMessage = ({ user_id, channel_id }: At) =>
  queries
    .getQueryData<Conversation>(["messages", user_id, channel_id])
    ?.messages.findLast(({ author, type }) => author.id === user_id && SAID.has(type))

const refill = async (at: At, use: RecentUse): Promise<void> => {
  const [rows, around] = await Promise.all([
    queries.fetchQuery(commandsQuery(at, "")).catch(() => []),
    queries.fetchQuery(surroundingsQuery(at)).catch(() => undefined)
  ])
  if (!isEmpty(writtenIn(at))) return
  const row = use.body.command_id == null ? undefined : rows.find((each) => isOf(each, use))
  const picked =
    row === undefined
      ? fromText(use.text ?? use.title, rows, around)
      : // What was sent in wire shape.
        filled(row, use.body.options as ReadonlyArray<WireOption> | undefined, around, use.shown)
  if (picked === undefined) write(at, { text: use.text ?? use.title })
  else putPicked(at, picked)
}
