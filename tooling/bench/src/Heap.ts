/** The memory that a program of Node still needs: its heap after a collection, asked for over the inspector. */
import type { Child } from "./Child.ts"

/** MiB of V8's heap and of buffers after a full collection. The program was started with `--inspect`. */
export const keptMib = async (child: Child): Promise<number> => {
  const address = /ws:\/\/\S+/.exec(child.output())?.[0]
  if (address === undefined) throw new Error(`the program opened no inspector:\n${child.output()}`)
  const socket = new WebSocket(address)
  await once(socket, "open")
  try {
    await ask(socket, "HeapProfiler.collectGarbage")
    const { usedSize, backingStorageSize = 0 } = await ask(socket, "Runtime.getHeapUsage")
    return ((usedSize ?? Number.NaN) + backingStorageSize) / 1024 ** 2
  } finally {
    socket.close()
  }
}

const ask = async (socket: WebSocket, method: string): Promise<Readonly<Record<string, number>>> => {
  const answered = once(socket, "message")
  socket.send(JSON.stringify({ id: 1, method }))
  const { data } = (await answered) as MessageEvent
  // V8's protocol: a result of these methods has numbers alone.
  const { result } = JSON.parse(String(data)) as { readonly result?: Readonly<Record<string, number>> }
  if (result === undefined) throw new Error(`the inspector refused ${method}: ${data}`)
  return result
}

const once = (socket: WebSocket, type: "open" | "message") =>
  new Promise<Event>((resolve, reject) => {
    socket.addEventListener(type, resolve, { once: true })
    socket.addEventListener("error", () => reject(new Error("the inspector closed the connection")), { once: true })
  })
