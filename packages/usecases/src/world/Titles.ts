/**
 * Automatic moderation of the title that a person gives to a thread or post over the control plane. Our choice:
 * docs/choices.md "Automatic moderation".
 */
import { isElement } from "@backlot/domain/element/WorldTarget"
import { isThread } from "@backlot/domain/record/World"
import type { Edit } from "@backlot/domain/world/WorldEdit"
import * as Body from "@backlot/ports/Body"
import { Effect, Result } from "effect"
import { guildChannel } from "../access/ChannelObjects.ts"
import * as AuditLog from "../audit/AuditLog.ts"
import { commit } from "../event/EventLog.ts"
import * as AutoModeration from "../message/AutoModeration.ts"
import * as Speaker from "../message/Speaker.ts"

/** Fails with 200001 where a rule blocks the title. What the rules did stays, whatever becomes of the edit. */
export const judgeTitle = Effect.fnUntraced(function* ({ target, body }: Edit) {
  const author = yield* AuditLog.ChangedBy
  const title = isElement(body) ? body["name"] : undefined
  if (author === undefined || target.kind !== "channel" || typeof title !== "string") return
  const { channel_id } = target
  const alert_ids = yield* AutoModeration.drawAlerts(channel_id)
  const refused = yield* commit(function* (now_ms) {
    const thread = yield* guildChannel(channel_id)
    const isOther = thread !== undefined && isThread(thread) && thread.name !== title
    // The control plane lets people rename what they do not see; nobody judges that, nor what bots do.
    const found = isOther ? yield* Body.result(Speaker.ofUser({ user_id: author.user_id, channel_id })) : undefined
    if (found === undefined || Result.isFailure(found)) return { value: undefined, events: [] }
    const { events, refused } = yield* AutoModeration.judgeTitle(found.success, title, { now_ms, alert_ids })
    return { value: refused, events }
  })
  if (refused !== undefined) yield* refused
})
