/**
 * Checks of access tokens that the service issued and keeps as hashes: `GET /oauth2/@me` on the file adapter with one
 * token per connection, against a bare server that answers the same bytes.
 */
import { startBare } from "../Child.ts"
import { Connection, encode } from "../Connection.ts"
import { cycle, takeTurns } from "../Load.ts"
import { type Benchmark, loadOf, throughput } from "../Scene.ts"
import { APP, worldOf } from "../World.ts"

const CONNECTIONS = 16
const SECRET = "bench-secret"

export const tokens: Benchmark = async (scene) => {
  const world = worldOf({ applications: 1, guilds: 1 })
  const applications = world.applications.map((application) => ({ ...application, client_secret: SECRET }))
  const secret = { ...world, applications }
  const ours = await scene.backlot(secret, { data: `${scene.folder}/tokens.db` })
  const floor = await scene.floor(secret, { data: `${scene.folder}/tokens.journal` })
  const [own, low] = [await checksOf(ours.url), await checksOf(floor.url)]
  const bare = scene.keep(await startBare("answer", "0", JSON.stringify(own.answer)))
  const sides = {
    ours: { ...ours, next: cycle(own.check) },
    baseline: { ...bare, next: cycle(own.check) },
    floor: { ...floor, next: cycle(low.check) }
  }
  return [throughput("token check", { least: 0.4 }, await takeTurns(sides, loadOf(scene, CONNECTIONS)))]
}

/** The check of a connection, with a token of its own, and what it answers. */
const checksOf = async (url: string) => {
  const issued = await Promise.all(Array.from({ length: CONNECTIONS }, () => issue(url)))
  const check = (connection: number) => [
    encode({
      method: "GET",
      path: "/api/v10/oauth2/@me",
      headers: { authorization: `Bearer ${issued[connection]}` }
    })
  ]
  const connection = await Connection.open(url)
  const { status, body } = await connection.send(check(0)[0] ?? Buffer.alloc(0))
  connection.close()
  if (status !== 200) throw new Error(`a token just issued was refused: ${status} ${body}`)
  return { check, answer: { headers: { "content-type": "application/json" }, body: `${body}` } }
}

/** A client credentials token. */
const issue = async (url: string): Promise<string> => {
  const response = await fetch(`${url}/api/oauth2/token`, {
    method: "POST",
    headers: { authorization: `Basic ${btoa(`${APP}:${SECRET}`)}` },
    body: new URLSearchParams({ grant_type: "client_credentials", scope: "identify" })
  })
  // The token endpoint answers this shape.
  const { access_token } = (await response.json()) as { readonly access_token?: string }
  if (access_token === undefined) throw new Error(`no token: ${response.status}`)
  return access_token
}
