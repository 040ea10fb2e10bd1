/** The few calls of the REST API that this app makes. */
import type { RESTPutAPIApplicationCommandsJSONBody } from "discord-api-types/v10"

export interface Account {
  /** Where the API stands, without its version. */
  readonly restUrl: string
  readonly id: string
  readonly token: string
}

export const registerCommands = ({ restUrl, id, token }: Account, commands: RESTPutAPIApplicationCommandsJSONBody) =>
  send("PUT", `${restUrl}/v10/applications/${id}/commands`, commands, token)

export const setEndpoint = ({ restUrl, token }: Account, url: string) =>
  send("PATCH", `${restUrl}/v10/applications/@me`, { interactions_endpoint_url: url }, token)

/** What an interaction's own token allows: no bot token needed. */
export const editOriginal = ({ restUrl, id }: Account, interactionToken: string, content: string) =>
  send("PATCH", `${restUrl}/v10/webhooks/${id}/${interactionToken}/messages/@original`, { content })

export const followUp = ({ restUrl, id }: Account, interactionToken: string, content: string) =>
  send("POST", `${restUrl}/v10/webhooks/${id}/${interactionToken}`, { content })

/** The API said no; trying the same again would not help. */
export class Refused extends Error {}

const send = async (method: string, url: string, body: unknown, botToken?: string): Promise<void> => {
  const response = await fetch(url, {
    method,
    headers: {
      "content-type": "application/json",
      ...(botToken === undefined ? {} : { authorization: `Bot ${botToken}` })
    },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(10_000)
  })
  const text = await response.text()
  if (response.ok) return
  const message = `${method} ${new URL(url).pathname} was answered with ${response.status}: ${text}`
  throw response.status >= 500 ? new Error(message) : new Refused(message)
}
