/**
 * What will happen, or end, when the service clock advances: the stored deadlines, and the ends of tokens, codes and
 * sign-ins, which are judged when they are used. Our choice: docs/choices.md "Control plane".
 */
import { inspect as limits } from "@backlot/domain/base/KeptLimits"
import { isSnowflake, type Snowflake } from "@backlot/domain/base/Snowflake"
import { type InteractionRecord, tokenEndsAt } from "@backlot/domain/interaction/Interaction"
import { whenDue } from "@backlot/domain/scheduled-event/ScheduledEvent"
import type * as Body from "@backlot/ports/Body"
import { Effect } from "effect"
import { DEADLINE_KIND } from "../interaction/InteractionStore.ts"
import { IDLE_KIND } from "../lobby/LobbyStore.ts"
import { number } from "../store/Collection.ts"
import * as Collections from "../store/Collections.ts"
import { type Deadline, earliest } from "../store/Deadlines.ts"
import { PERIOD_KIND, type Period } from "../store/KeptEntitlements.ts"
import { DUE_KIND } from "../store/KeptEvents.ts"
import { EXPIRY_KIND } from "../store/KeptInvites.ts"
import { POLL_KIND, type PollAddress } from "../store/KeptPolls.ts"
import { ARCHIVE_KIND } from "../store/KeptThreads.ts"
import { operation } from "../store/Operation.ts"
import { inTransaction, readNow } from "../store/Transact.ts"
import { RETRY_KIND } from "../webhook/WebhookDeliveries.ts"
import { liveTokens } from "./LiveTokens.ts"

export interface Coming {
  /** Milliseconds of the service clock. */
  readonly due_ms: number
  readonly kind: string
  /** One sentence. */
  readonly what: string
  readonly id?: string
  readonly application_id?: Snowflake
  readonly user_id?: Snowflake
}

/** In the order of their times; `more` are left out beyond the limit. */
export const list = operation(
  "ComingDeadlines.list",
  Effect.fnUntraced(function* () {
    const now = yield* readNow
    const stored = yield* inTransaction(function* () {
      return yield* explained(yield* earliest(limits.deadlines + 1))
    })
    const ends = yield* inTransaction(() => endsAfter(now))
    const tokens = yield* liveTokens(() => true, now)
    const all = [...stored, ...ends, ...tokens.flatMap(tokenEnd)].sort((a, b) => a.due_ms - b.due_ms)
    return { deadlines: all.slice(0, limits.deadlines), more: all.length > limits.deadlines }
  })
)

/** The rows of deadlines with what they are about. */
const explained = function* (rows: ReadonlyArray<Deadline>) {
  const coming: Array<Coming> = []
  for (const row of rows) coming.push(yield* explain(row))
  return coming
}

const explain = (row: Deadline): Body.Body<Coming> => EXPLAINED[row.kind]?.(row) ?? unexplained(row)

const unexplained = function* ({ due_ms, kind, name }: Deadline): Body.Body<Coming> {
  return { due_ms, kind, what: `the deadline ${name}` }
}

const EXPLAINED: Readonly<Record<string, (row: Deadline) => Body.Body<Coming>>> = {
  [DEADLINE_KIND]: function* ({ due_ms, payload }) {
    const id = isSnowflake(payload) ? payload : "0"
    const record = yield* Collections.interactions.get(id)
    const deferred = record?.state === "deferred"
    return {
      due_ms,
      kind: deferred ? "deferral" : "acknowledge",
      what: deferred
        ? "the deferred answer fails unless it was completed"
        : "the interaction times out without an answer",
      id,
      ...(record === undefined ? {} : whoOf(record))
    }
  },
  [IDLE_KIND]: function* ({ due_ms, payload }) {
    const id = isSnowflake(payload) ? payload : "0"
    const lobby = yield* Collections.lobbies.get(id)
    const application = lobby === undefined ? {} : { application_id: lobby.application_id }
    return { due_ms, kind: IDLE_KIND, what: "the lobby is deleted for nobody is connected to it", id, ...application }
  },
  [EXPIRY_KIND]: function* ({ due_ms, payload }) {
    return { due_ms, kind: EXPIRY_KIND, what: "the invite expires", id: String(payload) }
  },
  [ARCHIVE_KIND]: function* ({ due_ms, payload }) {
    return {
      due_ms,
      kind: ARCHIVE_KIND,
      what: "the thread is archived unless somebody writes in it",
      id: String(payload)
    }
  },
  [DUE_KIND]: function* ({ due_ms, payload }) {
    const id = isSnowflake(payload) ? payload : "0"
    const event = yield* Collections.scheduledEvents.get(id)
    const becomes = event && BECOMES[whenDue(event, due_ms).status ?? 0]
    return { due_ms, kind: DUE_KIND, what: `the scheduled event ${becomes ?? "changes"}`, id }
  },
  [PERIOD_KIND]: function* ({ due_ms, payload }) {
    // Only `KeptEntitlements` schedules these.
    const { application_id, entitlement_id } = payload as Period
    const user = (yield* Collections.entitlements.get(application_id, entitlement_id))?.user_id
    return {
      due_ms,
      kind: PERIOD_KIND,
      what: "the subscription renews, or ends",
      id: entitlement_id,
      application_id,
      ...(user === undefined ? {} : { user_id: user })
    }
  },
  [POLL_KIND]: function* ({ due_ms, payload }) {
    // Only `KeptPolls` schedules these.
    return { due_ms, kind: POLL_KIND, what: "the poll ends", id: (payload as PollAddress).message_id }
  },
  [RETRY_KIND]: function* ({ due_ms, payload }) {
    const seq = Number(payload)
    const event = yield* Collections.webhookEvents.get(number(seq))
    const tries = event === undefined ? "" : ` ${event.type} after ${event.attempts} failed tries`
    const application = event === undefined ? {} : { application_id: event.application_id }
    return {
      due_ms,
      kind: RETRY_KIND,
      what: `the webhook event${tries} is sent again`,
      id: String(seq),
      ...application
    }
  }
}

/** By the status that an event gets. */
const BECOMES: Readonly<Record<number, string>> = {
  1: "is scheduled again",
  2: "begins",
  3: "ends",
  4: "is canceled for nobody started it"
}

const whoOf = ({ application_id, user_id }: Pick<InteractionRecord, "application_id" | "user_id">) => ({
  application_id,
  user_id
})

/** The ends of interaction tokens, of the newest interactions, and of codes and sign-ins. */
const endsAfter = function* (nowMs: number) {
  const interactions = yield* Collections.interactions.last([], limits.deadlines)
  const codes = yield* Collections.authorizationCodes.firstBy("expiry", [], limits.deadlines)
  const signIns = yield* Collections.signIns.firstBy("expiry", [], limits.deadlines)
  const ends: ReadonlyArray<Coming> = [
    // That of a deferred one ends with its deadline, and nobody uses that of one that failed.
    ...interactions
      .filter(({ state }) => state === "responded" || state === "launched")
      .map((record) => ({
        due_ms: tokenEndsAt(record),
        kind: "interaction_token",
        what: "the token of the interaction ends",
        id: record.id,
        ...whoOf(record)
      })),
    ...codes
      .filter(({ used }) => used !== true)
      .map((code) => ({
        due_ms: code.expires_at,
        kind: "authorization_code",
        what: "an authorization code ends that was not exchanged",
        ...whoOf(code)
      })),
    ...signIns.map(({ expires_at, user_id }) => ({
      due_ms: expires_at,
      kind: "sign_in",
      what: "the user is signed out of a browser",
      user_id
    }))
  ]
  return ends.filter(({ due_ms }) => due_ms > nowMs)
}

const tokenEnd = ({ application_id, user_id, expires_at }: Collections.Credential): ReadonlyArray<Coming> => {
  if (expires_at === null) return []
  const user = user_id === undefined ? {} : { user_id }
  const what = `an access token ${user_id === undefined ? "of the application" : "of the user"} ends`
  return [{ due_ms: expires_at, kind: "access_token", what, application_id, ...user }]
}
