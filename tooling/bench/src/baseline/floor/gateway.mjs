/** The gateway: log-ins with the given opening frames, and dispatches, each encoded once for all its sessions. */
import { WebSocketServer } from "ws"
import { hashOf } from "./state.mjs"

/**
 * @typedef {object} Session
 * @property {import("ws").WebSocket} socket
 * @property {string} application
 * @property {number} intents
 * @property {number} seq
 * @property {Array<string>} sent For a resume; the newest.
 *
 * @typedef {ReturnType<typeof gatewayOf>} Gateway
 */

const HELLO = '{"t":null,"s":null,"op":10,"d":{"heartbeat_interval":41250,"_trace":[]}}'
const ACK = '{"t":null,"s":null,"op":11,"d":null}'
const GUILD_MESSAGES = 1 << 9
const RESUMABLE = 100
const TEXT = { binary: false }

/**
 * @param {import("./state.mjs").State} state
 * @param {ReadonlyArray<string>} opening The frames of a log-in, whole.
 */
export const gatewayOf = ({ credentials, guilds }, opening) => {
  /** @type {Set<Session>} */
  const sessions = new Set()
  const server = new WebSocketServer({ noServer: true, perMessageDeflate: false })

  /** @type {(session: Session, event: string, data: string) => void} */
  const send = (session, event, data) => {
    session.seq += 1
    const frame = `{"t":"${event}","s":${session.seq},"op":0,"d":${data}}`
    session.sent.push(frame)
    if (session.sent.length > RESUMABLE) session.sent.shift()
    session.socket.send(frame, TEXT)
  }

  /** @type {(socket: import("ws").WebSocket, data: { token?: unknown, intents?: unknown }) => void} */
  const identify = (socket, { token, intents }) => {
    const credential = typeof token === "string" ? credentials.get(hashOf(token.replace(/^Bot /, ""))) : undefined
    if (credential?.kind !== "bot" || !Number.isSafeInteger(intents)) return socket.close(4004)
    const session = {
      socket,
      application: credential.application_id,
      intents: Number(intents),
      seq: opening.length,
      sent: []
    }
    for (const frame of opening) socket.send(frame, TEXT)
    sessions.add(session)
    socket.on("close", () => sessions.delete(session))
    return undefined
  }

  return {
    /** @type {(request: import("node:http").IncomingMessage, socket: import("node:stream").Duplex, head: Buffer) => void} */
    upgrade: (request, socket, head) =>
      server.handleUpgrade(request, socket, head, (accepted) => {
        accepted.on("message", (message) => {
          const { op, d } = JSON.parse(String(message))
          if (op === 1) accepted.send(ACK, TEXT)
          if (op === 2) identify(accepted, d)
        })
        accepted.send(HELLO, TEXT)
      }),
    /** @param {string} application */
    sessionsOf: (application) => [...sessions].filter((session) => session.application === application),
    /** @type {(to: ReadonlyArray<Session>, event: string, data: string) => void} */
    dispatch: (to, event, data) => {
      for (const session of to) send(session, event, data)
    },
    /** A new message, for whoever listens to messages there. @type {(guild: string, message: string) => void} */
    say: (guild, message) => {
      const installs = guilds.get(guild)?.installs ?? []
      for (const session of sessions) {
        const isIn = installs.some((one) => one.application_id === session.application)
        if (isIn && (session.intents & GUILD_MESSAGES) !== 0) send(session, "MESSAGE_CREATE", message)
      }
    }
  }
}
