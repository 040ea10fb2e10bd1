/** Sees what this process's HTTP servers send and receive: payloads to apps, and messages from the API. */
import { tapAnswers } from "@backlot/official/AnswerTap"
import { judge, judgePayload, type Kind, type TypeName } from "./Judge.ts"
import { tapRequests } from "./RequestTap.ts"

export interface Seen {
  readonly what: "payload" | "message"
  readonly body: string
  /** Every deviation, one line each; empty when it conforms. The first look may take seconds. */
  readonly deviations: () => ReadonlyArray<string>
}

/** Tells `note` of each payload that an app in this process receives, and of each message that the API answers with. */
export const watch = (note: (seen: Seen) => void): void => {
  // Only the platform signs requests.
  tapRequests(
    ({ headers }) => headers["x-signature-ed25519"] !== undefined,
    (body) => note({ what: "payload", body, deviations: () => judged(body, judgePayload) })
  )
  tapAnswers(
    (method, target) => messageIn(method, target) !== undefined,
    ({ method, target, status, body }) => {
      const type = messageIn(method, target)
      // Neither a failure nor an answer without a body.
      if (type === undefined || status !== 200 || body === "") return
      note({ what: "message", body, deviations: () => judged(body, (message) => judge(type, message)) })
    }
  )
}

const judged = (body: string, judge: (value: Kind) => ReadonlyArray<string>): ReadonlyArray<string> => {
  try {
    return judge(JSON.parse(body))
  } catch (cause) {
    return [`can not be judged: ${cause}`]
  }
}

/** The published type of what a request is answered with when that is a message, or holds one. */
const messageIn = (method: string, target: string): TypeName | undefined =>
  ROUTES.find((route) => route.method.test(method) && route.path.test(target.split("?", 1).join("")))?.type

const ROUTES: ReadonlyArray<{ readonly method: RegExp; readonly path: RegExp; readonly type: TypeName }> = [
  { method: /^POST$/, path: /^\/api(\/v\d+)?\/webhooks\/\d+\/[^/]+\/?$/, type: "APIMessage" },
  { method: /^(GET|PATCH)$/, path: /^\/api(\/v\d+)?\/webhooks\/\d+\/[^/]+\/messages\/[^/]+\/?$/, type: "APIMessage" },
  {
    method: /^POST$/,
    path: /^\/api(\/v\d+)?\/interactions\/\d+\/[^/]+\/callback\/?$/,
    type: "RESTPostAPIInteractionCallbackWithResponseResult"
  }
]
