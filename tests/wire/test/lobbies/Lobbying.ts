/** Two applications with lobbies over HTTP, and functions to drive both. */
import * as EmbeddedServer from "@backlot/testkit/EmbeddedServer"
import { Effect } from "effect"
import * as Play from "../Harbour.ts"
import { type Call, call, handsOn, type Reply } from "../Stage.ts"

/** The fields of answers that tests read. */
export interface LobbyAnswer {
  readonly id: string
  readonly members: ReadonlyArray<{ readonly id: string }>
  readonly errors: Readonly<Record<string, unknown>>
}

/** The JSON of an answer. */
export const lobbyOf = ({ text }: Reply): LobbyAnswer => JSON.parse(text)

/** Harbour without lobbies, on a frozen clock. */
export const started = Effect.fnUntraced(function* (options: Partial<EmbeddedServer.EmbeddedServerOptions> = {}) {
  const { addresses } = yield* EmbeddedServer.start({
    world: { ...Play.harbour(null), lobbies: [] },
    clock: "frozen",
    ...options
  })
  const as =
    (authorization: string) =>
    (path: string, asked: Call = {}) =>
      call(`${addresses.url}/api/v10${path}`, { ...asked, headers: { ...asked.headers, authorization } })
  return { ...handsOn(addresses.url), as, theirs: as("Bot stranger-bot-token"), mine: as(`Bot ${Play.BOT_TOKEN}`) }
})
