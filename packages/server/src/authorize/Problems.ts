/** Explains the problems of an authorize link and shows valid values, because this service is for tests. */
import type { Fault } from "@backlot/domain/error/Fault"
import { formatPath } from "@backlot/domain/error/Fault"
import type { Application } from "@backlot/domain/record/World"
import * as Applications from "@backlot/usecases/application/Applications"
import { Effect } from "effect"
import type { Call } from "../http/Route.ts"
import type { Problem } from "./PlainPages.ts"
import { parametersOf, settings } from "./Request.ts"

/** At most this many applications are listed. */
const NAMED = 20

export const problemsOf = Effect.fnUntraced(function* (call: Call, faults: ReadonlyArray<Fault>) {
  const { service_prefix } = yield* settings
  const applications = yield* Applications.all
  const asked = new Map(parametersOf(call)).get("client_id")
  const application = applications.find(({ id }) => id === asked)
  return faults.map((fault): Problem => {
    const parameter = formatPath(fault.path)
    return { parameter, rule: fault.message, ...adviceOn(parameter, { application, applications, service_prefix }) }
  })
})

interface Known {
  readonly application: Application | undefined
  readonly applications: ReadonlyArray<Application>
  readonly service_prefix: string
}

const adviceOn = (parameter: string, known: Known): Pick<Problem, "advice" | "examples"> => {
  switch (parameter) {
    case "client_id":
      return {
        advice:
          known.applications.length === 0
            ? "This world has no applications yet: it needs one to be authorized."
            : "Use the id of an application of this world:",
        examples: known.applications.slice(0, NAMED).map(lineOf)
      }
    case "redirect_uri":
      return onRedirect(known)
    case "guild_id":
      return { advice: "Choose a server whose settings this user may manage.", examples: [] }
    default:
      return { advice: "Correct this parameter of the link, or leave it out.", examples: [] }
  }
}

const lineOf = ({ id, name }: Application): string => `client_id=${id}  (${name})`

const onRedirect = ({ application, service_prefix }: Known): Pick<Problem, "advice" | "examples"> => {
  const registered = application?.redirect_uris ?? []
  const own = application === undefined ? [] : [`${service_prefix}-${application.id}:/authorize/callback`]
  return {
    advice:
      "Use one that is registered, letter by letter (with 127.0.0.1 or [::1] any port will do), or add yours to the application's redirect_uris in the world. These may be used now:",
    examples: [...registered, ...own]
  }
}
