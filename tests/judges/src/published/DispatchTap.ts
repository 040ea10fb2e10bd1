/**
 * Shows every dispatch that a gateway connection of this process receives as text. The hook patches the client side of
 * `ws`.
 */
import { WebSocket } from "ws"

export interface SeenDispatch {
  readonly t: string
  readonly d: unknown
}

/**
 * Passes each dispatch as its text without its sequence number, so that the same dispatch to many sessions gives equal
 * texts.
 */
export const tapDispatches = (see: (text: string) => void): void => {
  const { emit } = WebSocket.prototype
  const ours = new WeakSet<WebSocket>()
  WebSocket.prototype.emit = function (this: WebSocket, event: string | symbol, ...given: ReadonlyArray<unknown>) {
    const [data, isBinary] = given
    // The server's side of a connection has no URL.
    if (event === "message" && isBinary === false && this.url !== undefined) {
      const text = String(data)
      if (isHello(text)) ours.add(this)
      else if (ours.has(this) && text.startsWith(DISPATCH)) see(text.replace(NUMBER, '"s":0'))
    }
    return emit.call(this, event, ...given)
  }
}

/** Parses such a text. */
export const readDispatch = (text: string): SeenDispatch => {
  const { t, d } = JSON.parse(text)
  return { t, d }
}

/** Recognizes the service's own gateway by the order of these keys, not one that a test wrote. */
const isHello = (text: string): boolean =>
  /^\{"t":null,"s":null,"op":10,"d":\{"heartbeat_interval":\d+,"_trace":/.test(text)

const DISPATCH = '{"t":"'
const NUMBER = /"s":\d+/
