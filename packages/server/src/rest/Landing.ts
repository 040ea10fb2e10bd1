/** The page at the server's address, for people who open it in a browser. */
import { Effect } from "effect"
import { HttpServerResponse } from "effect/http"
import { Addresses, ServerSettings } from "../boot/ServerContext.ts"

export const landing = Effect.fnUntraced(function* () {
  const { rest_url, gateway_url, control_url } = yield* Addresses
  const { version } = yield* ServerSettings
  return HttpServerResponse.text(page(version, rest_url, gateway_url, control_url), {
    contentType: "text/html; charset=utf-8"
  })
})

const page = (version: string, rest: string, gateway: string, control: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Backlot</title>
<style>
body { font: 16px/1.5 system-ui, sans-serif; max-width: 40rem; margin: 4rem auto; padding: 0 1rem; color: #1c1e26 }
code { background: #eef0f4; padding: 0.1rem 0.3rem; border-radius: 0.2rem }
dt { font-weight: 600; margin-top: 0.75rem } dd { margin: 0 }
</style>
</head>
<body>
<h1>Backlot ${version} is running</h1>
<p>A Discord-like service for tests of bots and apps. Point a client library at the REST base, from which it learns the gateway; play the users over the control plane.</p>
<dl>
<dt>REST base</dt><dd><code>${rest}</code> (most libraries append the version; with it: <code>${rest}/v10</code>)</dd>
<dt>Gateway</dt><dd><code>${gateway}</code></dd>
<dt>Control plane</dt><dd><code>${control}</code> (<a href="/control/v1/openapi.json">OpenAPI document</a>)</dd>
<dt>REST contract</dt><dd><a href="/api/openapi.json">OpenAPI document</a></dd>
</dl>
<p>The browser console is not part of this version.</p>
</body>
</html>
`
