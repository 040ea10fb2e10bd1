/**
 * Heap and resident memory while one interaction token makes follow-ups and edits with the largest bodies as fast as it
 * can, beside uses with the longest texts, in memory and on the file adapter. The budgets of messages and events are
 * full after a quarter of the way. The most of the second half may be a fifth above the most of the first.
 */
import type { Backlot } from "../Backlot.ts"
import { residentMib, startBare } from "../Child.ts"
import { type Answer, Connection, encode } from "../Connection.ts"
import { load, refusal } from "../Load.ts"
import type { Figure } from "../Row.ts"
import type { Benchmark, Scene } from "../Scene.ts"
import { shown } from "../Table.ts"
import { ALICE, APP, aboutCommands, botOf, GENERAL, idAfter, worldOf } from "../World.ts"
import { prepareUse } from "./Use.ts"

const REQUESTS = 4_000
const CONNECTIONS = 8
const SAMPLE_EVERY_MS = 100

/** Of ten requests, two are uses and three are edits; the others are follow-ups. */
const [TURNS, USES, EDITS] = [10, 2, 3]

/** The application whose command is used; the token is of the first. */
const OTHER = idAfter(APP, 1)

interface Sample {
  readonly requests: number
  readonly heap: number
  readonly resident: number
}

export const flood: Benchmark = async (scene) => [
  ...(await flooded(scene, "in memory", "memory")),
  ...(await flooded(scene, "on a file", { data: `${scene.folder}/flood.db` }))
]

const flooded = async (scene: Scene, where: string, storage: Parameters<Scene["backlot"]>[1]) => {
  const ours = await scene.backlot(worldOf({ applications: 2, guilds: 1 }), storage)
  const own = await Connection.open(ours.url)
  const token = await tokenOfUse(scene, ours)
  const endpoint = scene.keep(await startBare("endpoint", ours.publicKey(OTHER)))
  await own.send(aboutApplication(OTHER, endpoint.url))
  const command = await own.send(aboutCommands("POST", COMMAND, { application: OTHER }))

  let requests = 0
  const samples: Array<Sample> = []
  let isSampling = true
  const sampling = sampleUntil(own, ours.pid, () => (isSampling ? requests : undefined), samples)
  let newest = ""
  const follow = encode({ method: "POST", path: pathOf(token), body: LARGEST })
  const edit = () => encode({ method: "PATCH", path: `${pathOf(token)}/messages/${newest}`, body: LARGEST })
  const use = useOf(JSON.parse(command.body.toString()).id)
  const next = () => {
    requests += 1
    const turn = requests % TURNS
    return turn < USES ? use : turn < USES + EDITS && newest !== "" ? edit() : follow
  }
  const complaint = (answer: Answer) => {
    newest = /^\{"id":"(\d+)"/.exec(answer.body.toString("latin1", 0, 40))?.[1] ?? newest
    return refusal(answer)
  }
  const began = performance.now()
  await load(
    { ...ours, next, complaint },
    { connections: CONNECTIONS, seconds: Number.POSITIVE_INFINITY, count: REQUESTS }
  )
  const seconds = (performance.now() - began) / 1000
  isSampling = false
  await sampling
  own.close()

  return (["heap", "resident"] as const).map((what): Figure => {
    const first = mostOf(samples, what, 0)
    const second = mostOf(samples, what, REQUESTS / 2)
    return {
      benchmark: `flood of the largest bodies ${where}, ${what}`,
      unit: "MiB",
      ours: second,
      baseline: first,
      ratios: [second / first],
      goal: { most: 1.2 },
      notes: `baseline: itself in the first half of ${REQUESTS.toLocaleString("en-US")} requests in ${shown(seconds)} s`,
      raw: { first, second, samples }
    }
  })
}

const COMMAND = {
  name: "flood",
  description: "Takes a long text",
  options: [{ type: 3, name: "text", description: "A long text", required: true }]
}

const METRICS = encode({ method: "GET", path: "/control/v1/metrics" })

const sampleUntil = async (
  own: Connection,
  pid: number,
  at: () => number | undefined,
  samples: Array<Sample>
): Promise<void> => {
  for (;;) {
    const text = (await own.send(METRICS)).body.toString()
    const requests = at()
    if (requests === undefined) return
    const heap = Number(/^nodejs_heap_size_used_bytes (\S+)/m.exec(text)?.[1]) / 2 ** 20
    samples.push({ requests, heap, resident: residentMib(pid) ?? 0 })
    await new Promise((resolve) => setTimeout(resolve, SAMPLE_EVERY_MS))
  }
}

/** The token of an interaction of the first application, answered by its endpoint. */
const tokenOfUse = async (scene: Scene, { url, publicKey }: Backlot): Promise<string> => {
  const endpoint = scene.keep(await startBare("endpoint", publicKey(APP)))
  const play = await prepareUse(url, endpoint.url)
  const [own, app] = [await Connection.open(url), await Connection.open(endpoint.url)]
  await own.send(play)
  const { body } = await app.send(encode({ method: "GET", path: "/" }))
  for (const connection of [own, app]) connection.close()
  return JSON.parse(body.toString()).token
}

const aboutApplication = (id: string, interactions_endpoint_url: string): Buffer =>
  encode({
    method: "PATCH",
    path: "/api/v10/applications/@me",
    headers: botOf(id),
    body: JSON.stringify({ interactions_endpoint_url })
  })

const pathOf = (token: string) => `/api/v10/webhooks/${APP}/${token}`

/** The longest text; the other application answers at once. */
const useOf = (command_id: string): Buffer =>
  encode({
    method: "POST",
    path: `/control/v1/users/${ALICE}/channels/${GENERAL}/interactions?until=responded`,
    body: JSON.stringify({ command_id, options: [{ name: "text", value: wide(6_000) }] })
  })

/** Characters that take two units each. */
const wide = (length: number) => "😀".repeat(length)

const ADDRESS = `https://example.com/${"x".repeat(2_000)}`

/** The longest content, ten embeds, and five selects of 25 options. */
const WORST = {
  content: wide(2_000),
  embeds: Array.from({ length: 10 }, () => ({ description: wide(600), url: ADDRESS, image: { url: ADDRESS } })),
  components: Array.from({ length: 5 }, (_, row) => ({
    type: 1,
    components: [
      {
        type: 3,
        custom_id: `select-${row}`,
        options: Array.from({ length: 25 }, (_, i) => ({
          label: wide(100),
          value: `${i}${wide(90)}`,
          description: wide(100)
        }))
      }
    ]
  }))
}

const LARGEST = JSON.stringify(WORST)

/** The most in the half of the requests that begins at `from`. */
const mostOf = (samples: ReadonlyArray<Sample>, what: "heap" | "resident", from: number): number =>
  Math.max(
    ...samples
      .filter(({ requests }) => requests >= from && requests < from + REQUESTS / 2)
      .map((sample) => sample[what])
  )
