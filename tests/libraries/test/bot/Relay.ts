/**
 * A bot reaches its server through this: bytes pass, with the server's port replaced by the relay's own so that the
 * gateway is reached through it too, and with the heartbeat interval of HELLO replaced by a short one, so that no test
 * waits for minutes. Both replacements are as long as what they replace.
 */
import { once } from "node:events"
import { type AddressInfo, connect, createServer, type Socket } from "node:net"
import { endTogether } from "@backlot/postgres/Ends"

export interface Relay {
  readonly rest_url: string
  /** What came to the bot, byte by byte: what was compressed can not be read here. */
  readonly toBot: () => string
  /** Cuts every connection of the bot. */
  readonly cut: () => void
  readonly stop: () => Promise<void>
}

export const startRelay = async (restUrl: string, heartbeatMs: number): Promise<Relay> => {
  const { port } = new URL(restUrl)
  const sockets = new Set<Socket>()
  const passed: Array<string> = []
  const server = createServer((bot) => {
    const service = connect(Number(port), "127.0.0.1")
    endTogether(bot, service, sockets)
    bot.on("data", (bytes: Buffer) => service.write(bytes))
    service.on("data", (bytes: Buffer) => {
      passed.push(bytes.toString("latin1"))
      bot.write(replaced(bytes))
    })
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  // A TCP listener has an address with a port.
  const own = String((server.address() as AddressInfo).port)
  const replaced = (bytes: Buffer): Buffer =>
    Buffer.from(
      bytes
        .toString("latin1")
        .replaceAll(`ws://127.0.0.1:${port}`, () => `ws://127.0.0.1:${own.padStart(port.length, "0")}`)
        .replace(/(?<="heartbeat_interval":)\d+/, (interval) => String(heartbeatMs).padStart(interval.length, " ")),
      "latin1"
    )
  const cut = () => {
    for (const socket of sockets) socket.resetAndDestroy()
  }
  return {
    rest_url: restUrl.replace(port, own),
    toBot: () => passed.join(""),
    cut,
    stop: async () => {
      cut()
      await new Promise((resolve) => server.close(resolve))
    }
  }
}
