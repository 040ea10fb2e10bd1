import { start } from "@backlot/testkit/EmbeddedServer"
import { Effect, Fiber, Exit, Scope, Logger } from "effect"
import * as http from "node:http"
import * as net from "node:net"
const logs: string[] = []
const logger = Logger.make((o: any) => { logs.push(o.logLevel + " " + JSON.stringify(o.message) + " " + String(o.cause)) })
const world = { applications: [{ id: "100000000000000001", name: "Pet Shop", owner_id: "300000000000000001", bot: { token: "pet-shop-bot-token" }, client_secret: "pet-shop-secret" }], users: [{ id: "300000000000000001", username: "alice" }] }
const raw = (url: string, text: string | Buffer, ms = 300) => new Promise<string>((res) => {
  const s = net.connect(Number(new URL(url).port), "127.0.0.1"); let d = ""
  s.on("data", (c) => d += c); s.on("error", (e) => { d += `<${e.message}>`; res(d) }); s.on("close", () => res(d + "<closed>"))
  s.write(text); setTimeout(() => { res(d + "<open>"); s.destroy() }, ms)
})
const main = Effect.gen(function* () {
  const scope = yield* Scope.make()
  const server = yield* start({ world }).pipe(Scope.provide(scope))
  const url = server.addresses.url
  const r = (t: string | Buffer, ms?: number) => Effect.promise(() => raw(url, t, ms)).pipe(Effect.tap((x) => Effect.sync(() => console.log(">>>", String(t).slice(0, 100).replace(/\r\n/g, "\\n"), "\n   ", x.replace(/\r\n/g, "\\n").slice(0, 500)))))
  const H = "Host: 127.0.0.1\r\n"
  for (const p of ["/api/v10/gateway", "/api//v10/gateway", "/api/v10/gateway/", "/api/v8", "/api/v8?x=1", "/api/v8/gateway", "/API/v10/gateway", "/api/v10/%ZZ", "/api/v10/%E0%A4%A", "/api/v10/applications/%ZZ/commands", "/api/v10/gateway;x=1", "/api/v10/gateway?x=%ZZ", "/api/v10/gateway#x", "/attachments/1/%00/x", "/api/v10/webhooks/1/%0a", "/api/v10/webhooks/%0a/b", "/api/v10/interactions/%F0/abc/callback", "http://evil.example/api/v10/gateway", "*", "//", "/..", "/attachments/1/2/"])
    yield* r(`GET ${p} HTTP/1.1\r\n${H}Connection: close\r\n\r\n`)
  yield* r(`OPTIONS /api/v10/gateway HTTP/1.1\r\n${H}Connection: close\r\n\r\n`)
  yield* r(`OPTIONS * HTTP/1.1\r\n${H}Connection: close\r\n\r\n`)
  yield* r(`CONNECT x:1 HTTP/1.1\r\n${H}Connection: close\r\n\r\n`)
  yield* r(`HEAD /api/v10/gateway HTTP/1.1\r\n${H}Connection: close\r\n\r\n`)
  yield* r(`GET /api/v10/gateway HTTP/1.0\r\n\r\n`)
  yield* r(`GET /api/v10/gateway HTTP/1.1\r\n\r\n`)
  yield* r(`GET /api/v10/gateway HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n`)
  yield* r(`POST /control/v1/clock HTTP/1.1\r\n${H}Content-Type: application/json\r\nUpgrade: h2c\r\nConnection: Upgrade, HTTP2-Settings\r\nContent-Length: 18\r\n\r\n{"advance_ms":100}`)
  yield* r(`POST /control/v1/clock HTTP/1.1\r\n${H}Content-Type: application/json\r\nExpect: 100-continue\r\nContent-Length: 18\r\nConnection: close\r\n\r\n{"advance_ms":100}`)
  yield* r(`POST /control/v1/clock HTTP/1.1\r\n${H}Content-Type: application/json\r\nExpect: 100-continue\r\nContent-Length: 99999999\r\n\r\n`)
  yield* r(`POST /control/v1/clock HTTP/1.1\r\n${H}Content-Type: application/json\r\nExpect: 100-nonsense\r\nContent-Length: 18\r\n\r\n{"advance_ms":100}`)
  yield* r(`POST /control/v1/clock HTTP/1.1\r\n${H}Content-Type: application/json\r\nContent-Length: 18\r\nConnection: close\r\n\r\n{"now":9007199254740991}`.replace("18", "24"))
  yield* r(`GET /control/v1/clock HTTP/1.1\r\n${H}Connection: close\r\n\r\n`)
  yield* r(`POST /control/v1/clock HTTP/1.1\r\n${H}Content-Type: application/json\r\nContent-Length: 18\r\n\r\n{"adv`)  // aborted
  yield* r(`GET /api/v10/gateway HTTP/1.1\r\n${H}\r\nGET /api/v10/gateway/bot HTTP/1.1\r\n${H}Connection: close\r\n\r\n`)
  yield* r(`BREW / HTTP/1.1\r\n${H}\r\n`)
  yield* r(`garbage\r\n\r\n`)
  yield* r(`GET / HTTP/1.1\r\n${H}X: ${"a".repeat(70000)}\r\n\r\n`)
  console.log("LOGS", logs)
  const sse = http.get(url + "/control/v1/events", (res) => { res.on("data", (d) => console.log("sse", String(d))); res.on("error", (e) => console.log("sse err", e.message)); res.on("close", () => console.log("sse closed", performance.now())) })
  sse.on("error", (e) => console.log("sse req err", e.message))
  yield* Effect.sleep(200)
  const t = performance.now(); console.log("closing", t)
  yield* Scope.close(scope, Exit.void)
  console.log("closed after", performance.now() - t)
  console.log("LOGS", logs)
})
Effect.runPromise(main.pipe(Effect.provide(Logger.layer([logger]))))
