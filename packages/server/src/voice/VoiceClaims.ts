/**
 * What servers that share a store ask each other about voice: a bot may have its session of the gateway on one and its voice
 * connection on another. The server that told the bot judges its token. Our choice: docs/choices.md "Voice".
 */
import { voice } from "@backlot/domain/base/VoiceLimits"
import { Servers } from "@backlot/ports/Servers"
import { VOICE_CLOSE } from "@backlot/protocol/gateway/VoiceGateway"
import * as OtherServers from "@backlot/usecases/event/OtherServers"
import { Effect, Stream } from "effect"
import type { Claim, Claimed, Refused, VoiceRegistry } from "./VoiceRegistry.ts"
import type { VoicePlace } from "./VoiceSession.ts"

const TOPIC = "voice"

type Question = { readonly claim: Claim } | { readonly busy: VoicePlace }
/** Null from a server that knows nothing of it. */
type Answer = Claimed | Refused | boolean | null

/** Answers the others until the scope closes. */
export const answerClaims = Effect.fnUntraced(function* (registry: VoiceRegistry) {
  registry.isAlone = (yield* Servers).isAlone
  yield* OtherServers.answer<Question, Answer>(TOPIC, (asked) => Stream.sync(() => answerOf(registry, asked)))
})

const answerOf = (registry: VoiceRegistry, asked: Question): Answer => {
  if ("busy" in asked) return registry.isBusy(asked.busy)
  if (!registry.isUnknown(asked.claim)) return registry.claim(asked.claim, true)
  const refused = registry.unknown(asked.claim)
  return refused.reason.code === VOICE_CLOSE.SESSION_INVALID.code ? refused : null
}

/** What the token leads to that another server told a bot; undefined if none that lives did. */
export const claimElsewhere = Effect.fnUntraced(function* (claim: Claim) {
  const answers = (yield* OtherServers.ask<Claimed | Refused | null>(TOPIC, { claim } satisfies Question)).map(
    ({ said }) => said
  )
  const known = answers.filter((answer) => answer !== null)
  // Who told the bot of the session knows best why its token is refused.
  return known.find((answer) => "place" in answer) ?? known.find((answer) => "application_id" in answer) ?? known[0]
})

/** Whether a bot that connects once more to the same channel needs a new token. */
export const needsToken = Effect.fnUntraced(function* (registry: Pick<VoiceRegistry, "needsToken">, place: VoicePlace) {
  const isNeeded = registry.needsToken(place)
  if (isNeeded !== undefined) return isNeeded
  const { application_id, user_id, guild_id, channel_id, session_id } = place
  const busy = { application_id, user_id, guild_id, channel_id, session_id }
  const answers = yield* OtherServers.ask<boolean>(TOPIC, { busy } satisfies Question)
  return !answers.some(({ said }) => said)
})

/** Lets only so many questions be under way; gives what ends one, or undefined. */
export const claimSlots = () => {
  let underWay = 0
  return (): (() => void) | undefined => {
    if (underWay >= voice.claims) return undefined
    underWay += 1
    return () => {
      underWay -= 1
    }
  }
}
