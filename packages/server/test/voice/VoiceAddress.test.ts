/** Where bots are told to send the packets of voice, and what a server does that cannot listen there. */
import { createSocket } from "node:dgram"
import { once } from "node:events"
import { assert, describe, it, layer } from "@effect/vitest"
import { Effect } from "effect"
import { afterAll } from "vitest"
import { type EmbedOptions, embed } from "../../src/Embed.ts"
import { LIVE, running } from "../fixture/Running.ts"
import * as V from "./VoiceClient.ts"

const own = { ip: "127.0.0.1" }

const HOSTS: ReadonlyArray<readonly [Partial<EmbedOptions>, object]> = [
  [{ voice: true }, own],
  [{ voice: true, voiceHost: "203.0.113.7" }, { ip: "203.0.113.7" }],
  [{ voiceHost: "2001:db8::7" }, { ip: "2001:db8::7" }],
  [{ voiceHost: "localhost" }, own],
  [{ voicePort: 0 }, own]
]

for (const [options, expected] of HOSTS) {
  layer(running({ world: V.voiceWorld, ...options }), LIVE)(`with ${JSON.stringify(options)}`, (it) => {
    it.effect("a bot is told where to send its packets", () =>
      Effect.gen(function* () {
        assert.deepInclude((yield* V.inVoice()).ready, expected)
      })
    )
  })
}

layer(running({ world: V.voiceWorld, voice: false, voicePort: 0, voiceHost: "203.0.113.7" }), LIVE)(
  "with voice off",
  (it) => {
    it.effect("a bot is told of no voice server", () =>
      Effect.gen(function* () {
        assert.isNull((yield* V.placed(yield* V.caller())).endpoint)
      })
    )
  }
)

/** A port of UDP that another program has. */
const taken = createSocket("udp4")
taken.bind(0, "127.0.0.1")
await once(taken, "listening")
afterAll(() => taken.close())

const failure = (options: Partial<EmbedOptions>) =>
  Effect.map(Effect.flip(embed({ world: V.voiceWorld, ...options })), ({ message }) => message)

describe("a server with voice", () => {
  it.live("does not start on a UDP port that is taken, and says what to do", () =>
    Effect.gen(function* () {
      const { port } = taken.address()
      assert.strictEqual(
        yield* failure({ voicePort: port }),
        `UDP port 127.0.0.1:${port} is in use; choose another with --voice-port, or 0 for any free one.`
      )
      // Without voice nobody needs it.
      yield* embed({ world: V.voiceWorld, voice: false, voicePort: port })
    })
  )

  it.live("does not start with a name that leads nowhere, and says what to do", () =>
    Effect.gen(function* () {
      const voiceHost = "a".repeat(64)
      assert.match(
        yield* failure({ voiceHost }),
        /^The address of a{64} is not known here \(E[A-Z_]+\); give an IP address with --voice-host\.$/
      )
    })
  )
})
