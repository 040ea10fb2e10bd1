/** When an application connects to the gateway, by the event `gateway_session.began`. Source: docs/events.md. */
import { Effect } from "effect"
import type { EventStream } from "../play/EventStream.ts"
import { fieldsOf } from "../play/Fields.ts"
import type { GatewayWatch } from "../play/GatewayWatch.ts"
import type { Stage, StageApplication } from "../play/Stage.ts"
import type { StageHttp } from "../play/StageHttp.ts"

export interface WatchedStage {
  readonly stage: Stage
  readonly http: StageHttp
  readonly events: EventStream
  readonly application: StageApplication
  /** Sessions of a player, by application, that are open already: these are not the program's. */
  readonly watches?: ReadonlyMap<string, GatewayWatch>
}

/** From now on; what is returned completes with the first session of the bot. */
export const prepare = ({ events, application, watches }: WatchedStage): Effect.Effect<void> => {
  const mark = events.feed.mark()
  return Effect.asVoid(
    events.feed.next(mark, ({ type, data }) => {
      if (type !== "gateway_session.began") return false
      const { application_id, session_id, user_id } = fieldsOf(data)
      if (application_id !== application.id || user_id !== undefined) return false
      return session_id !== watches?.get(application.id)?.session()
    })
  )
}
