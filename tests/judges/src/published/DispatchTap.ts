/** Sees every dispatch that a gateway connection of this process gets as text. The hook sits in `ws`, on the client's side. */
import { WebSocket } from "ws"

export interface SeenDispatch {
  readonly t: string
  readonly d: unknown
}

/** A dispatch comes as its text without its number: the same one to many sessions is told once to each, and is equal. */
export const tapDispatches = (see: (text: string) => void): void => {
  const { emit } = WebSocket.prototype
  const ours = new WeakSet<WebSocket>()
  WebSocket.prototype.emit = function (this: WebSocket, event: string | symbol, ...given: ReadonlyArray<unknown>) {
    const [data, isBinary] = given
    // A server's side of a connection has no address.
    if (event === "message" && isBinary === false && this.url !== undefined) {
      const text = String(data)
      if (isHello(text)) ours.add(this)
      else if (ours.has(this) && text.startsWith(DISPATCH)) see(text.replace(NUMBER, '"s":0'))
    }
    return emit.call(this, event, ...given)
  }
}

/** What it was, of such a text. */
export const readDispatch = (text: string): SeenDispatch => {
  const { t, d } = JSON.parse(text)
  return { t, d }
}

/** The service's own gateway, and not one that a test wrote: it says these keys in this order. */
const isHello = (text: string): boolean =>
  /^\{"t":null,"s":null,"op":10,"d":\{"heartbeat_interval":\d+,"_trace":/.test(text)

const DISPATCH = '{"t":"'
const NUMBER = /"s":\d+/
