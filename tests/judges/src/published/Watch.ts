/**
 * Watches the traffic of this process's servers and clients: payloads to apps, messages from the API, dispatches of the
 * gateway.
 */
import { tapAnswers } from "../official/AnswerTap.mjs"
import { judgeDispatch } from "./DispatchJudge.ts"
import { readDispatch, tapDispatches } from "./DispatchTap.ts"
import { judge, judgePayload, type Kind, type TypeName } from "./Judge.ts"
import { tapRequests } from "./RequestTap.ts"
import { isWebhookEvent, judgeWebhookEvent } from "./WebhookJudge.ts"

export interface Seen {
  readonly what: "payload" | "message" | "dispatch"
  readonly body: string
  /** All deviations, one line each; empty when it conforms. The first call may take seconds. */
  readonly deviations: () => ReadonlyArray<string>
}

/**
 * Reports each payload that an app in this process receives, each message in an answer of the API, and each dispatch
 * that a session in this process receives.
 */
export const watch = (told: (seen: Seen) => void): void => {
  const isWatching = listener !== undefined
  listener = told
  // Test files of one process run one after the other; the hooks stay.
  if (isWatching) return
  const note = (seen: Seen) => listener?.(seen)
  // Only the platform signs requests.
  tapRequests(
    ({ headers }) => headers["x-signature-ed25519"] !== undefined,
    (body) => note({ what: "payload", body, deviations: () => judged(body, judgeSigned) })
  )
  tapAnswers(
    (method, target) => messageIn(method, target) !== undefined,
    ({ method, target, status, body }) => {
      const type = messageIn(method, target)
      // Skip failures and answers without a body.
      if (type === undefined || status !== 200 || body === "") return
      note({ what: "message", body, deviations: () => judged(body, (message) => judge(type, message)) })
    }
  )
  tapDispatches((body) => note({ what: "dispatch", body, deviations: () => judgedDispatch(body) }))
}

let listener: ((seen: Seen) => void) | undefined

const judgedDispatch = (body: string): ReadonlyArray<string> => {
  const { t, d } = readDispatch(body)
  return judgeDispatch(t, d)
}

const judgeSigned = (payload: Kind) => (isWebhookEvent(payload) ? judgeWebhookEvent(payload) : judgePayload(payload))

const judged = (body: string, judge: (value: Kind) => ReadonlyArray<string>): ReadonlyArray<string> => {
  try {
    return judge(JSON.parse(body))
  } catch (cause) {
    return [`can not be judged: ${cause}`]
  }
}

/** The published type of the answer when it is a message or contains one. */
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
