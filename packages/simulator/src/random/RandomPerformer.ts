/**
 * Plays predicted steps, and only those. It has no names, streams or transcript, so it is many times faster than the
 * player; the player plays the same steps with the same result.
 */
import type { StageLost } from "@backlot/player/stage/Failure"
import { make as makeHttp } from "@backlot/player/stage/NodeHttp"
import { type OpenStage, type StageFailed, Stages } from "@backlot/player/stage/Stage"
import { type Answer, guarded, type StageHttp, sendJson } from "@backlot/player/stage/StageHttp"
import { outcomeOf } from "@backlot/player/turn/Interacting"
import type { ActOutcome, Playing } from "@backlot/player/turn/Playing"
import { millisOf } from "@backlot/scenario/Duration"
import { defined, fieldsOf } from "@backlot/scenario/Fields"
import { match } from "@backlot/scenario/match/Match"
import type { Mismatch } from "@backlot/scenario/match/Mismatch"
import { type Outcome, rateLimitOf } from "@backlot/scenario/Outcome"
import type { Step } from "@backlot/scenario/Step"
import { interpolate } from "@backlot/scenario/variable/Interpolation"
import { parsePath, valueAt } from "@backlot/scenario/variable/VariablePath"
import { Effect, Result } from "effect"
import type { RandomWorld } from "../model/RandomWorld.ts"

export interface Performed {
  /** With its variables replaced. */
  readonly step: Step
  readonly outcome: Outcome
  /** Empty if all is as expected. */
  readonly mismatches: ReadonlyArray<Mismatch>
}

export type Performer = Effect.Success<ReturnType<typeof make>>

/** The server of a random world. */
export const openStage = Effect.fnUntraced(function* (
  { file: world, storage, limits }: Pick<RandomWorld, "limits" | "storage"> & { readonly file: unknown },
  seed: number
) {
  const stages = yield* Stages
  return yield* stages.open({ world, clock: "frozen", storage, limits, seed, ids: "clock" })
})

export const make = (open: OpenStage) =>
  Effect.map(makeHttp, (http) => {
    let variables: Record<string, unknown> = {}
    const perform = Effect.fnUntraced(function* (written: Step): Effect.fn.Return<Performed, StageLost | StageFailed> {
      const replaced = interpolate(written, variables)
      if (Result.isFailure(replaced)) {
        // A missing capture already failed an earlier step.
        return yield* Effect.die(new Error(replaced.failure.map(({ message }) => message).join("; ")))
      }
      // Variables replace only texts, so the shape stays.
      const step = replaced.success as Step
      const outcome: Outcome = { real_ms: 0, ...(yield* act(open, http, step)) }
      for (const [name, path] of Object.entries(step.capture ?? {})) {
        const value = valueAt(outcome, parsePath(path) ?? [])
        if (value !== undefined) variables[name] = value
      }
      return { step, outcome, mismatches: judge(step, outcome) }
    })
    /** Forgets captured values before another play. */
    const forget = () => {
      variables = {}
    }
    return { perform, forget }
  })

const act = (open: OpenStage, http: StageHttp, step: Step): Effect.Effect<ActOutcome, StageLost | StageFailed> => {
  const { control_url } = open.stage
  const control: Playing["control"] = (method, path, body) =>
    sendJson(http, method, `${control_url}${path}`, guarded(open.stage), body)
  const here = `/users/${step.as}/channels/${step.in}`
  const locale = defined({ locale: step.locale })
  if (step.app !== undefined) return appCall(open, http, step.app)
  if (step.world !== undefined) return Effect.map(worldCall(step.world, control), plain)
  if (step.picker !== undefined) {
    const query = new URLSearchParams({ query: step.picker, ...locale })
    return Effect.map(control("GET", `${here}/commands?${query}`), ({ body }) => fieldsOf(body))
  }
  if (step.explain !== undefined) {
    return Effect.map(control("GET", `${here}/commands/${step.explain}/explain`), ({ body }) => fieldsOf(body))
  }
  if (typeof step.use === "object") {
    const { command, options, version } = step.use
    const body = { command_id: command, ...defined({ options, version }), ...locale }
    return Effect.map(control("POST", `${here}/interactions`, body), outcomeOf)
  }
  if (step.advance !== undefined) {
    return Effect.map(control("POST", "/clock", { advance_ms: millisOf(step.advance) }), plain)
  }
  if (step.fault !== undefined) return Effect.map(control("POST", "/faults", step.fault), plain)
  if (step.server === "reset") return Effect.map(control("POST", "/reset"), plain)
  if (step.server !== undefined) return Effect.as(Effect.andThen(open.restart(step.server), http.renew), {})
  return Effect.die(new Error("not a step of random users"))
}

const worldCall = ({ body, ...methods }: NonNullable<Step["world"]>, control: Playing["control"]) => {
  const [[method, path] = ["get", "/world"]] = Object.entries(methods)
  return control(method.toUpperCase(), path, body)
}

const appCall = (
  { stage }: OpenStage,
  http: StageHttp,
  { application, auth = "bot", body, query = {}, headers, ...methods }: NonNullable<Step["app"]>
): Effect.Effect<ActOutcome, StageLost> => {
  const [[method, path] = ["get", ""]] = Object.entries(methods)
  const token = stage.applications.find(({ id }) => id === application)?.bot_token
  const authorization = auth === "bot" ? `Bot ${token}` : auth
  const asked = Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`)
  const url = `${stage.rest_url}/v10${path}${asked.length === 0 ? "" : `?${asked.join("&")}`}`
  const sent = sendJson(http, method.toUpperCase(), url, { authorization, ...headers }, body)
  return Effect.map(sent, (answer) => ({ ...plain(answer), headers: answer.headers }))
}

const plain = ({ status, body }: Answer): ActOutcome => {
  const { code } = fieldsOf(body)
  return { status, body, ...(typeof code === "number" ? { code } : {}) }
}

/** A step without expectations must not be refused. */
const judge = ({ expect }: Step, outcome: Outcome): ReadonlyArray<Mismatch> => {
  const { status = 200, headers = {}, body } = outcome
  if (expect === undefined) return match({ $below: 400 }, status, ["status"])
  const { rate_limit, refused, ...rest } = expect
  return [
    ...match(rest, outcome),
    ...(rate_limit === undefined ? [] : match(rate_limit, rateLimitOf(headers, body), ["rate_limit"])),
    ...(refused === undefined ? [] : match(refused, outcome.refused ?? false, ["refused"]))
  ]
}
