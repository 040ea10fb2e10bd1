import * as EmbeddedServer from "@backlot/testkit/EmbeddedServer"
import * as GatewayClient from "@backlot/testkit/GatewayClient"
import * as RecordingEndpoint from "@backlot/testkit/RecordingEndpoint"

const client = await GatewayClient.open("ws://127.0.0.1:6780/gateway")
const state: number = client.socket.readyState
export const started = [EmbeddedServer.start({ world: {} }), RecordingEndpoint.start, state]
// @ts-expect-error: the types of the connection are there
client.socket.readyStat
