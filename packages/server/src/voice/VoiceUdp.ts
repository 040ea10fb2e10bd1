/**
 * The UDP socket of all voice sessions of this server. It answers a session's own address alone, and never with more than
 * was sent. Sound is counted and dropped.
 */
import { createSocket, type RemoteInfo, type Socket } from "node:dgram"
import { isIPv6 } from "node:net"
import { discoveryResponse, readPacket } from "@backlot/domain/gateway/VoicePacket"
import type { VoiceRegistry } from "./VoiceRegistry.ts"

export interface VoiceUdp {
  /** Calls `then` with the port, or with undefined where no socket could be bound. The first call binds it. */
  readonly open: (then: (port: number | undefined) => void) => void
  readonly close: () => void
}

export interface UdpOptions {
  readonly registry: VoiceRegistry
  /** Where the server listens. */
  readonly host: string
  /** 0 picks any free port. */
  readonly port: number
  /** Called once for a socket that can not be bound, or breaks. */
  readonly failed: (cause: Error) => void
}

export const makeUdp = ({ registry, host, port, failed }: UdpOptions): VoiceUdp => {
  let socket: Socket | undefined
  let bound: number | undefined
  const waiting: Array<(port: number | undefined) => void> = []

  const settle = (port: number | undefined) => {
    bound = port
    for (const then of waiting.splice(0)) then(port)
  }

  const bind = () => {
    const made = createSocket({ type: isIPv6(host) ? "udp6" : "udp4" })
    socket = made
    made.on("error", (cause) => {
      failed(cause)
      if (socket === made) socket = undefined
      made.close()
      settle(undefined)
    })
    made.on("message", (bytes, from) => receive(registry, made, bytes, from))
    made.bind({ address: host, port, exclusive: true }, () => settle(made.address().port))
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
      bound = undefined
      settle(undefined)
    }
  }
}

const receive = (registry: VoiceRegistry, socket: Socket, bytes: Uint8Array, from: RemoteInfo): void => {
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
  if (!session.admits(registry.now())) {
    session.dropped += 1
    return
  }
  // A lost answer is asked for again.
  const answer = (answered: Uint8Array) => socket.send(answered, from.port, from.address, () => {})
  if (packet.kind === "discovery") {
    registry.move(session, sender)
    answer(discoveryResponse(packet.ssrc, from.address.replace(/^::ffff:/, ""), from.port))
  } else if (packet.kind === "keep-alive") {
    session.keepAlives += 1
    answer(bytes)
  } else if (session.mode === undefined || (session.address ?? sender) !== sender) session.dropped += 1
  else {
    if (session.address === undefined) registry.move(session, sender)
    session.packets += 1
    session.bytes += bytes.length
  }
}
