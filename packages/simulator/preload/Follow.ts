/** Asks the server for the clock by long polls on a connection of its own, and says when this program is idle. */
import http from "node:http"
import https from "node:https"
import { ignore } from "./Sockets.ts"

export interface Told {
  readonly state: string
  readonly now: string
  readonly mode: "real" | "frozen"
  readonly timers: "run" | "stand"
}

/** The server does not know this call, or does not allow it. */
export class Refused extends Error {}

export type Ask = (query: Readonly<Record<string, string | undefined>>) => Promise<Told>

/** The program ends although a poll is open, but for the first one. */
export const asking = (control: string, token: string | undefined): Ask => {
  const url = new URL(`${control}/clock/follow`)
  const { get, Agent } = url.protocol === "https:" ? https : http
  const agent = new Agent({ keepAlive: true, maxSockets: 2 })
  const headers = token === undefined || token === "" ? {} : { authorization: `Bearer ${token}` }
  let isFirst = true
  return (query) =>
    new Promise((resolve, reject) => {
      const asked = new URLSearchParams(Object.entries(query).flatMap(([k, v]) => (v === undefined ? [] : [[k, v]])))
      const request = get(`${url}?${asked}`, { agent, headers }, (response) => {
        let text = ""
        response.setEncoding("utf8")
        response.on("data", (part: string) => {
          text += part
        })
        response.on("error", reject)
        response.on("end", () => {
          isFirst = false
          if (response.statusCode !== 200) return reject(new Refused(`${response.statusCode} ${text.slice(0, 200)}`))
          try {
            resolve(JSON.parse(text))
          } catch (error) {
            reject(error)
          }
        })
      })
      request.on("error", reject)
      request.on("socket", (socket) => {
        ignore(socket)
        if (!isFirst) socket.unref()
      })
    })
}
