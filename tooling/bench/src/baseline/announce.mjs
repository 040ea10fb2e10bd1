/**
 * Listens on loopback and prints the address as the first line.
 * @param {import("node:http").Server} server
 * @param {number} port
 */
export const announce = (server, port) => {
  server.listen(port, "127.0.0.1", () => {
    const address = server.address()
    if (typeof address === "object") console.log(`http://127.0.0.1:${address?.port}`)
  })
}
