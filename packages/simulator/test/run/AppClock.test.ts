import type { StageHttp } from "@backlot/player/stage/StageHttp"
import { expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { follow } from "../../src/run/AppClock.ts"

const stage = { url: "", rest_url: "", gateway_url: "", control_url: "", control_token: undefined, applications: [] }

it.effect("a program with libfaketime that the server refuses is not started, and says why", () =>
  Effect.gen(function* () {
    const body = { message: "At most 64 programs follow the clock at a time.", code: 50035 }
    const http: StageHttp = {
      send: () => Effect.succeed({ status: 400, headers: {}, body }),
      open: () => Promise.reject(new Error("unused")),
      renew: Effect.void
    }
    const environment = { BACKLOT_FAKETIME: import.meta.filename }
    const refused = yield* Effect.flip(follow({ command: "python3 app.py", environment, http, stage }))
    expect(refused.message).toBe(`cannot follow the service clock: ${body.message}`)
  }).pipe(Effect.scoped)
)
