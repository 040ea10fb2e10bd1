/** Asks the server over HTTP whether it is ready, as any client would. */
import { get } from "node:http"
import { type RunningServer, StartError } from "@backlot/server/Server"
import { Effect, Schedule } from "effect"

/** Every 50 ms for ten seconds. */
const patience = Schedule.spaced("50 millis").pipe(Schedule.upTo({ times: 200 }))

export const healthy = ({ addresses, controlToken }: RunningServer) =>
  status(`${addresses.control_url}/health`, controlToken).pipe(
    Effect.filterOrFail(
      (code) => code === 200,
      (code) => `it was answered with ${code}`
    ),
    Effect.retry(patience),
    Effect.mapError((why) => new StartError({ message: `The server does not answer at ${addresses.url}: ${why}` }))
  )

const status = (url: string, token: string | undefined) =>
  Effect.callback<number, string>((resume) => {
    const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
    const request = get(url, { headers, agent: false }, (response) => {
      response.resume()
      resume(Effect.succeed(response.statusCode ?? 0))
    })
    request.on("error", (error) => resume(Effect.fail(error.message)))
    return Effect.sync(() => request.destroy())
  })
