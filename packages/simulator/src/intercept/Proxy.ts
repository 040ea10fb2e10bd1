/** A proxy for programs that heed `HTTPS_PROXY`: the last resort, because it holds nothing back of the others. */
import { createServer, request } from "node:http"
import { connect } from "node:net"
import { type Duplex, pipeline } from "node:stream"
import { isPlatformHost } from "@backlot/domain/base/PlatformHosts"
import { Effect } from "effect"
import type { NamespaceOptions } from "./Namespace.ts"
import { isNews, nothingLeaves, outsideOf } from "./Outside.ts"
import { serve } from "./Serving.ts"
import { HALF_OPEN, join } from "./Tunnel.ts"

interface ProxyOptions extends Pick<NamespaceOptions, "front" | "outside" | "tell"> {
  /** The port of the front with TLS. */
  readonly secure: number
  /** What programs trust. */
  readonly trusted: Readonly<Record<string, string>>
}

/** Variables of a program. The scope closes the proxy. */
export const open = Effect.fnUntraced(function* ({ secure, front, outside, tell, trusted }: ProxyOptions) {
  const told = new Set<string>()
  const targetOf = (asked: string): { readonly host: string; readonly port: number } | undefined => {
    const named = outsideOf(asked)
    if (named === undefined) return undefined
    const { host, port = 443 } = named
    if (isPlatformHost(host)) return { host: "127.0.0.1", port: port === 80 ? front : secure }
    if (HERE.has(host) || outside.some((one) => one.host === host || one.host === "*")) return { host, port }
    if (isNews(told, host)) tell(nothingLeaves(`${host} was refused`, host))
    return undefined
  }
  const server = createServer((asked, response) => {
    const url = URL.parse(asked.url ?? "")
    const target = url === null ? undefined : targetOf(`${url.hostname}:${url.port || 80}`)
    if (url === null || target === undefined) return void response.writeHead(403).end()
    const { method, headers } = asked
    const other = request({ ...target, method, headers, path: `${url.pathname}${url.search}` }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      pipeline(answer, response, () => {})
    })
    other.on("error", () => response.headersSent || response.writeHead(502).end())
    pipeline(asked, other, () => {})
  })
  server.on("connect", (request, socket: Duplex, head: Buffer) => {
    socket.on("error", () => socket.destroy())
    const target = targetOf(request.url ?? "")
    if (target === undefined) return void socket.end("HTTP/1.1 403 Refused\r\nconnection: close\r\n\r\n")
    const other = connect({ ...HALF_OPEN, ...target }, () => {
      socket.write("HTTP/1.1 200 Connected\r\n\r\n")
      if (head.length > 0) other.write(head)
    })
    join(socket, other)
  })
  const port = yield* serve(server)
  const url = `http://127.0.0.1:${port}`
  const java = `-Dhttps.proxyHost=127.0.0.1 -Dhttps.proxyPort=${port}`
  return {
    ...trusted,
    ...Object.fromEntries(["HTTPS_PROXY", "https_proxy", "HTTP_PROXY", "http_proxy"].map((name) => [name, url])),
    ...Object.fromEntries(["NO_PROXY", "no_proxy"].map((name) => [name, [...HERE].join(",")])),
    NODE_USE_ENV_PROXY: "1",
    ...("JAVA_TOOL_OPTIONS" in trusted && { JAVA_TOOL_OPTIONS: `${trusted["JAVA_TOOL_OPTIONS"]} ${java}` })
  }
})

const HERE: ReadonlySet<string> = new Set(["localhost", "127.0.0.1", "::1"])
