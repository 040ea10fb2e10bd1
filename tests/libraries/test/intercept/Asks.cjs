// Tries to leave the machine in several ways, and prints what became of each as one JSON text.
const { spawnSync } = require("node:child_process")
const dgram = require("node:dgram")
const dns = require("node:dns")
const net = require("node:net")
const tls = require("node:tls")

const [own = "192.0.2.1"] = process.argv.slice(2)

/** "connected", or the code of the error. */
const connected = (socket, event = "connect") =>
  new Promise((resolve) => {
    socket.setTimeout(4_000, () => socket.destroy(new Error("timeout")))
    socket.once(event, () => resolve("connected"))
    socket.once("error", ({ code, message }) => resolve(code ?? message))
  }).finally(() => socket.destroy())

const status = (url) =>
  fetch(url).then(
    (answer) => answer.status,
    ({ cause }) => cause.code ?? cause.message
  )

/** A program of another kind; undefined where there is none. */
const curl = (url) => {
  const { error, status, stdout } = spawnSync("curl", ["-s", "-m", "4", url], { encoding: "utf8" })
  return error === undefined ? (status === 0 ? stdout : "refused") : undefined
}

/** The same program, started so that it loads no file first. */
const bare = () => {
  const text = `require("node:net").connect(443, "192.0.2.1").on("error", ({ code }) => console.log(code))`
  const { stdout } = spawnSync("env", ["-i", process.execPath, "-e", text], { encoding: "utf8", timeout: 4_000 })
  return stdout.trim() || "nothing"
}

const sent = () =>
  new Promise((resolve) => {
    const socket = dgram.createSocket("udp4")
    socket.send("x", 9, "192.0.2.1", (error) => {
      socket.close()
      resolve(error?.code ?? "sent")
    })
  })

const main = async () => {
  const found = {
    gateway: await status("https://discord.com/api/v10/gateway"),
    socket: await connected(tls.connect({ host: "gateway.discord.gg", port: 443 }), "secureConnect"),
    web: await status("https://example.com/"),
    name: await dns.promises.lookup("example.com").then(
      () => "found",
      ({ code }) => code
    ),
    number: await connected(net.connect(443, "192.0.2.1")),
    number6: await connected(net.connect(443, "2001:db8::1")),
    datagram: await sent(),
    own: await connected(net.connect(Number(process.env.OWN_PORT ?? 443), own)),
    curl: curl("https://discord.com/api/v10/gateway"),
    curlWeb: curl("https://example.com/"),
    bare: bare(),
    token: process.env.DISCORD_TOKEN
  }
  const server = net.createServer().listen(0, "127.0.0.1", () => {
    console.log(JSON.stringify(found))
    server.close()
  })
}

main()
