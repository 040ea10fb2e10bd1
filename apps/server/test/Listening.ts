/** The edge before a few routes of a test's own, on a free port. */
import { createServer } from "node:http"
import { edge } from "@backlot/server/http/Edge"
import type { Handler, Route } from "@backlot/server/http/Route"
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { Effect } from "effect"

/** Routes as `"GET /path": handler`. */
export const listen = Effect.fnUntraced(function* (handlers: Readonly<Record<string, Handler<never, never>>>) {
  const routes = Object.entries(handlers).map(([name, handler]): Route<never, never> => {
    const [method = "", path = ""] = name.split(" ")
    return { method, path, name, handler }
  })
  const listener = yield* NodeHttpServer.make(createServer, { host: "127.0.0.1", port: 0 })
  yield* listener.serve(edge(routes, { hosts: undefined }))
  // The listener binds TCP, so its address has a port.
  return `http://127.0.0.1:${(listener.address as { readonly port: number }).port}`
})
