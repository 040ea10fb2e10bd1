/** The gateway sessions of all servers. Our choice: docs/choices.md "Control plane". */
import { SnowflakeText } from "@backlot/domain/validation/Shown"
import { Schema } from "effect"
import { described, optional } from "../openapi/Endpoint.ts"
import { endpoint } from "./ControlEndpoint.ts"

const RealMs = described(Schema.Int, "Milliseconds of real time.")
const MaybeMs = described(Schema.NullOr(Schema.Int), "Milliseconds of real time; null: not yet.")

const Connection = Schema.Struct({
  version: Schema.Int,
  encoding: Schema.Literal("json"),
  compression: described(
    Schema.Literals(["none", "zlib-stream", "zstd-stream", "zlib-payload"]),
    "zlib-payload: each message by itself, as the IDENTIFY asked."
  ),
  backlog_bytes: described(Schema.Int, "What has not left yet."),
  heartbeat_ms: MaybeMs,
  heartbeat_seq: described(Schema.NullOr(Schema.Int), "The last `s` that the client had seen then.")
}).annotate({ identifier: "GatewayConnection" })

const GatewaySession = Schema.Struct({
  application_id: SnowflakeText,
  session_id: Schema.String,
  server: optional(Schema.String, "The server that has it, where several share a database."),
  user_id: optional(SnowflakeText, "Of a client session, which has no shard."),
  shard: optional(Schema.Array(Schema.Int), "The number of the shard, and how many there are."),
  intents: Schema.Int,
  gets_content: described(Schema.Boolean, "Whether it gets the content of all messages."),
  connected: Schema.Boolean,
  opening: described(Schema.Boolean, "READY has not been sent yet."),
  seq: described(Schema.Int, "The last `s` sent."),
  resume_buffer: described(
    Schema.Struct({ count: Schema.Int, bytes: Schema.Int, max_count: Schema.Int, max_bytes: Schema.Int }),
    "The dispatches that a resume could replay, and their bounds."
  ),
  began_ms: RealMs,
  left_ms: described(Schema.NullOr(Schema.Int), "When its connection was lost, in milliseconds of real time."),
  connection: optional(Connection, "While it is connected.")
}).annotate({ identifier: "GatewaySession" })

export const gatewaySessions = {
  list_gateway_sessions: endpoint.get("/gateway_sessions", {
    answer: Schema.Struct({
      now_ms: RealMs,
      heartbeat_interval_ms: described(Schema.Int, "As HELLO has it."),
      resume_ms: described(Schema.Int, "How long a session without a connection is kept."),
      connections: described(Schema.Int, "Those without a session included."),
      sessions: Schema.Array(GatewaySession)
    }),
    text: "The gateway sessions of all servers, the oldest first; without a connection they wait for a resume."
  })
}
