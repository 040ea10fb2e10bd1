/** The routes of the control plane, each behind the guard. */
import * as Contract from "@backlot/protocol/control/Control"
import { Effect } from "effect"
import * as OpenApi from "effect/http-api/OpenApi"
import * as Answer from "../http/Answer.ts"
import { type Call, routesOf } from "../http/Route.ts"
import { editRoutes } from "./EditRoutes.ts"
import * as EventStream from "./EventStream.ts"
import { refusal } from "./Guard.ts"
import * as LobbyRoutes from "./LobbyRoutes.ts"
import { metrics } from "./MetricsRoute.ts"
import * as ModalRoutes from "./ModalRoutes.ts"
import * as PickerRoutes from "./PickerRoutes.ts"
import * as PlannedFaultRoutes from "./PlannedFaultRoutes.ts"
import * as PressRoutes from "./PressRoutes.ts"
import { recordedControl } from "./RecordedCall.ts"
import * as RecordingRoutes from "./RecordingRoutes.ts"
import * as SayRoutes from "./SayRoutes.ts"
import * as UseRoutes from "./UseRoutes.ts"
import * as WorldRoutes from "./WorldRoutes.ts"

const openapi = () => Effect.sync(() => Answer.json(200, OpenApi.fromApi(Contract.Control)))

const routes = routesOf(Contract.ControlGroup, {
  health: WorldRoutes.health,
  metrics,
  get_world: WorldRoutes.getWorld,
  put_world: WorldRoutes.putWorld,
  reset: WorldRoutes.reset,
  get_clock: WorldRoutes.getClock,
  set_clock: WorldRoutes.setClock,
  list_commands: PickerRoutes.listCommands,
  explain_command: PickerRoutes.explainCommand,
  get_surroundings: PickerRoutes.getSurroundings,
  use_command: UseRoutes.useCommand,
  use_component: PressRoutes.useComponent,
  submit_modal: ModalRoutes.submitModal,
  say: SayRoutes.say,
  edit_said: SayRoutes.editSaid,
  delete_said: SayRoutes.deleteSaid,
  add_reaction: SayRoutes.addReaction,
  remove_reaction: SayRoutes.removeReaction,
  get_messages: UseRoutes.getMessages,
  get_interaction: UseRoutes.getInteraction,
  ...editRoutes,
  connect_lobby: LobbyRoutes.connect,
  disconnect_lobby: LobbyRoutes.disconnect,
  list_lobbies: LobbyRoutes.listLobbies,
  list_faults: PlannedFaultRoutes.listFaults,
  plan_fault: PlannedFaultRoutes.planFault,
  remove_faults: PlannedFaultRoutes.removeFaults,
  remove_fault: PlannedFaultRoutes.removeFault,
  start_recording: RecordingRoutes.startRecording,
  get_recording: RecordingRoutes.getRecording,
  stop_recording: RecordingRoutes.stopRecording,
  events: EventStream.stream,
  openapi
})

export const controlRoutes = routes.map(recordedControl).map((route) => ({
  ...route,
  handler: Effect.fnUntraced(function* (call: Call) {
    const refused = yield* refusal(call)
    return refused ?? (yield* route.handler(call))
  })
}))
