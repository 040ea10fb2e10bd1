/** A web server of an application, or of somebody else: it keeps what it was asked, and answers with a page. */
import { createServer, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"

export interface Listener {
  readonly url: string
  /** Paths and queries, favicons aside. */
  readonly asked: ReadonlyArray<string>
  readonly close: () => Promise<void>
}

/** `pages` give the HTML of a path, or answer themselves; any other path is an empty page. */
export const listen = async (
  pages: Readonly<Record<string, string | ((response: ServerResponse) => void)>> = {}
): Promise<Listener> => {
  const asked: Array<string> = []
  const server = createServer(({ url = "" }, response) => {
    if (url !== "/favicon.ico") asked.push(url)
    const page = pages[url.split("?", 1).join("")]
    if (typeof page === "function") return page(response)
    response.setHeader("content-type", "text/html; charset=utf-8")
    response.end(page ?? "<!doctype html><title>Landed</title>")
  })
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve)
  })
  // A server that listens on TCP has such an address.
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    asked,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      })
  }
}
