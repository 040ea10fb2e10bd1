/**
 * The UDP socket of all voice sessions of this server. It answers a session's own address alone, at a bounded rate, and never
 * with more than was sent. Sound is counted and dropped.
 */
import { createSocket, type RemoteInfo, type Socket } from "node:dgram"
import { isIPv6 } from "node:net"
import { discoveryResponse, readPacket } from "@backlot/domain/gateway/VoicePacket"
import type { VoiceRegistry } from "./VoiceRegistry.ts"

export interface VoiceUdp {
  /** Calls `then` with the port, or with why no socket could be bound. The first call binds it, and one after a failure. */
  readonly open: (then: (opened: number | Error) => void) => void
  readonly close: () => void
}

type Sender = Pick<RemoteInfo, "address" | "port">

export interface UdpOptions {
  readonly registry: VoiceRegistry
  /** Where the server listens. */
  readonly host: string
  /** 0 picks any free port. */
  readonly port: number
  /** Called once for a socket that breaks, or can not be bound again. */
  readonly failed: (cause: Error) => void
}

export const makeUdp = ({ registry, host, port, failed }: UdpOptions): VoiceUdp => {
  let socket: Socket | undefined
  let bound: number | undefined
  /** Whether it was ever bound. Who opens it first is told of a failure, and nobody else. */
  let isInUse = false
  const waiting: Array<(opened: number | Error) => void> = []

  const settle = (opened: number | Error) => {
    bound = typeof opened === "number" ? opened : undefined
    for (const then of waiting.splice(0)) then(opened)
  }

  const bind = () => {
    const made = createSocket({ type: isIPv6(host) ? "udp6" : "udp4" })
    socket = made
    made.on("error", (cause) => {
      if (isInUse) failed(cause)
      if (socket === made) socket = undefined
      made.close()
      settle(cause)
    })
    // A lost answer is asked for again.
    const answer = (bytes: Uint8Array, to: Sender) => made.send(bytes, to.port, to.address, () => {})
    made.on("message", (bytes, from) => receive(registry, answer, bytes, from))
    made.bind({ address: host, port, exclusive: true }, () => {
      isInUse = true
      settle(made.address().port)
    })
    // It keeps no process alive: the listener does.
    made.unref()
  }

  return {
    open: (then) => {
      if (bound !== undefined) then(bound)
      else {
        waiting.push(then)
        if (socket === undefined) bind()
      }
    },
    close: () => {
      socket?.close()
      socket = undefined
      settle(new Error("The server stops."))
    }
  }
}

/** Takes one packet. `answer` sends. */
export const receive = (
  registry: VoiceRegistry,
  answer: (bytes: Uint8Array, from: Sender) => void,
  bytes: Uint8Array,
  from: Sender
): void => {
  const packet = readPacket(bytes)
  const sender = `${from.address}:${from.port}`
  const session =
    packet === undefined
      ? undefined
      : packet.kind === "keep-alive"
        ? registry.at(sender)
        : registry.withSsrc(packet.ssrc)
  if (packet === undefined || session === undefined) {
    registry.strayPackets += 1
    return
  }
  const now = registry.now()
  const isAnswered = packet.kind !== "sound"
  const isWithin =
    session.packetRate.admits(now) &&
    registry.packetRate.admits(now) &&
    (!isAnswered || (session.answerRate.admits(now) && registry.answerRate.admits(now)))
  // Whoever is in the channel knows the ssrc: its address stays once it is ready.
  const isOwn = (session.address ?? sender) === sender
  const isEarly = session.mode === undefined
  if (!isWithin || (packet.kind === "sound" ? isEarly || !isOwn : !isEarly && !isOwn)) {
    session.dropped += 1
    return
  }
  if (packet.kind !== "keep-alive" && session.address !== sender) registry.move(session, sender)
  if (packet.kind === "discovery") {
    answer(discoveryResponse(packet.ssrc, from.address.replace(/^::ffff:/, ""), from.port), from)
  } else if (packet.kind === "keep-alive") {
    session.keepAlives += 1
    answer(bytes, from)
  } else {
    session.packets += 1
    session.bytes += bytes.length
  }
}
