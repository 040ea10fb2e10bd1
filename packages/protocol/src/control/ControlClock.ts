/** The service clock, and programs whose own clock follows it. Source: product.md "Control plane" (clock). */
import { Schema } from "effect"
import { described, optional, query } from "../openapi/Endpoint.ts"
import { endpoint } from "./ControlEndpoint.ts"

const Mode = Schema.Literals(["real", "frozen"])

/** What every answer about times has. */
export const clockFields = { now: Schema.String, mode: Mode } as const

const ClockState = Schema.Struct({
  ...clockFields,
  followers: optional(Schema.Int, "Programs whose own clock follows this one, if there are any.")
}).annotate({ identifier: "Clock" })

/** A change of the clock: exactly one field. */
export const ClockChange = Schema.Struct({
  advance_ms: optional(Schema.Int, "0 or more."),
  now: optional(Schema.Union([Schema.String, Schema.Finite]), "An ISO 8601 time, or milliseconds since 1970."),
  mode: optional(Mode)
})

const ClockToFollow = Schema.Struct({
  state: described(Schema.String, "For `seen` of the next call."),
  now: Schema.String,
  mode: Mode,
  timers: described(
    Schema.Literals(["run", "stand"]),
    "run: on a frozen clock timers run at the pace of real time, while the date stands. stand: they stand too."
  )
}).annotate({ identifier: "ClockToFollow" })
export type ClockToFollow = typeof ClockToFollow.Type

export const clock = {
  get_clock: endpoint.get("/clock", {
    answer: ClockState,
    text: "The service clock: deadlines, tokens and rate limits run on it."
  }),
  set_clock: endpoint.post("/clock", {
    body: ClockChange,
    answer: ClockState,
    refuses: [409],
    text:
      "Give exactly one field. What falls due by a jump has happened when this answers, also in programs that follow the " +
      "clock; 409 if one of these does not become idle in 10 s of real time: the clock then stands at the timer that it was busy with."
  }),
  follow_clock: endpoint.get("/clock/follow", {
    query: {
      process: query("What the program calls itself, in all its calls."),
      application_id: query("Its application: sessions of it are not judged by their heartbeats."),
      seen: query("`state` of the answer that it has carried out. This call then waits for another one."),
      next_ms: query("When its next timer is due, in milliseconds since 1970."),
      busy: query("Why it did not become idle."),
      alive: query("true: this call stays open while the program lives, beside its other calls.")
    },
    answer: ClockToFollow,
    text: "For the preload of `app: { clock: service }`: a long poll of at most 20 s."
  })
}
