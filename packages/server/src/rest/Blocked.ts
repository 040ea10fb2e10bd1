/** The page for a blocked address: no JSON and no `Via`, so that clients see a ban (decision 28; wire-rest.md §4.3). */
import { wholeSeconds } from "@backlot/protocol/error/RateLimitAnswer"
import { HttpServerResponse } from "effect/http"
import type { Answer } from "../http/Answer.ts"

/** With `Retry-After`, for clients that read only the status. Our choice: docs/choices.md "Rate limits". */
export const blocked = (leftMs: number): Answer =>
  HttpServerResponse.text(PAGE, {
    status: 429,
    contentType: "text/html; charset=UTF-8",
    headers: { "retry-after": wholeSeconds(leftMs) }
  })

const PAGE = `<!DOCTYPE html>
<html lang="en">
<head><title>Access denied</title></head>
<body>
<h1>You are being rate limited</h1>
<p>This address got too many answers of 401, 403 and 429. Backlot serves it again when the time in Retry-After has passed,
or after POST /control/v1/reset.</p>
</body>
</html>
`
