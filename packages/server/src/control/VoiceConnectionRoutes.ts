/** The voice connections of all servers. Our choice: docs/choices.md "Control plane". */
import { shared as limits } from "@backlot/domain/base/KeptLimits"
import { Servers } from "@backlot/ports/Servers"
import * as OtherServers from "@backlot/usecases/event/OtherServers"
import { Effect, Stream } from "effect"
import { type VoiceRegistry, VoiceServers } from "../voice/VoiceRegistry.ts"
import type { VoiceSession } from "../voice/VoiceSession.ts"

const TOPIC = "voice_connections"

/** Part of what one server has. */
interface Part {
  readonly connections: ReadonlyArray<ReturnType<typeof shown> & { readonly server?: string }>
  readonly stray_packets: number
}

export const voiceConnectionRoutes = {
  list_voice_connections: Effect.fnUntraced(function* () {
    const own: Part = partOf(yield* VoiceServers)
    const { isAlone, self } = yield* Servers
    if (isAlone) return own
    const others = (yield* OtherServers.ask<Part>(TOPIC, null)).map(({ server, said }) => named(said, server))
    const parts = [named(own, self), ...others]
    return {
      connections: parts.flatMap(({ connections }) => connections),
      stray_packets: parts.reduce((sum, { stray_packets }) => sum + stray_packets, 0)
    }
  })
}

/** Lets other servers show the connections of this one. */
export const answerVoiceConnections = Effect.gen(function* () {
  const registry = yield* VoiceServers
  yield* OtherServers.answer(TOPIC, () => Stream.suspend(() => Stream.fromIterable(inParts(partOf(registry)))))
})

const inParts = ({ connections, stray_packets }: Part): ReadonlyArray<Part> => [
  { connections: connections.slice(0, limits.sessions), stray_packets },
  ...Array.from({ length: Math.ceil(connections.length / limits.sessions) - 1 }, (_, at) => ({
    connections: connections.slice((at + 1) * limits.sessions, (at + 2) * limits.sessions),
    stray_packets: 0
  }))
]

const partOf = ({ sessions, strayPackets }: VoiceRegistry): Part => ({
  connections: [...sessions.values()].map(shown),
  stray_packets: strayPackets
})

const named = ({ connections, stray_packets }: Part, server: string): Part => ({
  connections: connections.map((connection) => ({ ...connection, server })),
  stray_packets
})

const shown = ({ place, link, mode, ssrc, speaking, packets, bytes, keepAlives, dropped }: VoiceSession) => ({
  ...place,
  connected: link !== undefined,
  ...(link === undefined ? {} : { version: link.version }),
  ready: mode !== undefined,
  ...(mode === undefined ? {} : { mode }),
  ssrc,
  speaking,
  packets,
  bytes,
  keep_alives: keepAlives,
  dropped
})
