/** What the program tells of itself: its log, its metrics and its telemetry, and that no secret is in any of them. */
import { writeFile } from "node:fs/promises"
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { text } from "node:stream/consumers"
import { beforeAll, describe, expect, it } from "vitest"
import { Backlot, stop } from "./Backlot.ts"
import type { Ended } from "./InProcess.ts"

const APP = "100000000000000001"
const ALICE = "300000000000000001"
const GENERAL = "200000000000000021"
const SECRETS = {
  bot: "observed-bot-token",
  client: "observed-client-secret",
  bearer: "observed-bearer-token",
  control: "observed-control-token",
  endpoint: "observed-endpoint-key"
}

const worldOf = (endpoint: string) => ({
  applications: [
    {
      id: APP,
      name: "Observed",
      owner_id: ALICE,
      bot: { token: SECRETS.bot },
      client_secret: SECRETS.client,
      interactions_endpoint_url: `${endpoint}/?key=${SECRETS.endpoint}`
    }
  ],
  users: [{ id: ALICE, username: "alice" }],
  guilds: [
    {
      id: "200000000000000001",
      name: "Harbour",
      owner_id: ALICE,
      channels: [{ id: GENERAL, name: "general", type: 0 }],
      members: [{ user_id: ALICE }],
      installs: [{ application_id: APP, scopes: ["bot", "applications.commands"], permissions: "0" }]
    }
  ],
  tokens: [{ token: SECRETS.bearer, application_id: APP, user_id: ALICE, scopes: ["identify"] }]
})

/** Takes every request, keeps path and body, and answers `reply`. */
const listening = async (reply: string) => {
  const received: Array<{ readonly path: string; readonly body: string }> = []
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      received.push({ path: request.url ?? "", body })
      response.writeHead(200, { "content-type": "application/json" }).end(reply)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return { server, received, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

const close = (server: Server) => {
  server.closeAllConnections()
  return new Promise((resolve) => server.close(resolve))
}

const backlot = Backlot.inEachTest()

interface Played {
  readonly ended: Ended
  readonly metrics: string
  readonly telemetry: ReadonlyArray<{ readonly path: string; readonly body: string }>
  /** Secrets that came up besides those of the world. */
  readonly issued: Readonly<Record<string, string>>
}

/** A whole journey at a server that tells everything it can, rightly and wrongly. */
const play = async (): Promise<Played> => {
  const app = await listening(JSON.stringify({ type: 4, data: { content: "hello" } }))
  const collector = await listening("{}")
  await writeFile(backlot.path("world.json"), JSON.stringify(worldOf(app.url)))
  const args = ["--port", "0", "--memory", "--world", "world.json", "--control-token", SECRETS.control]
  const server = backlot.launch(["serve", ...args, "--log-level", "all"], {
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url
  })
  const url = /http:\/\/127\.0\.0\.1:\d+/.exec(await server.line(/REST base/))?.[0] ?? ""
  const ask = (path: string, authorization: string, body?: unknown, method = body === undefined ? "GET" : "POST") =>
    fetch(`${url}${path}`, {
      method,
      headers: { authorization, "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) })
    })
  const bot = `Bot ${SECRETS.bot}`
  const control = `Bearer ${SECRETS.control}`
  const uses = `/control/v1/users/${ALICE}/channels/${GENERAL}/interactions`
  await ask(`/api/v10/applications/${APP}/commands`, bot, { name: "hello", description: "d" })
  // A token where an id belongs.
  await ask(`/api/v10/applications/${SECRETS.bot}/commands`, bot)
  await ask("/api/v10/users/@me", `Bearer ${SECRETS.bearer}`)
  await ask("/api/v10/users/@me", `Bearer ${SECRETS.bearer}x`)
  await ask(`/nowhere/${SECRETS.bot}`, bot)
  expect((await ask(uses, control, { text: "/hello" })).status).toBe(200)
  const { token } = JSON.parse(app.received[0]?.body ?? "{}")
  const original = `/api/v10/webhooks/${APP}/${token}/messages/@original`
  expect((await ask(original, "")).status).toBe(200)
  await ask(original, "", { content: "" }, "PATCH")
  await ask(`/api/v10/webhooks/${APP}/${token}x/messages/@original`, "")
  const form = `grant_type=client_credentials&scope=identify&client_id=${APP}&client_secret=${SECRETS.client}`
  const headers = { "content-type": "application/x-www-form-urlencoded" }
  const issuing = await fetch(`${url}/api/oauth2/token`, { method: "POST", headers, body: form })
  const { access_token } = (await issuing.json()) as { readonly access_token: string }
  await ask("/api/v10/users/@me", `Bearer ${access_token}`)
  await close(app.server)
  // Nobody takes this one.
  await ask(uses, control, { text: "/hello" })
  const world = (await (await ask("/control/v1/world", control)).json()) as {
    readonly applications: ReadonlyArray<{ readonly private_key: string }>
  }
  const metrics = await (await ask("/control/v1/metrics", control)).text()
  const ended = await stop(server)
  await close(collector.server)
  const private_key = world.applications[0]?.private_key ?? ""
  return { ended, metrics, telemetry: collector.received, issued: { token, access_token, private_key } }
}

describe("a server that tells everything it can", () => {
  let played: Played

  beforeAll(async () => {
    played = await play()
  })

  it("tells no secret in its log, its metrics and its telemetry", () => {
    const { ended, metrics, telemetry, issued } = played
    const told = [ended.stderr, metrics, ...telemetry.map(({ path, body }) => `${path}${body}`)].join("\n")
    for (const [name, secret] of Object.entries({ ...SECRETS, ...issued })) {
      expect(secret.length, name).toBeGreaterThanOrEqual(16)
      expect(told.includes(secret), name).toBe(false)
    }
    expect(ended.code).toBe(0)
  })

  it("logs one JSON object a line, with the route of each request and never its path", () => {
    const lines = played.ended.stderr
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line))
    for (const line of lines) {
      expect(line).toMatchObject({ timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) })
      expect(["DEBUG", "INFO", "WARN"]).toContain(line.level)
      expect(line.message).toBeTypeOf("string")
    }
    expect(lines).toContainEqual(
      expect.objectContaining({
        level: "DEBUG",
        message: "A request is finished",
        method: "GET",
        route: "/api/v10/webhooks/:webhook_id/:webhook_token/messages/:message_id",
        status: 200,
        application: APP,
        duration_ms: expect.any(Number)
      })
    )
    const told = lines.filter(({ level }) => level === "INFO").map(({ message }) => message)
    expect(told).toEqual(["The server is ready", "The server stops", "What was under way has ended"])
  })

  it("counts by route, status and outcome what Prometheus reads", () => {
    const { metrics } = played
    const route = "/api/v10/applications/:application_id/commands"
    for (const line of [
      `backlot_http_request_duration_seconds_count{method="POST",route="${route}",status="201"} 1`,
      'backlot_events_total{type="command.created"} 1',
      'backlot_events_total{type="interaction.responded"} 1',
      'backlot_events_total{type="interaction.failed"} 1',
      'backlot_outbound_request_duration_seconds_count{outcome="answered"} 1',
      'backlot_outbound_request_duration_seconds_count{outcome="refused"} 1',
      'backlot_storage_transaction_duration_seconds_count{outcome="failed"} 0',
      "backlot_http_requests_in_flight 1",
      "backlot_deliveries_under_way 0"
    ]) {
      expect(metrics.split("\n")).toContain(line)
    }
    expect(metrics).toMatch(/^backlot_build_info\{version="[^"]+",node="[^"]+"\} 1$/m)
    expect(metrics).toMatch(/^process_resident_memory_bytes [1-9]/m)
  })

  it("sends spans of requests, with storage and delivery in them, and its metrics", () => {
    const { telemetry } = played
    const spans = telemetry
      .filter(({ path }) => path === "/v1/traces")
      .flatMap(({ body }) => JSON.parse(body).resourceSpans)
      .flatMap(({ scopeSpans }) => scopeSpans)
      .flatMap((scope) => scope.spans)
    const use = "POST /control/v1/users/:user_id/channels/:channel_id/interactions"
    const request = spans.find(({ name }) => name === use)
    expect(request.attributes).toContainEqual({
      key: "http.response.status_code",
      value: { intValue: expect.anything() }
    })
    const within = (parent: string): ReadonlyArray<string> =>
      spans
        .filter(({ parentSpanId }) => parentSpanId === parent)
        .flatMap(({ name, spanId }) => [name, ...within(spanId)])
    const operations = ["Interactions.use", "InteractionWait.until", "Interactions.look"]
    // What the app sends with the interaction's token, though it sends no trace context; a wrong token belongs to none.
    const original = "/api/v10/webhooks/:webhook_id/:webhook_token/messages/:message_id"
    const called = [
      ...["RateLimits.allowanceOfToken", "Access.authenticate", "InteractionCalls.noteRefused"],
      ...[`GET ${original}`, "InteractionWebhooks.getMessage"],
      ...[`PATCH ${original}`, "InteractionWebhooks.admitMessage", "InteractionWebhooks.editMessage"]
    ]
    expect(new Set(within(request.spanId))).toEqual(
      new Set([...operations, ...called, "storage transaction", "deliver"])
    )
    const names = telemetry.filter(({ path }) => path === "/v1/metrics").map(({ body }) => body)
    expect(names.join()).toContain("backlot_http_request_duration_seconds")
  })
})

describe("the log level", () => {
  it.each([
    ["the flag", ["--log-level", "none"], {}],
    ["the environment", [], { BACKLOT_LOG_LEVEL: "error" }],
    ["the flag before the environment", ["--log-level", "error"], { BACKLOT_LOG_LEVEL: "debug" }]
  ])("is given by %s", async (_, args, variables) => {
    const server = backlot.launch(["serve", "--port", "0", "--memory", ...args], variables)
    await server.line(/is ready/)
    expect(await stop(server)).toMatchObject({ code: 0, stderr: "" })
  })

  it("that is none is bad usage", async () => {
    const { code, stderr } = await backlot.run(["serve", "--memory"], { BACKLOT_LOG_LEVEL: "loud" })
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: expect.stringMatching(/^BACKLOT_LOG_LEVEL cannot be "loud".*\n$/)
    })
  })
})

describe("a collector that is away", () => {
  it("is warned of once, and changes nothing else", async () => {
    const gone = await listening("{}")
    await close(gone.server)
    const server = backlot.launch(["serve", "--port", "0", "--memory", "--otlp", gone.url])
    await server.line(/do not reach the collector/)
    const { code, stderr } = await stop(server)
    expect(code).toBe(0)
    expect(stderr.match(/do not reach the collector/g)).toHaveLength(1)
  })
})
