/** The service clock. Source: product.md "Control plane". */
import { Schema } from "effect"
import { guarded } from "./ControlEndpoint.ts"

const ClockState = Schema.Struct({
  now: Schema.String,
  mode: Schema.Literals(["real", "frozen"])
}).annotate({ identifier: "Clock" })

export const clock = guarded({
  get_clock: {
    method: "GET",
    path: "/clock",
    answer: ClockState,
    text: "The service clock: deadlines, tokens and rate limits run on it."
  },
  set_clock: {
    method: "POST",
    path: "/clock",
    body: Schema.Struct({
      advance_ms: Schema.optionalKey(Schema.Int.annotate({ description: "0 or more." })),
      now: Schema.optionalKey(
        Schema.Union([Schema.String, Schema.Finite]).annotate({
          description: "An ISO 8601 time, or milliseconds since 1970."
        })
      ),
      mode: Schema.optionalKey(Schema.Literals(["real", "frozen"]))
    }),
    answer: ClockState,
    refuses: [400, 413],
    text: "Give exactly one field. What falls due by a jump has happened when this answers."
  }
})
