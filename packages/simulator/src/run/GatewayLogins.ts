/**
 * Detects that an application connects to the gateway, by the event `gateway_session.began`. Source: docs/events.md.
 */
import type { EventStream } from "@backlot/player/stage/EventStream"
import type { GatewayWatch } from "@backlot/player/stage/GatewayWatch"
import type { Stage, StageApplication } from "@backlot/player/stage/Stage"
import type { StageHttp } from "@backlot/player/stage/StageHttp"
import { fieldsOf } from "@backlot/scenario/Fields"
import { Effect } from "effect"

export interface WatchedStage {
  readonly stage: Stage
  readonly http: StageHttp
  readonly events: EventStream
  readonly application: StageApplication
  /** The player's own sessions by application; they are not the program's. */
  readonly watches?: ReadonlyMap<string, GatewayWatch>
}

/** Watches from now on; the returned effect completes with the bot's first session. */
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
