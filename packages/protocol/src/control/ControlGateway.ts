/** The gateway sessions and the voice connections of all servers. Our choice: docs/choices.md "Control plane". */
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

const VoiceConnection = Schema.Struct({
  application_id: SnowflakeText,
  user_id: described(SnowflakeText, "The bot."),
  guild_id: SnowflakeText,
  channel_id: SnowflakeText,
  session_id: described(Schema.String, "Of the gateway session that connected it."),
  server: optional(Schema.String, "The server that has it, where several share a database."),
  connected: described(Schema.Boolean, "False while it waits for a resume."),
  version: optional(Schema.Int, "Of the protocol, while it is connected."),
  ready: described(Schema.Boolean, "The client has selected a mode of encryption."),
  mode: optional(Schema.String, "The mode of encryption."),
  ssrc: Schema.Int,
  speaking: described(Schema.Int, "The bits of the last opcode 5; 0: silent."),
  packets: described(Schema.Int, "Of sound, which were counted and dropped."),
  bytes: described(Schema.Int, "Of these packets."),
  keep_alives: Schema.Int,
  dropped: described(Schema.Int, "Packets beyond the rate, from elsewhere, or before it was ready.")
}).annotate({ identifier: "VoiceConnectionState" })

export const gatewaySessions = {
  list_voice_connections: endpoint.get("/voice_connections", {
    answer: Schema.Struct({
      connections: Schema.Array(VoiceConnection),
      stray_packets: described(Schema.Int, "UDP packets that belong to none.")
    }),
    text: "The voice connections of bots on all servers, and how many packets of sound each has sent. No sound is carried."
  }),
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
