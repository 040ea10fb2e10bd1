// A bot without a library: it registers a command and answers over the gateway, as libraries do.
import https from "node:https"
import tls from "node:tls"

const token = process.env.DISCORD_TOKEN
const call = (method, path, body) =>
  new Promise((resolve, reject) => {
    const headers = { authorization: `Bot ${token}`, "content-type": "application/json" }
    const request = https.request({ host: "discord.com", path: `/api/v10${path}`, method, headers }, (response) => {
      let text = ""
      response.on("data", (part) => {
        text += part
      })
      response.on("end", () => resolve(text === "" ? undefined : JSON.parse(text)))
    })
    request.on("error", reject)
    request.end(JSON.stringify(body))
  })

console.log(tls.rootCertificates.length > 0 ? "starts" : "")
const { id } = await call("GET", "/users/@me")
await call("PUT", `/applications/${id}/commands`, [{ name: "ping", description: "Answers pong" }])
console.log("ready")
setInterval(() => {}, 1_000)
