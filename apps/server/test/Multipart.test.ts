import { readMultipart } from "@backlot/server/http/Multipart"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"

const read = (fields: ReadonlyArray<readonly [name: string, value: string | File]>) =>
  Effect.promise(async () => {
    const form = new FormData()
    for (const [name, value] of fields) {
      if (typeof value === "string") form.append(name, value)
      else form.append(name, value, value.name)
    }
    const sent = new Response(form)
    return [sent.headers.get("content-type") ?? "", new Uint8Array(await sent.arrayBuffer())] as const
  }).pipe(Effect.flatMap(([type, bytes]) => readMultipart(type, bytes)))

const file = (name: string, type = "text/plain") => new File([name], name, { type })

describe("a file of a form", () => {
  it.live("has the number of its field, and under another name the next one", () =>
    Effect.gen(function* () {
      const sent = yield* read([
        ["notes.txt", file("notes.txt")],
        ["files[2]", file("dog.png")],
        ["more.txt", file("more.txt")],
        ["payload_json", "{}"]
      ])
      assert.deepStrictEqual(
        sent?.files.map(({ index, filename }) => [index, filename]),
        [
          [2, "dog.png"],
          [3, "notes.txt"],
          [4, "more.txt"]
        ]
      )
      assert.deepStrictEqual([...(sent?.fields ?? [])], [["payload_json", "{}"]])
    })
  )
  it.live("is the payload when it is named so", () =>
    Effect.gen(function* () {
      const payload = new File(['{"content":"hi"}'], "blob", { type: "application/json" })
      const sent = yield* read([["payload_json", payload]])
      assert.deepStrictEqual([sent?.files, sent?.fields.get("payload_json")], [[], '{"content":"hi"}'])
    })
  )
})
