/** The entry point of a thread or process with servers. */
import { setUpRuntime } from "./Runtime.ts"

setUpRuntime()
const { serveHost } = await import("./HostedServers.ts")
serveHost()
