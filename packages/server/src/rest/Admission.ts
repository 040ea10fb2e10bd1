/**
 * Admits a request to the handler of a REST route: refuses blocked addresses, authenticates, applies the rate limit with
 * its headers, and answers every expected failure. The `for…` function of a route names its callers. Sources: architecture.md "One request in a straight line" 2 and 3; decisions 24, 27, 28; wire-rest.md §4.
 */
import type { ServiceError } from "@backlot/domain/error/ServiceError"
import { headersOf, isInvalid, type LimitedRoute, limitedRoute } from "@backlot/domain/limit/RateLimit"
import type { RateLimitOverride } from "@backlot/domain/record/World"
import type { Counters } from "@backlot/ports/Counters"
import type { ServiceClock } from "@backlot/ports/ServiceClock"
import type { StorageError } from "@backlot/ports/Storage"
import { wholeSeconds } from "@backlot/protocol/error/RateLimitAnswer"
import * as Access from "@backlot/usecases/access/Access"
import type { Caller } from "@backlot/usecases/access/Caller"
import { InvalidRequests } from "@backlot/usecases/access/InvalidRequests"
import * as RateLimits from "@backlot/usecases/access/RateLimits"
import * as OAuthGrants from "@backlot/usecases/oauth/OAuthGrants"
import * as KeptReads from "@backlot/usecases/store/KeptReads"
import { textOf } from "@backlot/usecases/store/StoredText"
import { Effect, Option } from "effect"
import { HttpServerResponse } from "effect/http"
import * as Answer from "../http/Answer.ts"
import { isOfForeignPage } from "../http/Edge.ts"
import * as Routes from "../http/Route.ts"

/** Makes the handler of an endpoint. */
export type Admission<R> = (endpoint: Routes.Endpoint) => Routes.Handler<never, R>

/** The effect of a step: it returns what `Step` says, or fails with a platform error. */
export type Answering<R> = Effect.Effect<unknown, ServiceError | StorageError, R>

/** For a bot or bearer token. The caller's application is limited. */
export const forApplication = <R>(step: (found: Access.Authenticated, call: Routes.Call) => Answering<R>) =>
  guarded((admitted, call) =>
    Effect.flatMap(Access.authenticate(Routes.authorization(call), call.params), (found) => {
      const { caller, allowance } = found
      return limited(admitted, call, { allowance, global: true, user_id: userOf(caller) }, step(found, call))
    })
  )

const userOf = (caller: Caller) => (caller.kind === "bearer" ? caller.user_id : undefined)

/** Like `forApplication`, for a GET that is kept: it depends on store, caller, URL and these headers alone. */
export const forReader = <R>(
  headers: ReadonlyArray<string>,
  read: (found: Access.Authenticated, call: Routes.Call) => Effect.Effect<string, ServiceError | StorageError, R>
) =>
  forApplication((_, call) => {
    const authorization = Routes.authorization(call)
    const key = `${authorization}\n${call.request.url}\n${headers.map((name) => call.request.headers[name])}`
    // The answer depends on what the caller was read from as well.
    const text = Effect.flatMap(Access.authenticate(authorization, call.params), (found) => read(found, call))
    return Effect.map(kept(key, text), (text) => Answer.text(200, text))
  })

const kept = KeptReads.reader<string>("answer", (text) => text.length)

/** The same for a step with a JSON answer. */
export const forKept = <R>(
  step: (found: Access.Authenticated, call: Routes.Call) => Effect.Effect<object, ServiceError | StorageError, R>
) => forReader([], (found, call) => Effect.map(step(found, call), textOf))

/** For a client id and secret, which `read` takes from the request. The application of the secret is limited. */
export const forClient = <A extends OAuthGrants.Client, R1, R2>(
  read: (call: Routes.Call) => Effect.Effect<A, ServiceError | StorageError, R1>,
  step: (client: A) => Answering<R2>
) =>
  guarded(
    Effect.fnUntraced(function* (admitted, call) {
      const client = yield* read(call)
      const allowance = yield* OAuthGrants.allowanceOfClient(client)
      return yield* limited(admitted, call, { allowance, global: true }, step(client))
    })
  )

/** For an interaction token in the path. Only a bucket of the world limits its application (decision 27). */
export const forToken = <R>(parameter: string, step: (call: Routes.Call) => Answering<R>) =>
  guarded((admitted, call) =>
    Effect.flatMap(RateLimits.allowanceOfToken(Routes.param(call, parameter)), (allowance) =>
      limited(admitted, call, { allowance, global: false }, step(call))
    )
  )

/** For any caller. There is no application to limit. */
export const forAnyone = <R>(step: (call: Routes.Call) => Answering<R>) => guarded((_, call) => step(call))

type Admissions<G extends Routes.Group> = { readonly [K in keyof G["endpoints"]]: Admission<unknown> }
type Needs<H extends Readonly<Record<string, Admission<unknown>>>> = Effect.Services<ReturnType<ReturnType<H[keyof H]>>>

/** Pairs every endpoint of `group` with its handler and its place in the rate limits. */
export const admittedRoutes = <G extends Routes.Group, const H extends Admissions<G>>(
  group: G,
  admissions: H & { readonly [K in Exclude<keyof H, keyof G["endpoints"]>]: never }
): ReadonlyArray<Routes.Route<never, Needs<H>>> =>
  Object.entries(group.endpoints).map(([name, endpoint]) => {
    // The types above give every endpoint name an admission with these services.
    const admission = admissions[name as keyof H] as Admission<Needs<H>>
    return { ...Routes.placeOf(name, endpoint), handler: admission(endpoint) }
  })

/** The place of an endpoint in the rate limits, and how it answers. */
interface Admitted {
  readonly route: LimitedRoute
  readonly answer: (returned: unknown) => Answer.Answer
}

/** Refuses blocked addresses, and counts the answers that lead to a block (decision 28). */
const guarded =
  <R>(admit: (admitted: Admitted, call: Routes.Call) => Answering<R>): Admission<R | InvalidRequests> =>
  (endpoint) => {
    const admitted = { route: limitedRoute(endpoint.method, endpoint.path), answer: Routes.answerOf(endpoint) }
    return (call) =>
      Effect.flatMap(InvalidRequests, (invalid) => {
        const address = Option.getOrElse(call.request.remoteAddress, () => "")
        return Effect.flatMap(invalid.blockedFor(address), (leftMs) =>
          leftMs === undefined
            ? Effect.tap(answeredBy(admitted, admit(admitted, call)), ({ status, headers }) =>
                isInvalid(status, headers["x-ratelimit-scope"]) && !isOfForeignPage(call.request.headers, undefined)
                  ? counted(invalid.count(address))
                  : Effect.void
              )
            : Effect.succeed(blocked(leftMs))
        )
      })
  }

const answeredBy = <R>({ answer }: Admitted, handled: Answering<R>) =>
  Routes.answered(Effect.map(handled, answer), Answer.failure)

const counted = (count: Effect.Effect<void, StorageError>) =>
  Effect.catch(count, (error) => Effect.logError("Storage failed", error))

interface Share {
  /** Undefined when no application is known. */
  readonly allowance: RateLimitOverride | undefined
  /** False on routes outside the global limit. */
  readonly global: boolean
  readonly user_id?: string | undefined
}

/** Adds the headers of the window to every answer, failures too. A 429 sets its own. */
const limited = <R>(
  admitted: Admitted,
  call: Routes.Call,
  { allowance, global, user_id }: Share,
  handled: Answering<R>
): Answering<R | Counters | ServiceClock | RateLimits.RateLimitMode> => {
  if (allowance === undefined) return handled
  const { route } = admitted
  return Effect.flatMap(RateLimits.take({ route, allowance, params: call.params, global, user_id }), (window) => {
    if (window === undefined) return handled
    return Effect.map(answeredBy(admitted, handled), (answer) =>
      answer.status === 429 ? answer : HttpServerResponse.setHeaders(answer, headersOf(window))
    )
  })
}

/**
 * The page for a blocked address: no JSON and no `Via`, so that clients see a ban (decision 28; wire-rest.md §4.3). With
 * `Retry-After`, for clients that read only the status. Our choice: docs/choices.md "Rate limits".
 */
export const blocked = (leftMs: number): Answer.Answer =>
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
