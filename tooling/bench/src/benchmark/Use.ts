/**
 * Command use, signed delivery and answer, against a bare signed POST of the same payload to the same endpoint. The floor
 * evaluates, signs, delivers and stores too.
 */
import { createPrivateKey, sign } from "node:crypto"
import { startBare } from "../Child.ts"
import { type Answer, Connection, encode } from "../Connection.ts"
import { cycle, takeTurns } from "../Load.ts"
import { type Benchmark, floorOf, latencyOf, loadOf, withoutLatencies } from "../Scene.ts"
import { shown } from "../Table.ts"
import { ALICE, APP, aboutCommands, botOf, commandBody, GENERAL, PRIVATE_KEY, worldOf } from "../World.ts"

/** Sequential: the time that one user waits. */
export const use: Benchmark = async (scene) => {
  const world = worldOf({ applications: 1, guilds: 1 })
  const ours = await scene.backlot(world, { data: `${scene.folder}/use.db` })
  const floor = await scene.floor(world, { data: `${scene.folder}/use.journal` })
  const endpoint = scene.keep(await startBare("endpoint", ours.publicKey(APP)))
  const [play, floorPlay] = [await prepareUse(ours.url, endpoint.url), await prepareUse(floor.url, endpoint.url)]
  const payload = await lastDelivery(ours.url, endpoint.url, play)
  const sides = {
    ours: { ...ours, next: cycle(() => [play]), complaint: notResponded },
    baseline: { ...endpoint, next: () => signedPost(payload) },
    floor: { ...floor, next: cycle(() => [floorPlay]), complaint: notResponded }
  }
  const measured = await takeTurns(sides, loadOf(scene, 1))
  const [us, bare, low] = [latencyOf(measured.ours), latencyOf(measured.baseline), latencyOf(measured.floor)]
  return [
    {
      benchmark: "command use, delivery, answer",
      unit: "ms, median",
      ours: us.median,
      baseline: bare.median,
      ratios: [us.median / bare.median],
      ...floorOf(us.median, low.median),
      goal: { below: 3 },
      notes: `p99 ${shown(us.p99)} ms, bare ${shown(bare.p99)} ms, floor ${shown(low.p99)} ms`,
      raw: {
        ours: { ...us, rounds: measured.ours.map(withoutLatencies) },
        baseline: { ...bare, rounds: measured.baseline.map(withoutLatencies) },
        floor: { ...low, rounds: measured.floor.map(withoutLatencies) }
      }
    }
  ]
}

/** Registers a command and the endpoint. Returns the request of Alice's use of that command. */
export const prepareUse = async (ours: string, endpoint: string): Promise<Buffer> => {
  const play = await registerUse(ours)
  const connection = await Connection.open(ours)
  const path = "/api/v10/applications/@me"
  const body = JSON.stringify({ interactions_endpoint_url: endpoint })
  const patched = await connection.send(encode({ method: "PATCH", path, headers: botOf(APP), body }))
  connection.close()
  if (patched.status !== 200) throw new Error(`the endpoint was refused: ${patched.body}`)
  return play
}

/** Registers a command. Returns the request of Alice's use, which ends when the application has answered. */
export const registerUse = async (ours: string): Promise<Buffer> => (await registerUses(ours))(GENERAL)

/** The same in any channel. */
export const registerUses = async (ours: string, application = APP): Promise<(channel: string) => Buffer> => {
  const connection = await Connection.open(ours)
  const registered = await connection.send(aboutCommands("POST", commandBody("use", 2, "in one line"), { application }))
  connection.close()
  const options = [
    { name: "option-0", value: "rex" },
    { name: "option-1", value: 7 }
  ]
  const body = JSON.stringify({ command_id: JSON.parse(registered.body.toString()).id, options })
  return (channel) =>
    encode({
      method: "POST",
      path: `/control/v1/users/${ALICE}/channels/${channel}/interactions?until=responded`,
      body
    })
}

/** Explains the answer to a use that was not answered at once. */
export const notResponded = ({ status, body }: Answer): string | undefined =>
  status === 200 && body.includes('"state":"responded"') ? undefined : `answered ${status}: ${body}`

const lastDelivery = async (ours: string, endpoint: string, play: Buffer): Promise<Buffer> => {
  const connections = [await Connection.open(ours), await Connection.open(endpoint)] as const
  const used = await connections[0].send(play)
  const { body } = await connections[1].send(encode({ method: "GET", path: "/" }))
  for (const connection of connections) connection.close()
  const wrong = notResponded(used)
  if (wrong !== undefined) throw new Error(`a use ${wrong}`)
  return body
}

/** The DER prefix of the 32 bytes of an Ed25519 private key (RFC 8410 §7). */
const derHead = Buffer.from("302e020100300506032b657004220420", "hex")
const key = createPrivateKey({
  key: Buffer.concat([derHead, Buffer.from(PRIVATE_KEY, "hex")]),
  format: "der",
  type: "pkcs8"
})

const signedPost = (body: Buffer): Buffer => {
  const timestamp = String(Math.floor(Date.now() / 1000))
  const signature = sign(null, Buffer.concat([Buffer.from(timestamp), body]), key).toString("hex")
  const headers = { "x-signature-ed25519": signature, "x-signature-timestamp": timestamp }
  return encode({ method: "POST", path: "/", headers, body })
}
