/** Requests to a front, as this service knows them: with its own token, and with the id of the application that stands in. */
import type { Snowflake } from "@backlot/domain/base/Snowflake"
import * as StandIn from "@backlot/usecases/access/StandIn"
import { Effect } from "effect"
import type { BodyKind, Sent } from "../http/Sent.ts"
import type { Handle } from "../http/Serving.ts"

/** Real ids that one front remembers, for requests without a bot token. */
const FOREIGN = 16

/** The platform still serves it and calls it deprecated: packages write it into their addresses. */
const DEPRECATED = /^\/api\/v8(?=[/?]|$)/

const BOT = /^Bot ([\x21-\x7e]{1,512})$/

/** Hands on the requests of a program whose bot is this application. */
export const standingIn = <R>(applicationId: Snowflake, handle: Handle<R>) => {
  const known = new Map<Snowflake, Snowflake>()
  const meant = (text: string, kind: BodyKind): string => {
    let own = text
    for (const [foreign, id] of known) if (text.includes(foreign)) own = IN_BODY[kind](own, foreign, id)
    return own
  }
  const renamed = (sent: Sent): Sent => {
    let url = sent.url.replace(DEPRECATED, "/api/v9")
    for (const [foreign, own] of known) if (url.includes(foreign)) url = replaced(url, foreign, own)
    return { ...sent, url, ...(known.size > 0 && { meant }) }
  }
  return (sent: Sent): ReturnType<Handle<R | Effect.Services<ReturnType<typeof StandIn.of>>>> => {
    const token = BOT.exec(sent.headers["authorization"] ?? "")?.[1]
    if (token === undefined) return handle(renamed(sent))
    return StandIn.of(token, applicationId).pipe(
      Effect.map(({ token: own, application_id, foreign_id }): Sent => {
        if (foreign_id !== undefined && known.size < FOREIGN) known.set(foreign_id, application_id)
        return renamed({ ...sent, headers: { ...sent.headers, authorization: `Bot ${own}` } })
      }),
      // The application is gone. The real token goes no further.
      Effect.orElseSucceed((): Sent => ({ ...sent, headers: { ...sent.headers, authorization: "Bot unknown" } })),
      Effect.flatMap(handle)
    )
  }
}

/** Whole parts of the path and values of the query. */
const replaced = (url: string, foreign: Snowflake, own: Snowflake): string =>
  url.replaceAll(new RegExp(`(?<=[/=])${foreign}(?=[/?&]|$)`, "g"), own)

const IN_BODY: Readonly<Record<BodyKind, (text: string, foreign: Snowflake, own: Snowflake) => string>> = {
  /** Whole texts, and mentions. */
  json: (text, foreign, own) => text.replaceAll(new RegExp(`(?<="|<@!?)${foreign}(?=[">])`, "g"), own),
  /** Values. */
  form: (text, foreign, own) => text.replaceAll(new RegExp(`(?<==)${foreign}(?=&|$)`, "g"), own)
}
