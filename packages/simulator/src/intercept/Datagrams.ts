/** Datagrams over a connection, such as those of voice: each behind its length in two bytes. Needs nothing but Node. */
import { createSocket, type Socket as DatagramSocket, type RemoteInfo } from "node:dgram"
import type { Socket } from "node:net"

/** Bytes that may wait to be sent; what comes then is lost, as datagrams are. */
const WAITING = 1024 * 1024

const write = (socket: Socket, bytes: Buffer): void => {
  if (socket.destroyed || socket.writableLength > WAITING) return
  const length = Buffer.alloc(2)
  length.writeUInt16BE(bytes.length)
  socket.write(Buffer.concat([length, bytes]))
}

const read = (socket: Socket, take: (bytes: Buffer) => void): void => {
  let begun = Buffer.alloc(0)
  socket.on("data", (bytes: Buffer) => {
    begun = Buffer.concat([begun, bytes])
    while (begun.length >= 2 && begun.length >= 2 + begun.readUInt16BE(0)) {
      const end = 2 + begun.readUInt16BE(0)
      take(begun.subarray(2, end))
      begun = begun.subarray(end)
    }
  })
}

/** The outer side: speaks to this port for one program. */
export const speak = (socket: Socket, port: number): void => {
  const own = createSocket("udp4")
  own.on("error", () => socket.destroy())
  own.on("message", (bytes) => write(socket, bytes))
  socket.on("close", () => own.close())
  read(socket, (bytes) => own.send(bytes, port, "127.0.0.1"))
  socket.resume()
}

/** Programs that speak to one port at a time. */
const SPEAKERS = 64
/** Milliseconds after which somebody who says nothing is forgotten. */
const SILENT = 60_000

/** The inner side: listens on these ports where the outer one does. `open` gives a connection to the outer side. */
export const hear = (open: (port: number) => Socket) => {
  const held = new Map<number, DatagramSocket>()
  const start = (port: number) => {
    const speakers = new Map<string, Socket>()
    const own = createSocket("udp4")
    const speakerOf = ({ address, port: from }: RemoteInfo): Socket | undefined => {
      const name = `${address}:${from}`
      const known = speakers.get(name)
      if (known !== undefined || speakers.size >= SPEAKERS) return known
      const socket = open(port).setTimeout(SILENT, () => socket.destroy())
      speakers.set(name, socket)
      socket.on("error", () => socket.destroy()).on("close", () => speakers.delete(name))
      read(socket, (bytes) => own.send(bytes, from, address))
      return socket
    }
    own.on("message", (bytes, from) => {
      const speaker = speakerOf(from)
      if (speaker !== undefined) write(speaker, bytes)
    })
    // Somebody here has the port.
    own.on("error", () => held.delete(port))
    own.on("close", () => {
      for (const socket of speakers.values()) socket.destroy()
    })
    held.set(port, own)
    own.bind(port, "127.0.0.1")
  }
  return (ports: ReadonlyArray<number>): void => {
    for (const [port, own] of held) {
      if (ports.includes(port)) continue
      held.delete(port)
      own.close()
    }
    for (const port of ports) if (!held.has(port)) start(port)
  }
}
