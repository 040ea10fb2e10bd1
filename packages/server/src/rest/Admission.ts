/**
 * Admits a request to the handler of a REST route: refuses blocked addresses, authenticates, applies the rate limit with
 * its headers, and answers every expected failure. The `for…` function of a route names its callers. Sources: architecture.md "One request in a straight line" 2 and 3; decisions 24, 27, 28; wire-rest.md §4.
 */
import { isDeepStrictEqual } from "node:util"
import type { ServiceError } from "@backlot/domain/error/ServiceError"
import { headersOf, isInvalid, type LimitedRoute, limitedRoute } from "@backlot/domain/limit/RateLimit"
import { Counters } from "@backlot/ports/Counters"
import type { ServiceClock } from "@backlot/ports/ServiceClock"
import type { StorageError } from "@backlot/ports/Storage"
import { wholeSeconds } from "@backlot/protocol/error/RateLimitAnswer"
import * as Access from "@backlot/usecases/access/Access"
import { InvalidRequests } from "@backlot/usecases/access/InvalidRequests"
import { type LimitedRequest, limiter } from "@backlot/usecases/access/Limiter"
import * as RateLimits from "@backlot/usecases/access/RateLimits"
import * as OAuthGrants from "@backlot/usecases/oauth/OAuthGrants"
import * as KeptReads from "@backlot/usecases/store/KeptReads"
import { textOf } from "@backlot/usecases/store/StoredText"
import { Context, Effect, Exit, Result } from "effect"
import * as Answer from "../http/Answer.ts"
import { ClientAddress } from "../http/ClientAddress.ts"
import { isOfForeignPage } from "../http/Edge.ts"
import * as Routes from "../http/Route.ts"

/** Makes the handler of an endpoint. */
export type Admission<R> = (endpoint: Routes.Endpoint) => Routes.Route<never, R>["make"]

/** The effect of a step: it returns what `Step` says, or fails with a platform error. */
export type Answering<R> = Effect.Effect<unknown, ServiceError | StorageError, R>

type Limiting = Counters | ServiceClock | RateLimits.RateLimitMode | KeptReads.KeptReads
/** The services that know callers, and limit them. */
type Knowing = Limiting | Effect.Services<ReturnType<typeof Access.authenticate>>

/** For a bot or bearer token. The caller's application is limited. */
export const forApplication = <R>(step: (found: Access.Authenticated, call: Routes.Call) => Answering<R>) =>
  guarded<R | Knowing>((services, admitted) => {
    const limit = limited(services, admitted, shareOf, authenticated)
    const callerOf = callers(services)
    return (call) => Effect.flatMapEager(callerOf(call), (found) => limit(call, found, (sure) => step(sure, call)))
  })

const authenticated = (call: Routes.Call) => Access.authenticate(Routes.authorization(call), call.params)

const shareOf = ({ caller, allowance }: Access.Authenticated): Share => ({
  allowance,
  global: true,
  user_id: caller.kind === "bearer" ? caller.user_id : undefined
})

/** Like `forApplication`, for a GET that is kept: it depends on store, caller, URL and these headers alone. */
export const forReader = <R>(
  headers: ReadonlyArray<string>,
  read: (found: Access.Authenticated, call: Routes.Call) => Effect.Effect<string, ServiceError | StorageError, R>
) =>
  guarded<R | Knowing>((services, admitted) => {
    const limit = limited(services, admitted, shareOf, authenticated)
    const callerOf = callers(services)
    const known = Context.get(services, KeptReads.KeptReads).isShared ? () => undefined : Access.finder(services, keep)
    return (call) => {
      let key = `${Routes.authorization(call)}\n${call.request.url}\n`
      for (const name of headers) key += `${call.request.headers[name]},`
      const found = known(key)
      if (found !== undefined) return limit(call, found, () => found.answer)
      // The answer depends on what the caller was read from as well.
      const kept = Effect.flatMap(authenticated(call), (caller) =>
        Effect.map(
          read(caller, call),
          (text): Kept => ({ ...caller, text, answer: Exit.succeed(Answer.text(200, text)) })
        )
      )
      return Effect.flatMapEager(callerOf(call), (caller) =>
        limit(call, caller, () => Effect.flatMap(keep(key, kept), ({ answer }) => answer))
      )
    }
  })

/** A kept answer, and who may have it. */
interface Kept extends Access.Authenticated {
  readonly text: string
  readonly answer: Exit.Exit<Answer.Answer>
}

const keep = KeptReads.reader<Kept>("answer", ({ text }) => text.length)

/** The same for a step with a JSON answer. */
export const forKept = <R>(
  step: (found: Access.Authenticated, call: Routes.Call) => Effect.Effect<object, ServiceError | StorageError, R>
) => forReader([], (found, call) => Effect.map(step(found, call), textOf))

/** Authenticates a call: as far as is known, in a shared store. */
const callers = (services: Context.Context<KeptReads.KeptReads | ServiceClock>) => {
  const authenticate = Access.authenticator(services)
  return (call: Routes.Call) => authenticate(Routes.authorization(call), call.params)
}

/** For a client id and secret, which `read` takes from the request. The application of the secret is limited. */
export const forClient = <A extends OAuthGrants.Client, R1, R2>(
  read: (call: Routes.Call) => Effect.Effect<A, ServiceError | StorageError, R1>,
  step: (client: A) => Answering<R2>
) =>
  guarded<R1 | R2 | Limiting | Effect.Services<ReturnType<typeof OAuthGrants.allowanceOfClient>>>(
    (services, admitted) => {
      const limit = limited(services, admitted, itself)
      return Effect.fnUntraced(function* (call) {
        const client = yield* read(call)
        const allowance = yield* OAuthGrants.allowanceOfClient(client)
        return yield* limit(call, { allowance, global: true }, () => step(client))
      })
    }
  )

/** For an interaction token in the path. Only a bucket of the world limits its application (decision 27). */
export const forToken = <R>(parameter: string, step: (call: Routes.Call) => Answering<R>) =>
  guarded<R | Limiting | Effect.Services<ReturnType<typeof RateLimits.allowanceOfToken>>>((services, admitted) => {
    const limit = limited(services, admitted, itself)
    return (call) =>
      Effect.flatMap(RateLimits.allowanceOfToken(Routes.param(call, parameter)), (allowance) =>
        limit(call, { allowance, global: false }, () => step(call))
      )
  })

/** For any caller. There is no application to limit. */
export const forAnyone = <R>(step: (call: Routes.Call) => Answering<R>) => guarded<R>(() => step)

/** For a bot or bearer token, or for a caller without one, who has no application to limit: wrong guesses count as invalid. */
export const forApplicationOrNobody =
  <R>(step: (call: Routes.Call) => Answering<R>): Admission<R | Knowing | InvalidRequests> =>
  (endpoint) =>
  (services) => {
    const known = forApplication((_, call) => step(call))(endpoint)(services)
    const unknown = guarded<R>(() => step, 404)(endpoint)(services)
    return (call) => (Routes.authorization(call) === undefined ? unknown : known)(call)
  }

type Admissions<G extends Routes.Group> = { readonly [K in keyof G["endpoints"]]: Admission<unknown> }
type Needs<H extends Readonly<Record<string, Admission<unknown>>>> = Effect.Services<
  ReturnType<ReturnType<ReturnType<H[keyof H]>>>
>

/** Pairs every endpoint of `group` with its handler and its place in the rate limits. */
export const admittedRoutes = <G extends Routes.Group, const H extends Admissions<G>>(
  group: G,
  admissions: H & { readonly [K in Exclude<keyof H, keyof G["endpoints"]>]: never }
): ReadonlyArray<Routes.Route<never, Needs<H>>> =>
  Object.entries(group.endpoints).map(([name, endpoint]) => {
    // The types above give every endpoint name an admission with these services.
    const admission = admissions[name as keyof H] as Admission<Needs<H>>
    return { ...Routes.placeOf(name, endpoint), make: admission(endpoint) }
  })

/** The place of an endpoint in the rate limits, and how it answers. */
interface Admitted {
  readonly route: LimitedRoute
  readonly answered: <R>(handled: Answering<R>) => Effect.Effect<Answer.Answer, never, R>
}

/** Refuses blocked addresses, and counts the answers that lead to a block (decision 28). */
const guarded =
  <R>(
    admit: (services: Context.Context<R>, admitted: Admitted) => (call: Routes.Call) => Answering<R>,
    /** An answer that counts too. */
    guessed?: number
  ): Admission<R | InvalidRequests> =>
  (endpoint) => {
    const answerOf = Routes.answerOf(endpoint)
    const answered: Admitted["answered"] = (handled) =>
      Routes.answered(Effect.mapEager(handled, answerOf), Answer.failure)
    const admitted = { route: limitedRoute(endpoint.method, endpoint.path), answered }
    return (services) => {
      const invalid = Context.get(services, InvalidRequests)
      const addressOf = Context.get(services, ClientAddress)
      const step = admit(services, admitted)
      return (call) => {
        const address = addressOf(call.request)
        return Effect.flatMapEager(invalid.blockedFor(address), (leftMs) =>
          leftMs === undefined
            ? Routes.noting(answered(step(call)), ({ status, headers }) =>
                (status === guessed || isInvalid(status, headers["x-ratelimit-scope"])) &&
                !isOfForeignPage(call.request.headers, undefined)
                  ? counted(invalid.count(address))
                  : undefined
              )
            : Effect.succeed(blocked(leftMs))
        )
      }
    }
  }

const counted = (count: Effect.Effect<void, StorageError>) =>
  Effect.catch(count, (error) => Effect.logError("Storage failed", error))

interface Share extends Omit<LimitedRequest, "params" | "allowance"> {
  /** Undefined when no application is known. */
  readonly allowance: LimitedRequest["allowance"] | undefined
}

const itself = (share: Share) => share

/**
 * Runs a step within the share of its caller, and adds the headers of the window to every answer, failures too. A 429 sets
 * its own. In a shared store the caller may have been changed: `again` finds it once more when the request was counted.
 */
const limited = <A, R1 = never>(
  services: Context.Context<Limiting>,
  { route, answered }: Admitted,
  shareOf: (caller: A) => Share,
  again?: (call: Routes.Call) => Effect.Effect<A, ServiceError | StorageError, R1>
) => {
  const taken = limiter(services)
  const take = ({ params }: Routes.Call, { allowance, global, user_id }: Share) =>
    allowance === undefined ? Effect.succeed(undefined) : taken(route, { allowance, params, global, user_id })
  const within = <R>(window: Effect.Success<ReturnType<typeof take>>, handled: Answering<R>): Answering<R> =>
    window === undefined
      ? handled
      : Effect.mapEager(answered(handled), (answer) =>
          answer.status === 429 ? answer : Answer.withHeaders(answer, headersOf(window))
        )
  if (again === undefined || !Context.get(services, KeptReads.KeptReads).isShared)
    return <R>(call: Routes.Call, caller: A, step: (caller: A) => Answering<R>): Answering<R | R1> =>
      Effect.flatMapEager(take(call, shareOf(caller)), (window) => within(window, step(caller)))
  const counters = Context.get(services, Counters)
  return Effect.fnUntraced(function* <R>(call: Routes.Call, caller: A, step: (caller: A) => Answering<R>) {
    const share = shareOf(caller)
    const first = yield* Effect.result(take(call, share))
    if (Result.isFailure(first) && first.failure._tag === "StorageError") return yield* first.failure
    // Counting tells what other processes have written, also where nothing is counted.
    if (Result.isSuccess(first) && first.success === undefined) yield* counters.take([], 0)
    const counted = Effect.provideService(KeptReads.Counted, true)
    const sure = yield* counted(again(call))
    const isSame = isDeepStrictEqual(shareOf(sure), share)
    const window = isSame ? yield* Effect.fromResult(first) : yield* take(call, shareOf(sure))
    return yield* within(window, counted(step(sure)))
  })
}

/**
 * The page for a blocked address: no JSON and no `Via`, so that clients see a ban (decision 28; wire-rest.md §4.3). With
 * `Retry-After`, for clients that read only the status. Our choice: docs/choices.md "Rate limits".
 */
export const blocked = (leftMs: number): Answer.Answer =>
  Answer.of(429, "text/html; charset=UTF-8", PAGE, { "retry-after": wholeSeconds(leftMs) })

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
