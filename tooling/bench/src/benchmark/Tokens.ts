/**
 * Checks of access tokens that the service issued and keeps as hashes: `GET /oauth2/@me` on the file adapter with one
 * token per connection, against a bare server that answers the same bytes.
 */
import { startBare } from "../Child.ts"
import { Connection, encode } from "../Connection.ts"
import { alternate, cycle } from "../Load.ts"
import { type Benchmark, shownThroughput } from "../Scene.ts"
import { APP, worldOf } from "../World.ts"

const CONNECTIONS = 16
const SECRET = "bench-secret"

export const tokens: Benchmark = async (scene) => {
  const world = worldOf({ applications: 1, guilds: 1 })
  const applications = world.applications.map((application) => ({ ...application, client_secret: SECRET }))
  const ours = await scene.backlot({ ...world, applications }, { data: `${scene.folder}/tokens.db` })
  const issued = await Promise.all(Array.from({ length: CONNECTIONS }, () => issue(ours.url)))
  const check = (connection: number) =>
    encode({
      method: "GET",
      path: "/api/v10/oauth2/@me",
      headers: { authorization: `Bearer ${issued[connection]}` }
    })
  const connection = await Connection.open(ours.url)
  const { status, body } = await connection.send(check(0))
  connection.close()
  if (status !== 200) throw new Error(`a token just issued was refused: ${status} ${body}`)
  const answer = { headers: { "content-type": "application/json" }, body: `${body}` }
  const bare = scene.keep(await startBare("answer", "0", JSON.stringify(answer)))
  const next = cycle((at) => [check(at)])
  const load = { connections: CONNECTIONS, seconds: scene.seconds, rounds: scene.rounds }
  return [shownThroughput("token check", await alternate({ ...ours, next }, { ...bare, next }, load))]
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
