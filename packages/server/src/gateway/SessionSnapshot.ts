/** A session as another server continues it: its last state, and what was sent since. Source: docs/choices.md "Several servers". */
import type { Dispatch } from "@backlot/domain/gateway/Dispatch"
import type { Entry } from "@backlot/ports/SessionJournal"
import { dataOf, payload } from "./Frame.ts"
import { Session, type SessionInput } from "./Session.ts"

/**
 * Dispatches of the event at a position of the log, or one that a single session gets. After `left` the entries lack what that
 * session gets, because the server has it no more.
 */
export type Sending =
  | { readonly left: string }
  | { readonly position: number; readonly dispatches: ReadonlyArray<Dispatch> }
  | { readonly session_id: string; readonly t: string; readonly d: string }

/** How far this server is. */
export interface Mark {
  /** The last entry whose dispatches were sent. */
  readonly n: number
  /** The last event of the log whose dispatches were sent. */
  readonly handled: number
}

/** The entries of the session's server after `n` continue it. */
export interface SessionSnapshot extends SessionInput, Mark {
  readonly server: string
  readonly connected: boolean
  /** What the client had. */
  readonly seq: number
  /** What came after that. */
  readonly sent: ReadonlyArray<readonly [t: string, d: string]>
  readonly state: Session["state"]
}

export const snapshotText = (
  session: Session,
  server: string,
  mark: Mark,
  seq = session.heard,
  state = session.state
): string => {
  const snapshot: SessionSnapshot = {
    ...inputOf(session),
    ...mark,
    server,
    connected: session.connection !== undefined,
    seq,
    sent: session.sentAfter(seq).map((payload) => [payload.t, dataOf(payload)]),
    state
  }
  return JSON.stringify(snapshot)
}

const inputOf = ({
  id,
  application_id,
  token_hash,
  user_id,
  intents,
  gets_content,
  shard
}: SessionInput): SessionInput => {
  const input = { id, application_id, token_hash, intents, gets_content, shard }
  return user_id === undefined ? input : { ...input, user_id }
}

// Only `snapshotText` writes these rows.
export const readSnapshot = (text: string): SessionSnapshot => JSON.parse(text) as SessionSnapshot

/** The session after the entries, and the last event of the log that it has. Undefined if an entry is missing. */
export const continued = (snapshot: SessionSnapshot, entries: ReadonlyArray<Entry>) => {
  const session = new Session(inputOf(snapshot))
  session.restore(snapshot.seq, snapshot.state)
  for (const [t, d] of snapshot.sent) session.push(payload(t, d))
  let { n, handled } = snapshot
  for (const entry of entries) {
    if (entry.n !== n + 1) return undefined
    n = entry.n
    // Only the journal writes these rows.
    const sending = JSON.parse(entry.text) as Sending
    if ("left" in sending) {
      if (sending.left === session.id) break
      continue
    }
    if (!("position" in sending)) {
      if (sending.session_id === session.id) session.push(payload(sending.t, sending.d))
      continue
    }
    handled = sending.position
    give(session, sending.position, sending.dispatches)
  }
  return { session, handled }
}

/** Gives a session the dispatches of an event that it lacks. */
export const give = (session: Session, position: number, dispatches: ReadonlyArray<Dispatch>): void => {
  for (const dispatch of dispatches) {
    if (!session.lacks(position, dispatch.interaction_id === undefined)) continue
    if (!session.gets(dispatch) || !isAddressed(session, dispatch) || !session.follows(dispatch)) continue
    const data = session.dataOf(dispatch)
    session.push(payload(dispatch.t, typeof data === "string" ? data : JSON.stringify(data)))
  }
}

const isAddressed = ({ application_id, user_id }: Session, dispatch: Dispatch): boolean => {
  if (dispatch.application_id !== application_id) return false
  const users = dispatch.lobby?.users
  return user_id === undefined || users === undefined || users.includes(user_id)
}
