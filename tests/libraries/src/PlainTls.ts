/**
 * Gives what connects by TLS toward certain hosts a plain connection. Libraries of voice speak TLS only, and nothing else
 * of them is changed.
 */
import net from "node:net"
import tls from "node:tls"

/** Until the returned function is called. `hosts` are `host:port`. */
export const plainToward = (hosts: ReadonlySet<string>): (() => void) => {
  const { connect } = tls
  const plain = (options: tls.ConnectionOptions): tls.TLSSocket | undefined => {
    const { host, port } = options
    if (!hosts.has(`${host}:${port}`)) return undefined
    const socket = net.connect({ host: host ?? "", port: Number(port) })
    socket.once("connect", () => socket.emit("secureConnect"))
    // What is read of it are these fields.
    return Object.assign(socket, { encrypted: true, authorized: true, alpnProtocol: false }) as unknown as tls.TLSSocket
  }
  // Libraries pass the options alone.
  tls.connect = ((...given: Parameters<typeof connect>) =>
    plain(given[0] as unknown as tls.ConnectionOptions) ?? connect(...given)) as typeof connect
  return () => {
    tls.connect = connect
  }
}
