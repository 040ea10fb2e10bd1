/** IDENTIFY starts a session and RESUME continues one. Source: wire-interactions.md §3.4 to §3.10. */
import { gateway } from "@backlot/domain/base/Limits"
import { decodeBotPresence } from "@backlot/domain/gateway/BotPresence"
import type { Identify, Resume } from "@backlot/domain/gateway/GatewayCommand"
import { getsContent, judgeIntents } from "@backlot/domain/gateway/GatewayIntent"
import type { Application } from "@backlot/domain/record/World"
import { Secrets } from "@backlot/ports/Secrets"
import { CLOSE, type CloseReason, Opcode } from "@backlot/protocol/gateway/Gateway"
import { RateLimitMode } from "@backlot/usecases/access/RateLimits"
import * as StandIn from "@backlot/usecases/access/StandIn"
import * as GatewayLogin from "@backlot/usecases/gateway/GatewayLogin"
import * as UserPresences from "@backlot/usecases/gateway/UserPresences"
import { PlannedFaults } from "@backlot/usecases/planned-fault/PlannedFaults"
import { Data, Effect, Result } from "effect"
import type { Connection } from "./Connection.ts"
import { payload } from "./Frame.ts"
import { type Parts, performAct } from "./SendDispatch.ts"
import { Session } from "./Session.ts"
import type { Mark } from "./SessionSnapshot.ts"
import { takeOver } from "./Takeover.ts"

/** The failure of a login: the connection closes with `reason`. */
class Closed extends Data.TaggedError("Closed")<{ readonly reason: CloseReason; readonly because: string }> {}

const refused = (reason: CloseReason, because: string) => new Closed({ reason, because })

export const identify = (parts: Parts, connection: Connection, asked: Identify) => {
  let application_id: string | undefined
  return Effect.gen(function* () {
    const { registry } = parts
    const { application, token_hash, user } = yield* login(connection, asked.token)
    application_id = application.id
    const intents = user === undefined ? yield* intentsOf(asked, application) : 0
    if (yield* isHit(parts, connection, application.id, "IDENTIFY")) return
    if (user === undefined && !(yield* isInTime(parts, connection, application.id, asked))) return
    const id = yield* (yield* Secrets).hex(16)
    const gets_content = getsContent(connection.version, intents, application)
    const input = { id, application_id: application.id, token_hash, intents, gets_content, shard: asked.shard }
    const session = new Session(user === undefined ? input : { ...input, user_id: user.id, shard: [0, 1] })
    // Add the session before the snapshot is read, so that no event is lost in between.
    const since = parts.journal.mark()
    registry.add(session)
    registry.attach(session, connection)
    yield* Effect.onError(open(parts, connection, session, asked, since), () =>
      Effect.sync(() => registry.forget(session))
    )
  }).pipe(
    Effect.catchTag("Closed", (refusal) => {
      parts.registry.loginRefused({ application_id, code: refusal.reason.code, because: refusal.because })
      return close(connection, refusal)
    })
  )
}

export const resume = (parts: Parts, connection: Connection, asked: Resume) =>
  Effect.gen(function* () {
    const { registry, sendTo, journal } = parts
    const { application, token_hash } = yield* login(connection, asked.token)
    if (yield* isHit(parts, connection, application.id, "RESUME", asked.session_id)) return
    const taken = yield* takeOver(parts, asked, token_hash)
    const session = taken?.session ?? registry.sessions.get(asked.session_id)
    const annotated = Effect.annotateLogs({
      application_id: application.id,
      session_id: asked.session_id,
      seq: asked.seq
    })
    if (session === undefined || session.token_hash !== token_hash || (session.isOpening && taken === undefined)) {
      connection.send(Opcode.INVALID_SESSION, false)
      return yield* annotated(Effect.logInfo("A gateway session that is not known was not resumed"))
    }
    const verdict = session.judge(asked.seq)
    if (verdict !== "replay" && session.connection === undefined) registry.forget(session)
    if (verdict === "ahead") return yield* refused(CLOSE.INVALID_SEQ, `The last one sent was ${session.seq}.`)
    if (verdict === "gone") {
      connection.send(Opcode.INVALID_SESSION, false)
      return yield* annotated(Effect.logInfo("A gateway session was not resumed: what it missed is no longer kept"))
    }
    if (connection.isClosed) return taken?.open()
    session.heard = asked.seq
    session.connection?.close(CLOSE.UNKNOWN_ERROR, "The session was resumed by another connection.")
    registry.attach(session, connection)
    registry.began(session, true)
    session.replay(asked.seq)
    taken?.open()
    yield* journal.send({ session_id: session.id, ...RESUMED }, () => sendTo(session, payload(RESUMED.t, RESUMED.d)))
    registry.onTouched(session)
    registry.presenceChanged(session)
    yield* annotated(Effect.logInfo("A gateway session was resumed"))
  }).pipe(Effect.catchTag("Closed", (refusal) => close(connection, refusal)))

const close = (connection: Connection, { reason, because }: Closed) =>
  Effect.sync(() => connection.close(reason, because))

/** discord.py adds a key to this object (§3.7). */
const RESUMED = { t: "RESUMED", d: '{"_trace":[]}' }

/** The session start limit of bots. */
const isInTime = Effect.fnUntraced(function* (
  { starts }: Parts,
  connection: Connection,
  application_id: string,
  { shard: [shard] }: Identify
) {
  const mode = (yield* RateLimitMode).current()
  if (yield* starts.take(application_id, shard, mode)) return true
  yield* Effect.annotateLogs(Effect.logInfo("A gateway identify came too soon after another"), {
    application_id,
    shard
  })
  connection.send(Opcode.INVALID_SESSION, false)
  return false
})

/** The state that a bot session starts with; `facts` are for the log line. */
const botSnapshot = Effect.fnUntraced(function* (session: Session, { large_threshold }: Identify) {
  const { application_id, intents, shard } = session
  const { application, ...snapshot } = yield* Effect.catchTag(
    GatewayLogin.botSnapshot({ application_id, intents, shard, large_threshold }),
    "UnknownApplication",
    () => refused(CLOSE.AUTHENTICATION_FAILED, "The application is gone.")
  )
  // The token may have changed between the login and the snapshot, before any event could end this session.
  if ((yield* Secrets).sha256(application.bot.token) !== session.token_hash) {
    return yield* refused(CLOSE.AUTHENTICATION_FAILED, "The bot's token has changed.")
  }
  const guilds = guildsIn(snapshot.ready)
  if (guilds > gateway.guildsPerShard) {
    const because = `A shard has ${gateway.guildsPerShard} guilds at most, and this one ${guilds}.`
    return yield* refused(CLOSE.SHARDING_REQUIRED, because)
  }
  return { ...snapshot, lobbies: [], facts: { shard: shard.join(" of "), intents, guilds } }
})

/** It has no shard and no start limit. Source: wire-rest.md §6.3. Our choice: docs/choices.md "Gateway". */
const clientSnapshot = Effect.fnUntraced(function* ({ token_hash, user_id }: Session) {
  const snapshot = yield* Effect.catchTag(GatewayLogin.clientSnapshot(token_hash), "Unauthorized", () =>
    refused(CLOSE.AUTHENTICATION_FAILED, "The token is no longer valid.")
  )
  return { ...snapshot, guilds: [], facts: { user_id, lobbies: snapshot.lobbies.length } }
})

const intentsOf = ({ intents }: Identify, { flags }: Application): Effect.Effect<number, Closed> => {
  if (intents === undefined) return Effect.fail(refused(CLOSE.DECODE_ERROR, "intents must be an integer."))
  const verdict = judgeIntents(intents, flags)
  if (verdict.ok) return Effect.succeed(intents)
  const reason = verdict.code === 4013 ? CLOSE.INVALID_INTENTS : CLOSE.DISALLOWED_INTENTS
  return Effect.fail(refused(reason, `${verdict.because}.`))
}

/** The number of guilds that READY lists for its shard. */
const guildsIn = (ready: object): number => ("guilds" in ready && Array.isArray(ready.guilds) ? ready.guilds.length : 0)

const NO_TOKEN = "It is the token of no bot here, and of no user with the scope gateway.connect."

const login = ({ standsFor }: Connection, token: string) =>
  GatewayLogin.authenticate(token).pipe(
    Effect.catchTag("Unauthorized", (error) =>
      standsFor === undefined
        ? Effect.fail(error)
        : Effect.flatMap(StandIn.of(token, standsFor), (own) => GatewayLogin.authenticate(own.token))
    ),
    Effect.catchTag("Unauthorized", () => Effect.fail(refused(CLOSE.AUTHENTICATION_FAILED, NO_TOKEN)))
  )

/** Performs a planned fault on this step; true if the step ends with it. */
const isHit = Effect.fnUntraced(function* (
  { registry }: Parts,
  connection: Connection,
  application_id: string,
  event: "IDENTIFY" | "RESUME",
  session_id?: string
) {
  const act = yield* (yield* PlannedFaults).claim({ surface: "gateway", application_id, event, session_id })
  if (act === undefined) return false
  performAct(registry, connection, act)
  return act.drop === true || act.disconnect !== undefined || act.invalid_session !== undefined
})

/** Sends READY, the guilds, and then everything that happened since the snapshot. */
const open = Effect.fnUntraced(function* (
  { registry, sendTo, journal }: Parts,
  connection: Connection,
  session: Session,
  asked: Identify,
  since: Mark
) {
  const { application_id, user_id, shard } = session
  const { position, ready, guilds, lobbies, facts } =
    user_id === undefined ? yield* botSnapshot(session, asked) : yield* clientSnapshot(session)
  const begins = session.startingWith(
    position,
    guilds.map(({ id }) => id),
    lobbies
  )
  yield* journal.keep(session, since, 1 + guilds.length, begins)
  if (session.isFlooded) return yield* refused(CLOSE.UNKNOWN_ERROR, "Too much happened while the session began.")
  // The client never learned of this session.
  if (connection.isClosed) return registry.forget(session)
  if (asked.compress) connection.compressPayloads()
  const data = { v: connection.version, ...ready, session_id: session.id, resume_gateway_url: connection.url }
  sendTo(session, payload("READY", JSON.stringify(user_id === undefined ? { ...data, shard } : data)))
  for (const { d } of guilds) sendTo(session, payload("GUILD_CREATE", JSON.stringify(d)))
  // Report the start before the waiting events run: one of them may end the session.
  registry.began(session, false)
  session.heard = session.seq
  session.open(
    position,
    guilds.map(({ id }) => id),
    lobbies
  )
  registry.presenceChanged(session)
  if (user_id === undefined && asked.presence != null) yield* setPresence(connection, session, asked.presence)
  yield* Effect.logInfo(user_id === undefined ? "A gateway session began" : "A client session began").pipe(
    Effect.annotateLogs({ application_id, session_id: session.id, ...facts })
  )
})

/** Sets what the others see of a bot. */
export const setPresence = (connection: Connection, { application_id }: Session, sent: unknown) =>
  Result.match(decodeBotPresence(sent), {
    onFailure: (because) => connection.ignored("presence", because) ?? Effect.void,
    onSuccess: (wanted) =>
      Effect.catchTag(UserPresences.setByBot(application_id, wanted), "UnknownApplication", () => Effect.void)
  })
