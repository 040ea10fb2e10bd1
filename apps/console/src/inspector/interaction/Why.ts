/** Why each step of an interaction is there: what the service does, and what decides it. */
import type { Detail } from "./Timeline.ts"

type Why = string | ((detail: Detail) => string)

const WHY: Readonly<Record<string, Why>> = {
  evaluated:
    "Before anything is sent, the service walks through the same steps as the picker: does the command exist, is the app installed, does this channel allow it, and do permissions and overwrites. The first step that fails refuses the use.",
  created:
    "The use got an id and a token. The app has 3 seconds for its first answer and 15 minutes for everything else that uses the token, both on the service clock.",
  delivering:
    "The application has an interactions endpoint URL, so the interaction goes there as a signed POST and not over the gateway. The app must check the signature with its public key and answer within 3 seconds.",
  dispatching:
    "The application has no interactions endpoint URL, so its bot gets INTERACTION_CREATE over the gateway and answers by calling the callback endpoint.",
  queued: "The service sends only so many requests to one app at a time. This one waits; its 3 seconds run meanwhile.",
  released: "A delivery holds its connection no longer than the app has time to answer.",
  not_delivered: "The time to answer was over before this interaction could be sent.",
  undeliverable:
    "There is neither an endpoint URL nor a connected gateway session of the bot. Start the bot, or set the URL in the world editor.",
  awaited:
    "The bot lost its connection but may resume its session. The interaction is replayed then, if its time is not over.",
  answered: ({ status }) =>
    status === undefined
      ? "The request failed before there was a status: the connection was refused, broke off, or took too long."
      : Number(status) === 202
        ? "202 without a body says that the answer comes by the callback endpoint."
        : "The body of the answer is the callback: its type says what the user sees. Any other status than 200 or 202 fails the interaction.",
  awaiting_callback:
    "The app took the interaction and will answer by POST /interactions/{id}/{token}/callback within the 3 seconds.",
  acknowledged: ({ callback_type }) =>
    Number(callback_type) === 5 || Number(callback_type) === 6
      ? "A deferral stops the 3 seconds. The app completes it with its token within 15 minutes, by a PATCH of @original or a follow-up."
      : "The first valid callback is the answer; a second one is refused with 40060. From now on the app uses the token for follow-ups and edits.",
  answer_ignored: "Only the first answer counts, and only in time.",
  called: ({ outcome, code }) =>
    outcome === "refused"
      ? (REFUSALS[Number(code)] ??
        "The service refused the call, and nothing changed. The fields that broke rules are in the faults.")
      : "The call named the interaction by its token, which was valid, and its body kept the rules.",
  follow_up: "POST of the interaction's webhook makes a further message. After a deferral the first one completes it.",
  message_edited: "PATCH of @original, or of a follow-up by its id.",
  message_deleted: "DELETE of @original, or of a follow-up by its id.",
  forced_ephemeral: "Only the person who used the command sees it, whatever the app's flags said.",
  unknown_fields:
    "The platform ignores fields that it does not know. They are reported because most are typing errors.",
  responded: "The user has an answer.",
  failed: "The user reads that the interaction failed. The sentence says what the app has to change.",
  timed_out: "No valid answer came within 3 seconds of the service clock.",
  launched:
    "Commands of the type PRIMARY_ENTRY_POINT with the handler of the service start the Activity without asking the app.",
  fault: "Somebody planned a fault that matched this request. See the view Faults."
}

const REFUSALS: Readonly<Record<number, string>> = {
  10015: "No webhook has this id and token: the token belongs to another interaction or does not exist.",
  10062:
    "The service knows no interaction of this id and token that can still be answered: it was too late, or the token is another's.",
  40060:
    "The interaction has been acknowledged already. Use the webhook endpoints for everything after the first answer.",
  50027: "The token is older than 15 minutes.",
  50035: "The body breaks rules; each fault names its field."
}

export const whyOf = (what: string, detail: Detail): string | undefined => {
  const why = WHY[what]
  return typeof why === "function" ? why(detail) : why
}
