/** A tide table as an Effect program: `/harbours` is answered at once, `/tide` later, even where the program is told to end. */
import { createPublicKey, verify } from "node:crypto"
import { createServer } from "node:http"
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { Config, Context, Duration, Effect, FiberSet, Layer, Redacted, Schedule, Schema } from "effect"
import {
  FetchHttpClient,
  HttpClient,
  HttpClientRequest,
  HttpRouter,
  HttpServer,
  HttpServerRequest,
  HttpServerResponse
} from "effect/http"

const Interaction = Schema.Struct({
  type: Schema.Int,
  token: Schema.String,
  data: Schema.optionalKey(
    Schema.Struct({
      name: Schema.String,
      options: Schema.optionalKey(Schema.Array(Schema.Struct({ name: Schema.String, value: Schema.Unknown })))
    })
  )
})
const decode = Schema.decodeUnknownEffect(Schema.fromJsonString(Interaction))

/** The platform's REST API, as this application. */
class Api extends Context.Service<
  Api,
  {
    readonly publicKey: string
    readonly call: (method: "PUT" | "PATCH", path: string, body: unknown) => Effect.Effect<void>
  }
>()("Api") {
  static readonly layer = Layer.effect(
    Api,
    Effect.gen(function* () {
      const url = yield* Config.String("BACKLOT_APP_REST_URL")
      const id = yield* Config.String("BACKLOT_APP_ID")
      const token = yield* Config.Redacted("BACKLOT_APP_TOKEN")
      const client = HttpClient.filterStatusOk(yield* HttpClient.HttpClient).pipe(
        HttpClient.retryTransient({ times: 3, schedule: Schedule.exponential("50 millis") })
      )
      return {
        publicKey: yield* Config.String("BACKLOT_APP_PUBLIC_KEY"),
        call: (method, path, body) =>
          HttpClientRequest.make(method)(`${url}/v10${path.replace("{id}", id)}`).pipe(
            HttpClientRequest.setHeader("authorization", `Bot ${Redacted.value(token)}`),
            HttpClientRequest.bodyJsonUnsafe(body),
            (request) => Effect.scoped(client.execute(request)),
            Effect.timeout("10 seconds"),
            Effect.orDie,
            Effect.asVoid
          )
      }
    })
  )
}

/** Answers that users still wait for. They are given before the program ends. */
class Owed extends Context.Service<Owed, FiberSet.FiberSet<void>>()("Owed") {
  static readonly layer = Layer.effect(
    Owed,
    Effect.tap(FiberSet.make<void>(), (owed) => Effect.addFinalizer(() => FiberSet.awaitEmpty(owed)))
  )
}

const HARBOURS: Readonly<Record<string, string>> = { brest: "04:12", cuxhaven: "11:38", dover: "06:55" }

const COMMANDS = [
  { name: "harbours", description: "Harbours with a tide table" },
  {
    name: "tide",
    description: "The next high tide",
    options: [{ type: 3, name: "harbour", description: "e.g. Dover", required: true }]
  }
]

/** Looking it up takes a while: a deferral first, the answer after it. */
const lookUp = Effect.fnUntraced(function* (token: string, harbour: string) {
  const api = yield* Api
  yield* Effect.sleep(Duration.millis(200))
  const time = HARBOURS[harbour.toLowerCase()]
  const content = time === undefined ? `There is no tide table for ${harbour}.` : `High tide at ${harbour}: ${time}`
  yield* api.call("PATCH", `/webhooks/{id}/${token}/messages/@original`, { content })
})

const answer = Effect.fnUntraced(function* ({ type, token, data }: typeof Interaction.Type) {
  if (type === 1) return { type: 1 }
  if (data?.name === "harbours") return { type: 4, data: { content: Object.keys(HARBOURS).join(", ") } }
  // It outlives the request.
  const later = Effect.tapCause(lookUp(token, String(data?.options?.[0]?.value)), Effect.logError)
  yield* FiberSet.run(yield* Owed, later)
  return { type: 5 }
})

/** By the application's Ed25519 key, over timestamp and body; the service tries out that anything else gets a 401. */
const isSigned = (publicKey: string, headers: Readonly<Record<string, string | undefined>>, body: string): boolean => {
  const key = createPublicKey({
    key: { kty: "OKP", crv: "Ed25519", x: Buffer.from(publicKey, "hex").toString("base64url") },
    format: "jwk"
  })
  const signature = Buffer.from(headers["x-signature-ed25519"] ?? "", "hex")
  return verify(null, Buffer.from(`${headers["x-signature-timestamp"]}${body}`), key, signature)
}

const interactions = Effect.gen(function* () {
  const { headers, text } = yield* HttpServerRequest.HttpServerRequest
  const body = yield* text
  const { publicKey } = yield* Api
  if (!isSigned(publicKey, headers, body))
    return HttpServerResponse.jsonUnsafe({ error: "not signed" }, { status: 401 })
  return HttpServerResponse.jsonUnsafe(yield* Effect.flatMap(decode(body), answer))
})

/** Once the server listens: commands, and where interactions are to go. */
const register = Effect.gen(function* () {
  const api = yield* Api
  const { address } = yield* HttpServer.HttpServer
  if (address._tag !== "InetAddressV4") return
  yield* api.call("PUT", "/applications/{id}/commands", COMMANDS)
  const interactions_endpoint_url = `http://127.0.0.1:${address.port}/interactions`
  yield* api.call("PATCH", "/applications/@me", { interactions_endpoint_url })
  yield* Effect.logInfo("The tide table is ready")
})

const Main = Layer.effectDiscard(register).pipe(
  Layer.provideMerge(HttpRouter.serve(HttpRouter.add("POST", "/interactions", interactions), { disableLogger: true })),
  Layer.provide(NodeHttpServer.layer(createServer, { port: 0, host: "127.0.0.1" })),
  Layer.provide(Owed.layer),
  Layer.provide(Api.layer),
  Layer.provide(FetchHttpClient.layer)
)

NodeRuntime.runMain(Layer.launch(Main))
