// Tells its port at once when it listens, and answers with what it is asked.
const server = require("node:http").createServer((request, response) => response.end(`asked ${request.url}`))
server.listen(0, () => console.log(server.address().port))
process.once("SIGINT", () => {
  console.log("ends well")
  server.closeAllConnections()
  server.close()
})
