// The health check of containers: ends with 0 while the server beside it answers. Without a token of ours, 401 is an answer too.
const { BACKLOT_PORT = "6780" } = process.env
// Compose writes an empty value for what is not set.
const token = process.env.BACKLOT_CONTROL_TOKEN || undefined
const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }

fetch(`http://127.0.0.1:${BACKLOT_PORT}/control/v1/health`, { headers }).then(
  ({ ok, status }) => process.exit(ok || (token === undefined && status === 401) ? 0 : 1),
  () => process.exit(1)
)
