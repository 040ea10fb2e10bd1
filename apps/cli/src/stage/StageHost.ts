/** The entry point of a thread or process with servers. It uses the compile cache of the program: see main.ts. */
import { enableCompileCache } from "node:module"
import { join } from "node:path"

enableCompileCache(join(import.meta.dirname, ".compile-cache"))
const { serveHost } = await import("./HostedServers.ts")
serveHost()
