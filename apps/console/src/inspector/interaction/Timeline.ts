/** The trace of an interaction as the steps of a history: each with a title, a tone, and where it lies in time. */
import { decisionsOf } from "../decision/Decision.ts"
import type { Tone } from "../part/Bits.tsx"
import { span } from "../part/Spans.ts"
import { CALLBACKS, MEANINGS, optionsText, STATES, type Traced } from "./Kinds.ts"

export type Line = Traced["trace"][number]
export type Detail = Readonly<Record<string, unknown>>

export interface Step {
  readonly key: string
  readonly line: Line
  readonly detail: Detail
  readonly title: string
  readonly note: string
  readonly tone: Tone
  /** Milliseconds after the interaction was made. */
  readonly after: number
  /** How long it took, where it is known. */
  readonly took: number
  /** Fractions of the whole time. */
  readonly from: number
  readonly to: number
}

export const detailOf = (detail: unknown): Detail =>
  typeof detail === "object" && detail !== null && !Array.isArray(detail) ? (detail as Detail) : {}

export const stepsOf = (trace: ReadonlyArray<Line>, createdMs: number): ReadonlyArray<Step> => {
  const spans = trace.map((line) => {
    const took = Number(detailOf(line.detail)["took_ms"] ?? 0)
    const after = Math.max(0, line.at - createdMs)
    return { took, after, begin: Math.max(0, after - took) }
  })
  const whole = Math.max(1, ...spans.map(({ after, took }) => Math.max(after, took)))
  return trace.map((line, at) => {
    const { took = 0, after = 0, begin = 0 } = spans[at] ?? {}
    const detail = detailOf(line.detail)
    return {
      ...{ key: `${at}`, line, detail, took, after },
      ...told(line, detail),
      from: begin / whole,
      to: Math.max(after, begin + took) / whole
    }
  })
}

type Told = Pick<Step, "title" | "note" | "tone">

const told = (line: Line, detail: Detail): Told => {
  const tell = TELLERS[line.what]
  const because = text(detail["because"])
  if (tell !== undefined) return tell(detail, line)
  return { title: line.what.replaceAll("_", " "), note: because, tone: "plain" }
}

const text = (value: unknown): string => (typeof value === "string" || typeof value === "number" ? String(value) : "")
const plain = (title: string, note = "", tone: Tone = "plain"): Told => ({ title, note, tone })

const TELLERS: Readonly<Record<string, (detail: Detail, line: Line) => Told>> = {
  evaluated: (_, { detail }) => {
    const steps = decisionsOf(detail)
    const failed = steps.find(({ outcome }) => outcome === "fail")
    const passed = steps.filter(({ outcome }) => outcome === "pass").length
    return failed === undefined
      ? plain("May be used here", `${passed} of ${steps.length} steps decided`, "good")
      : plain("May not be used here", failed.because, "bad")
  },
  created: ({ options, component, modal }) =>
    plain(
      "Interaction made",
      component === undefined
        ? modal === undefined
          ? optionsText(options)
          : "from a submitted modal"
        : "from a component"
    ),
  delivering: ({ url }) => plain("Sent to the app", text(url), "accent"),
  dispatching: ({ sessions, event }) =>
    plain(
      "Dispatched over the gateway",
      `${text(event)} to ${text(sessions)} session${sessions === 1 ? "" : "s"}`,
      "accent"
    ),
  queued: ({ because }) => plain("Waits for its turn", text(because), "warn"),
  released: ({ because }) => plain("Connection closed", text(because), "warn"),
  not_delivered: ({ because }) => plain("Never sent", text(because), "bad"),
  undeliverable: ({ because }) => plain("Nobody to send it to", text(because), "bad"),
  awaited: ({ because }) => plain("Waits for the bot to come back", text(because), "warn"),
  answered: ({ status, took_ms, because }) =>
    status === undefined
      ? plain("No answer", text(because), "bad")
      : plain(
          `Answered ${text(status)}`,
          took_ms === undefined ? "" : `after ${span(Number(took_ms))}`,
          Number(status) < 300 ? "good" : "bad"
        ),
  awaiting_callback: () => plain("Accepted; the answer comes by a call", "", "accent"),
  acknowledged: ({ callback_type, state }) => {
    const type = Number(callback_type)
    return plain(
      `Acknowledged with ${MEANINGS[type] ?? CALLBACKS[type] ?? `type ${type}`}`,
      `${CALLBACKS[type] ?? ""} → ${text(state)}`,
      STATES[text(state)]?.tone ?? "good"
    )
  },
  answer_ignored: ({ because }) => plain("A later answer was ignored", text(because), "warn"),
  called: ({ channel, method, message_id, outcome, status, code, message }) => {
    const where =
      channel === "callback" ? "callback" : `webhook${message_id === undefined ? "" : ` ${text(message_id)}`}`
    return outcome === "refused"
      ? plain(
          `The app called: ${text(method)} ${where}`,
          `refused ${text(status)} (${text(code)}): ${text(message)}`,
          "bad"
        )
      : plain(`The app called: ${text(method)} ${where}`, "accepted", "good")
  },
  follow_up: ({ message_id }) => plain("A follow-up was posted", text(message_id), "good"),
  message_edited: ({ message_id }) => plain("A message was edited", text(message_id), "good"),
  message_deleted: ({ message_id }) => plain("A message was deleted", text(message_id), "warn"),
  forced_ephemeral: ({ because }) => plain("Hidden from others", text(because), "warn"),
  modal_submitted: ({ interaction_id }) => plain("Its modal was submitted", text(interaction_id), "good"),
  unknown_fields: ({ fields }) => plain("Unknown fields were sent", text(fields), "warn"),
  responded: ({ because }) => plain("Responded", text(because), "good"),
  failed: ({ because }) => plain("Failed", text(because), "bad"),
  timed_out: ({ because }) => plain("Timed out", text(because), "bad"),
  launched: ({ because }) => plain("Activity launched", text(because), "good"),
  fault: ({ action }) => plain("A planned fault happened", JSON.stringify(action) ?? "", "warn"),
  cut_off: ({ because }) => plain("The trace ends here", text(because), "warn")
}

/** Every message that an interaction made or changed, in order. */
export const messagesOf = ({ message, trace }: Pick<Traced, "message" | "trace">): ReadonlyArray<string> => {
  const ids = new Set<string>(message === undefined ? [] : [message.id])
  for (const { detail } of trace) {
    const id = detailOf(detail)["message_id"]
    if (typeof id === "string" && /^\d+$/.test(id)) ids.add(id)
  }
  return [...ids]
}

/** A body as a value, if it is JSON. */
export const parsed = (body: unknown): unknown => {
  if (typeof body !== "string") return body
  try {
    return JSON.parse(body)
  } catch {
    return body
  }
}

const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`

/** A delivery as a shell command. */
export const curlOf = ({ url, headers, body }: Detail): string => {
  const lines = Object.entries(detailOf(headers)).map(([name, value]) => ` -H ${quoted(`${name}: ${String(value)}`)}`)
  return [`curl -i -X POST ${quoted(text(url))}`, ...lines, ` --data-binary ${quoted(text(body))}`].join(" \\\n ")
}
