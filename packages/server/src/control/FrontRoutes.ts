/** Opens, lists, keeps and closes fronts. Our choice: docs/choices.md "Interception". */
import { UnknownApplication } from "@backlot/domain/error/ServiceError"
import * as Applications from "@backlot/usecases/application/Applications"
import { Effect } from "effect"
import { Fronts } from "../front/Fronts.ts"
import * as Query from "../http/Query.ts"
import { type Call, param } from "../http/Route.ts"

export const frontRoutes = {
  list_fronts: () => Effect.map(Fronts, ({ all }) => ({ fronts: all() })),
  open_front: Effect.fnUntraced(function* (call: Call) {
    const { application_id } = yield* Query.ids(call, "application_id")
    const known = yield* Applications.all
    if (!known.some(({ id }) => id === application_id)) return yield* new UnknownApplication()
    return yield* (yield* Fronts).open(application_id)
  }),
  keep_front: Effect.fnUntraced(function* (call: Call) {
    yield* (yield* Fronts).keep(param(call, "front_id"))
  }),
  close_front: Effect.fnUntraced(function* (call: Call) {
    yield* (yield* Fronts).close(param(call, "front_id"))
  })
}
