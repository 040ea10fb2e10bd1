/** What the server knows of a program that does not get ready: its logins were refused, or it never called. */
import type { EventStream, StageEvent } from "@backlot/player/stage/EventStream"
import { refusalText, refusedCalls } from "@backlot/player/turn/Misdeeds"
import { controlOf } from "@backlot/player/turn/Playing"
import { CLOSE } from "@backlot/protocol/gateway/Gateway"
import { field, fieldsOf } from "@backlot/scenario/Fields"
import { Effect } from "effect"
import type { Ready, WatchedStage } from "./Readiness.ts"

/** Call it before the program starts, so that nothing is missed. `began`: now, in milliseconds since 1970. */
export const watchStart = ({ events, stage, http, application }: WatchedStage, began: number) => {
  const mark = events.feed.mark()
  const isRefusal = (event: StageEvent): boolean =>
    event.type === "gateway_session.refused" && (idIn(event) === application.id || idIn(event) === null)
  const refusals = () => events.feed.since(mark).filter(isRefusal)
  return {
    /** Clauses for the message of the failure. */
    known: Effect.gen(function* () {
      const control = controlOf(http, stage)
      const calls = (yield* refusedCalls(control)).filter(({ at }) => at >= began)
      const refused = [...refusals().slice(-1).map(loginText), ...calls.slice(-CALLS_SHOWN).map(refusalText)]
      if (refused.length > 0) return refused
      const isHeard = events.feed.since(mark).some(({ type }) => type.startsWith("gateway_session."))
      return isHeard || (yield* wasCalled(control)) ? [] : [NEVER_CALLED]
    }),
    /** Completes after a login that libraries do not try again, where the program must log in. */
    refused: (ready: Ready | undefined): Effect.Effect<void> =>
      mustLogIn(ready) ? Effect.andThen(nextOf(events, mark, isRefusal), Effect.sleep(ITS_OWN_WORDS)) : Effect.never
  }
}

/** For the program to write about it. Our choice: docs/choices.md "Scenarios". */
const ITS_OWN_WORDS = "500 millis"

const CALLS_SHOWN = 3

const NEVER_CALLED =
  "it never called Backlot: did it call the real platform? Its library needs BACKLOT_APP_REST_URL as its base URL"

const idIn = ({ data }: StageEvent): unknown => field(data, "application_id")

const loginText = ({ data }: StageEvent): string => {
  const { code, because } = fieldsOf(data)
  return `the gateway refused its login with ${code}: ${String(because).replace(/\.$/, "")}`
}

const nextOf = (events: EventStream, mark: number, is: (event: StageEvent) => boolean) =>
  events.feed.next(mark, (event) => is(event) && FINAL.has(Number(field(event.data, "code"))))

/** Close codes after which libraries give up: token, shard, version, intents. */
const FINAL: ReadonlySet<number> = new Set(
  Object.values(CLOSE).flatMap(({ code, reconnect }) => (reconnect ? [] : [code]))
)

/** With other conditions a program may be ready without a session. */
const mustLogIn = ({ log, url, gateway, commands }: Ready = {}): boolean =>
  gateway === true || [log, url, commands].every((one) => one === undefined)

/** The server counts its answers by route. */
const wasCalled = (control: ReturnType<typeof controlOf>) =>
  Effect.map(Effect.option(control("GET", "/metrics")), (answer) => {
    const text = answer._tag === "Some" ? String(answer.value.body) : ""
    return CALLS.some((pattern) => pattern.test(text))
  })

const CALLS: ReadonlyArray<RegExp> = [
  /^backlot_http_request_duration_seconds_count\{[^}]*route="\/api\//m,
  /^backlot_rest_not_implemented_total\{/m
]
