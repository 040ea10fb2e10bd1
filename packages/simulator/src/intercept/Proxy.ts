/** A proxy for programs that heed `HTTPS_PROXY`: the last resort, because it holds nothing back of the others. */
import { createServer } from "node:http"
import { type AddressInfo, connect, type Socket } from "node:net"
import type { Duplex } from "node:stream"
import { isPlatformHost } from "@backlot/domain/base/PlatformHosts"
import { Effect } from "effect"
import type { NamespaceOptions } from "./Namespace.ts"
import { outsideOf } from "./Outside.ts"
import * as SecureFront from "./SecureFront.ts"
import { trust } from "./Trust.ts"
import { join, listening } from "./Tunnel.ts"

/** Variables of a program. The scope closes the proxy. */
export const open = Effect.fnUntraced(function* ({ folder, front, outside, environment, tell }: NamespaceOptions) {
  const secure = yield* SecureFront.open(front)
  const sockets = new Set<Duplex>()
  const refuse = (host: string) =>
    tell(`Nothing leaves this machine under --intercept: ${host} was refused. To let it through: --outside ${host}`)
  const targetOf = (asked: string): { readonly host: string; readonly port: number } | undefined => {
    const { host, port = 443 } = outsideOf(asked)
    if (isPlatformHost(host)) return { host: "127.0.0.1", port: port === 80 ? front : secure.port }
    if (HERE.has(host) || outside.some((one) => one.host === host || one.host === "*")) return { host, port }
    refuse(host)
    return undefined
  }
  const server = createServer((request, response) => {
    refuse(URL.parse(request.url ?? "")?.hostname ?? "a plain request")
    response.writeHead(403, { "content-type": "text/plain" }).end("Only connections by CONNECT are led.\n")
  })
  server.on("connect", (request, socket: Duplex, head: Buffer) => {
    sockets.add(socket)
    socket.on("close", () => sockets.delete(socket)).on("error", () => socket.destroy())
    const target = targetOf(request.url ?? "")
    if (target === undefined) return void socket.end("HTTP/1.1 403 Refused\r\nconnection: close\r\n\r\n")
    const other = connect(target.port, target.host, () => {
      socket.write("HTTP/1.1 200 Connected\r\n\r\n")
      if (head.length > 0) other.write(head)
    })
    // What `node:http` hands over here is a connection.
    join(socket as Socket, other)
  })
  yield* Effect.acquireRelease(
    Effect.promise(() => listening(server, { port: 0, host: "127.0.0.1" })),
    () =>
      Effect.sync(() => {
        server.close()
        for (const socket of sockets) socket.destroy()
      })
  )
  const { port } = server.address() as AddressInfo
  const url = `http://127.0.0.1:${port}`
  const java = `-Dhttps.proxyHost=127.0.0.1 -Dhttps.proxyPort=${port}`
  const trusted: Readonly<Record<string, string>> = yield* trust(folder, secure.authority, environment)
  return {
    ...trusted,
    ...Object.fromEntries(["HTTPS_PROXY", "https_proxy", "HTTP_PROXY", "http_proxy"].map((name) => [name, url])),
    ...Object.fromEntries(["NO_PROXY", "no_proxy"].map((name) => [name, [...HERE].join(",")])),
    NODE_USE_ENV_PROXY: "1",
    ...("JAVA_TOOL_OPTIONS" in trusted && { JAVA_TOOL_OPTIONS: `${trusted["JAVA_TOOL_OPTIONS"]} ${java}` })
  }
})

const HERE: ReadonlySet<string> = new Set(["localhost", "127.0.0.1", "::1"])
