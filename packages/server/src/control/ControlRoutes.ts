/** The routes of the control plane, each behind the guard. */
import * as Contract from "@backlot/protocol/control/Control"
import { type Context, Effect } from "effect"
import { answering, type Call, routesOf } from "../http/Route.ts"
import { actRoutes } from "./ActRoutes.ts"
import { failure } from "./ControlAnswer.ts"
import * as EventStream from "./EventStream.ts"
import { frontRoutes } from "./FrontRoutes.ts"
import { gatewaySessionRoutes } from "./GatewaySessionRoutes.ts"
import { type Guarding, guard } from "./Guard.ts"
import { inspectRoutes } from "./InspectRoutes.ts"
import { pickerRoutes } from "./PickerRoutes.ts"
import { plannedFaultRoutes } from "./PlannedFaultRoutes.ts"
import { rateLimitRoutes } from "./RateLimitRoutes.ts"
import { recordedControl, recordingRoutes } from "./RecordedCall.ts"
import { refusedCallRoutes } from "./RefusedCalls.ts"
import { named, strict } from "./StrictCall.ts"
import { useRoutes } from "./UseRoutes.ts"
import { viewRoutes } from "./ViewRoutes.ts"
import { voiceConnectionRoutes } from "./VoiceConnectionRoutes.ts"
import { wireRoutes } from "./WireRoutes.ts"
import { editRoutes, worldRoutes } from "./WorldRoutes.ts"

const routes = routesOf(Contract.ControlGroup, {
  ...worldRoutes,
  ...editRoutes,
  ...viewRoutes,
  ...pickerRoutes,
  ...useRoutes,
  ...actRoutes,
  ...inspectRoutes,
  ...rateLimitRoutes,
  ...gatewaySessionRoutes,
  ...frontRoutes,
  ...voiceConnectionRoutes,
  ...wireRoutes,
  ...plannedFaultRoutes,
  ...recordingRoutes,
  ...refusedCallRoutes,
  events: EventStream.stream,
  openapi: () => Effect.sync(() => Contract.Control.document())
})

export const controlRoutes = answering("/control/v1", routes.map(strict), failure)
  .map(recordedControl)
  .map(named)
  .map((route) => ({
    ...route,
    make: (services: Context.Context<Effect.Services<ReturnType<ReturnType<typeof route.make>>> | Guarding>) => {
      const handler = route.make(services)
      const refusal = guard(services)
      return (call: Call) => {
        const refused = refusal(call)
        return refused === undefined ? handler(call) : Effect.succeed(refused)
      }
    }
  }))
