/** Listeners under the platform's names. Our choice: docs/choices.md "Interception". */
import { SnowflakeText } from "@backlot/domain/validation/Shown"
import { Schema } from "effect"
import { created, described } from "../openapi/Endpoint.ts"
import { endpoint } from "./ControlEndpoint.ts"

const Front = Schema.Struct({
  id: Schema.String,
  application_id: described(SnowflakeText, "For which bot tokens stand that this service does not know."),
  port: described(Schema.Int, "On 127.0.0.1. It speaks plain HTTP and WebSocket.")
}).annotate({ identifier: "Front" })

export const fronts = {
  list_fronts: endpoint.get("/fronts", {
    answer: Schema.Struct({ fronts: Schema.Array(Front) }),
    text: "The listeners at which programs find this server under the platform's names."
  }),
  open_front: endpoint.post("/applications/:application_id/fronts", {
    answer: created(Front),
    text:
      "Opens a listener for a program that is led here instead of to the platform (`Host: discord.com`). Its bot token stands " +
      "for this application, and addresses have the platform's names. While one is open, bots are told of the voice server."
  }),
  keep_front: endpoint.put("/fronts/:front_id", {
    text: "Keeps a listener open to which nothing is connected: otherwise it closes after ten minutes without a connection."
  }),
  close_front: endpoint.delete("/fronts/:front_id", { text: "Closes a listener and its connections." })
}
