import { connect, createServer } from "node:net"
import { expect, it } from "vitest"
import { startRelay, tagReader } from "../src/nodes/Relay.ts"

const message = (type: string, content: string): Buffer => {
  const head = Buffer.alloc(5)
  head.write(type, "latin1")
  head.writeUInt32BE(4 + content.length, 1)
  return Buffer.concat([head, Buffer.from(content)])
}
const ANSWER = Buffer.concat([
  message("D", "a row with a C\0 in it"),
  message("C", "LOCK TABLE\0"),
  message("Z", "T"),
  message("C", "COMMIT\0")
])

it("tags are read however the answers are cut", () => {
  for (const size of [1, 2, 7, ANSWER.length]) {
    const tags: Array<string> = []
    const read = tagReader((tag) => tags.push(tag))
    for (let at = 0; at < ANSWER.length; at += size) read(ANSWER.subarray(at, at + size))
    expect(tags).toEqual(["LOCK TABLE", "COMMIT"])
  }
})

it("a relay counts round trips, bytes and transactions in turn", async () => {
  const answering = createServer((socket) => socket.on("data", () => socket.write(ANSWER)))
  await new Promise<void>((resolve) => answering.listen(0, "127.0.0.1", resolve))
  const address = answering.address()
  const port = typeof address === "object" ? address?.port : undefined
  const relay = await startRelay(`postgres://someone:hidden@localhost:${port}/there`)
  expect(relay.url).toMatch(/^postgres:\/\/someone:hidden@127\.0\.0\.1:\d+\/there$/)
  const socket = connect(Number(new URL(relay.url).port), "127.0.0.1")
  for (let i = 0; i < 3; i++) {
    let got = 0
    const answered = new Promise<void>((resolve) => {
      const take = (chunk: Buffer) => {
        got += chunk.length
        if (got < ANSWER.length) return
        socket.off("data", take)
        resolve()
      }
      socket.on("data", take)
    })
    socket.write("ask")
    await answered
  }
  const { turnMs, ...counted } = relay.counted()
  expect(counted).toEqual({ trips: 3, bytes: 3 * (3 + ANSWER.length), turns: 3 })
  expect(turnMs).toHaveLength(3)
  socket.destroy()
  await relay.stop()
  await new Promise((resolve) => answering.close(resolve))
})
