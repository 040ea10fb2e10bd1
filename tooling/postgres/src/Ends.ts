/** Two sockets that stand for one connection. */
import type { Socket } from "node:net"

/** Each ends with the other; both are among `open` for as long as they are open. */
export const endTogether = (near: Socket, far: Socket, open: Set<Socket>): void => {
  for (const [one, other] of [
    [near, far],
    [far, near]
  ] as const) {
    open.add(one)
    one.on("error", () => other.destroy())
    one.on("close", () => {
      open.delete(one)
      other.destroy()
    })
  }
}
