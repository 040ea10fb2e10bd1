/** The world as a whole. Source: product.md "Control plane". */
import { Schema } from "effect"
import { guarded } from "./ControlEndpoint.ts"

export const world = guarded({
  get_world: {
    method: "GET",
    path: "/world",
    answer: Schema.Unknown,
    text: "The whole state as a world file in JSON; PUT of it gives the same world again. It holds secrets."
  },
  put_world: {
    method: "PUT",
    path: "/world",
    body: Schema.Unknown,
    refuses: [400, 413],
    text: "Replaces the whole state by a world file, JSON or YAML, or changes nothing and names every fault in `errors`."
  },
  reset: {
    method: "POST",
    path: "/reset",
    text: "Back to the world that the server was started with or last given. What apps registered since is gone."
  }
})
