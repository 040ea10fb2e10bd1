/** The interactions endpoint: an HTTP server that checks signatures and answers. */
import { createServer, type IncomingMessage, type Server } from "node:http"
import type { APIInteraction } from "discord-api-types/v10"
import { verifyKey } from "discord-interactions"
import type { Reply } from "./Answers.ts"

export interface EndpointOptions {
  /** 64 hex digits. */
  readonly publicKey: string
  readonly reply: (interaction: APIInteraction) => Reply
  /** Called when a deferral has been sent. */
  readonly deferred: (interaction: APIInteraction, later: NonNullable<Reply["later"]>) => void
}

const maxBytes = 1024 * 1024

export const endpoint = ({ publicKey, reply, deferred }: EndpointOptions): Server =>
  createServer(async (request, response) => {
    const answer = (status: number, body: unknown) =>
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body))
    try {
      if (request.method !== "POST") return void answer(405, { error: "interactions come by POST" })
      const raw = await read(request)
      if (!(await isSigned(request, raw, publicKey))) return void answer(401, { error: "invalid request signature" })
      // The signature proves that the service wrote it.
      const interaction = JSON.parse(raw.toString()) as APIInteraction
      const { response: body, later } = reply(interaction)
      if (later !== undefined) response.once("finish", () => deferred(interaction, later))
      answer(200, body)
    } catch (error) {
      console.error("demo app:", error)
      answer(500, { error: "internal error" })
    }
  })

const isSigned = async ({ headers }: IncomingMessage, raw: Buffer, publicKey: string): Promise<boolean> => {
  const signature = headers["x-signature-ed25519"]
  const timestamp = headers["x-signature-timestamp"]
  return (
    typeof signature === "string" && typeof timestamp === "string" && verifyKey(raw, signature, timestamp, publicKey)
  )
}

const read = async (request: IncomingMessage): Promise<Buffer> => {
  const chunks: Array<Buffer> = []
  let bytes = 0
  for await (const chunk of request) {
    bytes += chunk.length
    if (bytes > maxBytes) throw new Error(`a request has more than ${maxBytes} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
